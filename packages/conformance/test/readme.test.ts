import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { evaluate } from "../../../.ci/runtimes.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The first example of a README, and what its comments say that it prints. */
function exampleOf(name: string): { readonly code: string; readonly printed: string } {
  const readme = readFileSync(new URL(`../../${name}/README.md`, import.meta.url), "utf8");
  const code = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
  const printed = Array.from(code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => `${line}\n`).join("");
  return { code, printed };
}

test.each(["serve", "nock", "conformance"])("the example of @tapedeck/%s prints what it says", async (name) => {
  const { code, printed } = exampleOf(name);
  expect(printed).not.toBe("");
  const [program, ...words] = evaluate;
  const { stdout } = await promisify(execFile)(program, [...words, code], { cwd: root });
  expect(stdout).toBe(printed);
});
