import { createHash } from "node:crypto";

/** As much of a title as becomes part of a name: file systems allow 255 bytes, and a letter may take four. */
const longest = 60;

/**
 * The name that a test's tape gets: its file's, then its own, as the runner tells them to the test. Vitest, `node:test`
 * and `Deno.test` tell; null for a runner that does not.
 * @param context What the runner called the test with.
 * @example
 * tapeNameFrom([{ fullName: "accounts > reads Ada", filePath: "test/service.test.ts" }]); // "service/accounts/reads-ada"
 */
export function tapeNameFrom(context: readonly unknown[]): string | null {
  const told = toldBy(context[0]);
  if (told === null) return null;
  const file = told.file.split(/[\\/]/).at(-1) ?? "";
  const stem = file.replace(/\.[cm]?[jt]sx?$/, "").replace(/[._-](?:test|spec)$/, "");
  return [stem, ...told.titles].map(segmentOf).join("/");
}

/**
 * A name that somebody gave, in the form of a path: `accounts/reads Ada` becomes `accounts/reads-ada`. `.` stands for the
 * folder of recordings itself.
 * @throws RangeError if it leads out of the folder, or is empty.
 */
export function tapeNameOf(given: string): string {
  const parts = given.split("/");
  const wrong = given === "" ? "it is empty" : parts.includes("..") ? "it leads out of the folder of recordings" : null;
  if (wrong !== null) throw new RangeError(`Cannot name a tape ${JSON.stringify(given)}: ${wrong}`);
  const segments = parts.filter((part) => part !== "" && part !== ".").map(segmentOf);
  return segments.length === 0 ? "." : segments.join("/");
}

interface Told {
  readonly file: string;
  readonly titles: readonly string[];
}

function toldBy(context: unknown): Told | null {
  // Vitest gives a function that has members.
  if ((typeof context !== "object" && typeof context !== "function") || context === null) return null;
  const { task, fullName, filePath, name, origin, parent } = context as {
    readonly task?: { readonly fullTestName?: string; readonly file?: { readonly filepath?: string } };
    readonly fullName?: string;
    readonly filePath?: string;
    readonly name?: string;
    readonly origin?: string;
    readonly parent?: unknown;
  };
  // Vitest
  if (task?.fullTestName !== undefined) return { file: task.file?.filepath ?? "", titles: split(task.fullTestName) };
  // node:test
  if (fullName !== undefined && filePath !== undefined) return { file: filePath, titles: split(fullName) };
  // Deno.test, and its steps
  if (name !== undefined && origin !== undefined) {
    const above = toldBy(parent)?.titles ?? [];
    return { file: origin, titles: [...above, ...split(name)] };
  }
  return null;
}

function split(title: string): readonly string[] {
  return title.split(" > ");
}

// Letters of any script stay; Windows knows some words as devices, and no name there ends in a point.
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
