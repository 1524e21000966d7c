import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { attacks } from "./attacks.ts";

const page = readFileSync(new URL("../../RELIABILITY.md", import.meta.url), "utf8");

test("RELIABILITY.md names attacks and tests that there are", () => {
  const named = Array.from(page.matchAll(/`attack -- ([a-z-]+)/g), ([, name = ""]) => name);
  expect(named.filter((name) => !Object.hasOwn(attacks, name))).toEqual([]);
  expect(Object.keys(attacks).filter((name) => !named.includes(name))).toEqual([]);
  const cwd = fileURLToPath(new URL("../../../..", import.meta.url));
  const files = execFileSync("git", ["ls-files"], { cwd }).toString().split("\n");
  const tests = Array.from(page.matchAll(/`([\w/.-]+\.(?:test\.ts|md)|laws\/[\w.]+)`/g), ([, file = ""]) => file);
  expect(tests.filter((file) => !files.some((each) => each.endsWith(`/${file}`)))).toEqual([]);
  expect(named.length * tests.length).toBeGreaterThan(100);
});
