import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { evaluate } from "../../../.ci/runtimes.ts";
import { findingKinds } from "../src/finding.ts";

test.each(["../README.md", "../../cli/README.md"])("the table in %s has a row for each kind of finding", (file) => {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const named = Array.from(text.matchAll(/^\| ([a-z`, ]+) \|/gm), ([, kinds = ""]) =>
    kinds.replaceAll("`", "").split(", "),
  );
  expect(findingKinds.filter((kind) => !named.flat().includes(kind))).toEqual([]);
});

test("the example prints what it says", async () => {
  const [, code = ""] = /```ts\n(.*?)```/s.exec(readFileSync(new URL("../README.md", import.meta.url), "utf8")) ?? [];
  const printed = Array.from(code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => `${line}\n`).join("");
  expect(printed).not.toBe("");
  const cwd = fileURLToPath(new URL("../../..", import.meta.url));
  const [program, ...words] = evaluate;
  const { stdout } = await promisify(execFile)(program, [...words, code], { cwd });
  expect(stdout).toBe(printed);
});
