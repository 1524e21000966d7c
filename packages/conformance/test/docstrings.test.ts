import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { shownOnly, valuesOf } from "./docstring-values.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const packages = [
  ...["api", "schema", "serve", "nock", "testing", "check", "verify"],
  ...["rate-limit", "tape", "replay", "record", "world"],
];

const AsyncFunction = (async () => {}).constructor as new (
  ...parameters: string[]
) => (...values: unknown[]) => Promise<void>;

interface Example {
  readonly file: string;
  readonly name: string;
  readonly code: string;
}

/** The examples in the docstrings of what a file exports. */
function examplesIn(file: string): readonly Example[] {
  const documented =
    /\/\*\*((?:(?!\*\/).)*?@example(?:(?!\*\/).)*)\*\/\s*export (?:async )?(?:function\*? |const |class )(\w+)/gs;
  return Array.from(readFileSync(join(root, file), "utf8").matchAll(documented), ([, docstring = "", name = ""]) => {
    const lines = docstring.split("\n").map((line) => line.replace(/^\s*\* ?/, ""));
    const from = lines.findIndex((line) => line.startsWith("@example"));
    const after = lines.slice(from + 1);
    const to = after.findIndex((line) => line.startsWith("@"));
    return { file, name, code: (to < 0 ? after : after.slice(0, to)).join("\n").trim() };
  });
}

/** Whether a comment is a value: an expression, and not prose. */
function isValue(text: string): boolean {
  try {
    new AsyncFunction(stripTypeScriptTypes(`void (${text}\n)`));
    return true;
  } catch {
    return false;
  }
}

/** An example with each `expression; // value` as a comparison; null where it has none. */
function comparisonsOf(code: string): string | null {
  const statement = /^(?!const |let |import |for |if )(\S.*?);(?: |\n)\/\/ (.*(?:\n\/\/ .*)*)$/gm;
  let found = false;
  const written = code.replace(statement, (whole, expression: string, said: string) => {
    const value = said.replace(/\n\/\/ /g, "\n").trim();
    if (!isValue(value) || !isValue(`await (${expression})`)) return whole;
    found = true;
    return `compare(await (${expression}), (${value}));`;
  });
  return found ? written : null;
}

/** Everything that an example may name: what our packages' entries export, and what its own file does. */
async function scopeOf(folder: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  const { exports } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  // A thread's own file runs in a thread alone.
  const entries = Object.values<string>(exports).filter((entry) => /^[^*]+\.ts$/.test(entry));
  const modules = [...entries.map((entry) => join(root, folder, entry)), join(root, file)];
  return Object.assign({}, ...(await Promise.all(modules.map((module) => import(module)))));
}

describe.each(packages)("@tapedeck/%s", (folder) => {
  const examples = globSync(`${folder}/src/**/*.ts`, { cwd: root, exclude: ["**/generate*/**"] })
    .sort()
    .flatMap(examplesIn)
    .map((example) => ({ ...example, comparisons: comparisonsOf(example.code) }))
    .filter(({ comparisons }) => comparisons !== null);

  test("has examples", () => expect(examples.length).toBeGreaterThan(0));

  test.for(examples)(
    "the example of $name() in $file gives what it says",
    async ({ file, name, comparisons }, { skip }) => {
      const why = shownOnly[name];
      if (why !== undefined) return skip(why);
      const scope = { ...(await scopeOf(folder, file)), ...valuesOf[name] };
      let compared = 0;
      const compare = (value: unknown, expected: unknown): void => {
        compared += 1;
        expect(value).toEqual(expected);
      };
      const code = stripTypeScriptTypes(`async function example() {\n${comparisons}\n}`);
      const example = new AsyncFunction(...Object.keys(scope), "compare", `${code}\nawait example();`);
      await example(...Object.values(scope), compare);
      expect(compared).toBeGreaterThan(0);
    },
  );
});
