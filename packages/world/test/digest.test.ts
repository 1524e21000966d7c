import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("digest.ts", import.meta.url));
const bin = (name: string): string => fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url));

/** The bytes of a seed are a promise: whoever changes this line breaks the fixtures of others, and says so in a release. */
const promised = "c95960be79764c95defbd8213776b3dc8fdf2545258975553ba9928f9976b790";

test.each([
  ["Node", bin("node"), [script]],
  ["Deno", bin("deno"), ["run", "-A", "--no-lock", script]],
  ["Bun", bin("bun"), ["run", script]],
])("a seed gives the promised bytes on %s", { timeout: 30_000 }, async (_name, command, parameters) => {
  const { stdout } = await promisify(execFile)(command, parameters, { timeout: 80_000 });
  expect(stdout.trim()).toBe(promised);
});
