import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { RunningTest } from "./running-test.ts";

/** As much of a title as becomes part of a name: file systems allow 255 bytes, and a letter may take four. */
const longest = 60;

/**
 * Names a tape for its test: the path of the test's file from a root folder, then the titles of the test.
 * @param root The root folder; two files of one name below it have different tapes.
 * @example
 * const test = { file: "/project/test/service.test.ts", titles: ["accounts", "reads Ada"] };
 * tapeNameFor(test, "/project"); // "test/service/accounts/reads-ada"
 */
export function tapeNameFor({ file, titles }: RunningTest, root: string): string {
  const path = posix.relative(root.replaceAll("\\", "/"), file.replaceAll("\\", "/"));
  const stem = path.replace(/\.[cm]?[jt]sx?$/, "").replace(/[._-]test$/, "");
  return [...stem.split("/"), ...titles].map(segmentOf).join("/");
}

/**
 * Brings a given name into the form of a path: `accounts/reads Ada` becomes `accounts/reads-ada`. `.` stands for the
 * folder of recordings itself.
 * @throws RangeError if it leads out of the folder, or is empty.
 */
export function tapeNameOf(given: string): string {
  const parts = given.split("/");
  const out = 'it leads out of the folder of recordings, which is "dir" of useTape()';
  const wrong = given === "" ? "it is empty" : parts.includes("..") ? out : null;
  if (wrong !== null) throw new RangeError(`Cannot name a tape ${JSON.stringify(given)}: ${wrong}`);
  const segments = parts.filter((part) => part !== "" && part !== ".").map(segmentOf);
  return segments.length === 0 ? "." : segments.join("/");
}

// Letters of any script stay. Windows reserves some words for devices, and allows no name that ends in a dot.
function segmentOf(title: string): string {
  const plain = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}\p{M}._-]+/gu, "-")
    .replace(/^[.-]+|[.-]+$/g, "")
    .replace(/^(?:aux|con|nul|prn|com\d|lpt\d)(?=\.|$)/, "$&-");
  if (plain !== "" && plain.length <= longest) return plain;
  const digest = createHash("sha256").update(title).digest("hex").slice(0, 8);
  return `${[...plain].slice(0, longest).join("")}-${digest}`.replace(/^-/, "");
}
