import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
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

const proseOf = (file: string): string => readFileSync(join(root, file), "utf8").replaceAll(/```.*?```/gs, "");

/** The fragments by which GitHub links to the headings of a page. */
const fragmentsOf = (file: string): ReadonlySet<string> =>
  new Set(
    Array.from(proseOf(file).matchAll(/^#+ (.*)$/gm), ([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );

test("every link of a page leads to a file, and to a heading in it", () => {
  const lost: string[] = [];
  for (const page of globSync("{*.md,recordings/*.md,packages/*/{*.md,docs/*.md}}", { cwd: root })) {
    for (const [, target = ""] of proseOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = "", fragment] = target.split("#");
      const named = path === "" ? page : join(dirname(page), path);
      const file =
        existsSync(join(root, named)) && statSync(join(root, named)).isDirectory() ? join(named, "README.md") : named;
      const found = existsSync(join(root, file)) && (fragment === undefined || fragmentsOf(file).has(fragment));
      if (!found) lost.push(`${page}: ${target}`);
    }
  }
  expect(lost).toEqual([]);
});
