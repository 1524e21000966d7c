import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { expect, test } from "vitest";
import { runningTest } from "../src/tape/running-test.ts";
import { tapeNameFor, tapeNameOf } from "../src/tape/tape-name.ts";
import { packageRoot } from "../src/tape/tape-place.ts";

const vitest = (title: string, filepath: string, suite?: string): object =>
  // Vitest's context is a function that has members.
  Object.assign(() => {}, { task: { name: title, file: { filepath }, ...(suite && { suite: { name: suite } }) } });

function tapeNameFrom(context: readonly unknown[], root: string): string | null {
  const test = runningTest(context);
  return test === null ? null : tapeNameFor(test, root);
}

const node = (fullName: string, filePath?: string): object => ({ fullName, filePath, diagnostic: () => {} });
const mocha = (titles: readonly string[], file: string): object => ({ test: { file, titlePath: () => titles } });
const deno = (name: string, origin: string, parent?: object): object => ({ name, origin, parent, step: () => {} });

test.each([
  ["Vitest's", [vitest("reads Ada", "/p/test/service.test.ts", "accounts")], "test/service/accounts/reads-ada"],
  ["Vitest's test.for's", [{ name: "x" }, vitest("reads x", "/p/service.test.ts")], "service/reads-x"],
  ["node:test's", [node("accounts > reads Ada", "/p/service.test.mjs")], "service/accounts/reads-ada"],
  ["Deno.test's", [deno("reads Ada", "file:///p/service_test.ts")], "service/reads-ada"],
  ["a path with a space's", [deno("reads Ada", "file:///p/my%20tests/service_test.ts")], "my-tests/service/reads-ada"],
  [
    "a step's of Deno.test",
    [deno("reads Ada", "file:///p/service_test.ts", deno("accounts", "file:///p/x.ts"))],
    "service/accounts/reads-ada",
  ],
  ["Mocha's", [mocha(["accounts", "reads Ada"], "/p/test/service.js")], "test/service/accounts/reads-ada"],
  ["nobody's", [], null],
  ["a callback's, as Jest has it", [() => {}], null],
  ["a row's that looks like a test", [{ name: "x", origin: "https://x", fullName: "y", filePath: "/p/z" }], null],
])("a tape is named for the test, in %s words", (_whose, context, name) => {
  expect(tapeNameFrom(context, "/p")).toBe(name);
});

test.each([
  ["x/same.test.ts", "y/same.test.ts"],
  ["same.test.ts", "../same.test.ts"],
  ["same.test.ts", "same.spec.ts"],
])("tests of one title in %s and %s have tapes of their own", (one, other) => {
  const [a, b] = [one, other].map((file) => tapeNameFrom([vitest("reads Ada", posix.join("/p", file))], "/p"));
  expect(a).not.toBe(b);
});

test("a tape is named alike on Windows", () => {
  const context = [vitest("reads Ada", "C:\\project\\test\\service.test.cts")];
  expect(tapeNameFrom(context, "C:\\project")).toBe("test/service/reads-ada");
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

test("a name that leads to another folder of recordings is refused with the option that does", () => {
  expect(() => tapeNameOf("../rec")).toThrow(/it leads out of the folder of recordings, which is "dir"/);
});

test("long titles keep apart, and are short enough for any file system", () => {
  const [a, b] = [tapeNameOf(`${"表".repeat(200)}a`), tapeNameOf(`${"表".repeat(200)}b`)];
  expect(a).not.toBe(b);
  expect(Buffer.byteLength(a)).toBeLessThan(256);
});

test.each([
  ["the nearest package", "packages/client/test/a.test.ts", "packages/client"],
  ["the nearest package of Deno's", "apps/web/a_test.ts", "apps/web"],
  ["the working directory, where no package is below it", "scripts/a.test.ts", ""],
])("tapes are named from %s", async (_what, file, root) => {
  const project = await mkdtemp(join(tmpdir(), "tapedeck-project-"));
  try {
    for (const manifest of ["packages/client/package.json", "apps/web/deno.json"]) {
      await mkdir(join(project, dirname(manifest)), { recursive: true });
      await writeFile(join(project, manifest), "{}");
    }
    expect(packageRoot(join(project, file), project)).toBe(join(project, root));
    expect(packageRoot(join(project, "packages/client/test/a.test.ts"), join(project, "apps/web"))).toBe(
      join(project, "packages/client"),
    );
  } finally {
    await rm(project, { recursive: true });
  }
});
