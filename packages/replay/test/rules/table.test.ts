import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rules } from "./scene.ts";

const here = new URL("./", import.meta.url);

/** The rules that a file of tests shows. */
function shownIn(file: string): readonly string[] {
  const code = readFileSync(new URL(file, here), "utf8");
  return Array.from(code.matchAll(/["`]([a-z]+-\d+)(?=["`:])/g), ([, name = ""]) => name);
}

test("the table of rules is read whole", () => {
  const table = readFileSync(new URL("../../docs/rules.md", here), "utf8");
  expect(rules.size).toBe(table.split("\n").filter((line) => line.startsWith("| ")).length - 2);
  expect(rules.size).toBeGreaterThan(50);
});

test.each([...rules])("%s has a test where the table says", (name, { file }) => {
  expect(shownIn(file)).toContain(name);
});

test("no test here shows a rule that the table does not have, or has elsewhere", () => {
  const files = readdirSync(here).filter((file) => file.endsWith(".test.ts") && file !== "table.test.ts");
  const strays = files.flatMap((file) => shownIn(file).filter((name) => rules.get(name)?.file !== file));
  expect([strays, files.filter((file) => shownIn(file).length === 0)]).toEqual([[], []]);
});
