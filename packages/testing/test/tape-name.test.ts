import { expect, test } from "vitest";
import { tapeNameFrom, tapeNameOf } from "../src/tape/tape-name.ts";

const vitest = (fullTestName: string, filepath: string): object =>
  // Vitest's context is a function that has members.
  Object.assign(() => {}, { task: { fullTestName, file: { filepath } } });

test.each([
  ["Vitest's", vitest("accounts > reads Ada", "/project/test/service.test.ts"), "service/accounts/reads-ada"],
  ["node:test's", { fullName: "accounts > reads Ada", filePath: "/p/service.spec.mjs" }, "service/accounts/reads-ada"],
  ["Deno.test's", { name: "reads Ada", origin: "file:///p/service_test.ts" }, "service/reads-ada"],
  [
    "a step's of Deno.test",
    { name: "reads Ada", origin: "file:///p/service_test.ts", parent: { name: "accounts", origin: "file:///p/x.ts" } },
    "service/accounts/reads-ada",
  ],
  ["Windows'", vitest("reads Ada", "C:\\project\\service.test.cts"), "service/reads-ada"],
  ["nobody's", undefined, null],
  ["a callback's, as Jest has it", () => {}, null],
])("a tape is named for the test, in %s words", (_whose, context, name) => {
  expect(tapeNameFrom([context])).toBe(name);
});

test.each([
  ["accounts/Reads Ada!", "accounts/reads-ada"],
  ["the user's own", "the-users-own"],
  ["читает Аду", "читает-аду"],
  ["e\u0301te\u0301", "été"],
  ["nul", "nul-"],
  ["../..x", null],
  ["/a//b/", "a/b"],
  [".", "."],
  ["…", "b4935894"],
  ["", null],
])("the name %j becomes %j", (given, name) => {
  if (name === null) expect(() => tapeNameOf(given)).toThrow(RangeError);
  else expect(tapeNameOf(given)).toBe(name);
});

test("long titles keep apart, and are short enough for any file system", () => {
  const [a, b] = [tapeNameOf(`${"表".repeat(200)}a`), tapeNameOf(`${"表".repeat(200)}b`)];
  expect(a).not.toBe(b);
  expect(Buffer.byteLength(a)).toBeLessThan(256);
});
