import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faults, faultyText } from "./faults.ts";

// The faults are made at night: a change that moves their places is to know it by day.
test.each(faults.map((fault) => [fault.what, fault] as const))("the fault %j has its place", (_what, fault) => {
  const text = readFileSync(new URL(`../../../${fault.file}`, import.meta.url), "utf8");
  expect(faultyText(fault, text)).not.toBe(text);
});
