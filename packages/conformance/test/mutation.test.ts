import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { faults } from "./mutation/faults.ts";
import { excuses } from "./mutation/table.ts";

const replay = new URL("../../replay/src/", import.meta.url);
const table = new URL("../docs/mutations.md", import.meta.url);

test.each(faults)("$file can still be faulty: $what", async ({ file, find, replace }) => {
  const text = await readFile(new URL(file, replay), "utf8");
  expect(text.split(find).length - 1).toBe(1);
  expect(text.replace(find, () => replace)).not.toBe(text);
});

test("no two faults share a name", () => {
  const names = faults.map(({ file, what }) => `${file}: ${what}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(faults.length).toBeGreaterThanOrEqual(40);
});

// A fault that was added or changed since makes the table untrue.
test("the table of faults is of these faults, and its survivors are excused", async () => {
  const text = await readFile(table, "utf8");
  const rows = Array.from(text.matchAll(/^\| `([^`]+\.ts)` \| (.*?) \| (.*?) \| (.*) \|$/gm));
  expect(rows.map(([, file, what]) => `${file}: ${what}`)).toEqual(faults.map(({ file, what }) => `${file}: ${what}`));
  const survivors = rows
    .filter(([, , , laws, tests]) => laws === "–" && tests === "**nobody**")
    .map(([, , what]) => what);
  expect(survivors).toEqual(Object.keys(excuses));
});
