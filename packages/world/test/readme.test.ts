import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { evaluate } from "../../../.ci/runtimes.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const examples = Array.from(readme.matchAll(/```ts\n(.*?)```/gs), ([, code = ""]) => code);

test.each([
  ["a world", 0],
  ["arbitraries", 1],
] as const)("the example of %s in the README prints what it says", async (_what, place) => {
  const code = examples[place] ?? "";
  const printed = Array.from(code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => `${line}\n`).join("");
  expect(printed).not.toBe("");
  const [program, ...words] = evaluate;
  const { stdout } = await promisify(execFile)(program, [...words, code], { cwd: folder });
  expect(stdout).toBe(printed);
});
