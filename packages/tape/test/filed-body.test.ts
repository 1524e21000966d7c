import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { fileIncludes } from "../src/body/filed-body.ts";

const piece = 64 * 1024;

test.each([
  ["at the beginning", 0, true],
  ["across two pieces", piece - 5, true],
  ["up to the end of a piece", piece - 11, true],
  ["at the end", 3 * piece - 11, true],
  ["nowhere", 4 * piece, false],
])("a text is found %s of a file", async (_shows, at, isFound) => {
  const path = join(await tempFolder(), "body");
  const bytes = Buffer.alloc(3 * piece, "é.");
  bytes.write("api.example".slice(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
  await writeFile(path, bytes);
  const body = { encoding: "file", path, bytes: bytes.length, digest: "", isText: true } as const;
  expect(fileIncludes(body, "api.example")).toBe(isFound);
});
