import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faults, faultyText } from "./faults.ts";

// The faults are made at night: a change that moves their places is to know it by day.
test.each(faults.map((fault) => [fault.what, fault] as const))("the fault %j has its place", (_what, fault) => {
  const text = readFileSync(new URL(`../../../${fault.file}`, import.meta.url), "utf8");
  expect(faultyText(fault, text)).not.toBe(text);
});

test("what holds the laws at night loads files that are there", () => {
  const text = readFileSync(new URL("./hold.ts", import.meta.url), "utf8");
  const files = Array.from(text.matchAll(/\bfrom\("([^"]+)"\)/g), ([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(new URL(`../../src/${file}`, import.meta.url)))).toEqual([]);
});
