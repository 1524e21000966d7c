import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));

test("the example of the README prints what it says", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const code = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
  const printed = Array.from(code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => `${line}\n`).join("");
  expect(printed).not.toBe("");
  const parameters = ["--input-type=module-typescript", "--eval", code];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: folder, timeout: 20_000 });
  expect(stdout).toBe(printed);
});
