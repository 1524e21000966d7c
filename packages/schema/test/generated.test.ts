import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findStaleFiles, generated, type Outputs, writeOutputs } from "../src/generate/outputs.ts";
import { names, schemaOf } from "./documents.ts";

let outputs: Outputs;
let copy: URL;

beforeAll(async () => {
  outputs = await writeOutputs();
  copy = pathToFileURL(join(mkdtempSync(join(tmpdir(), "tapedeck-schema-")), "/"));
});
afterAll(() => rmSync(copy, { recursive: true }));

test("the committed files are what the schemas give", () => {
  const main = fileURLToPath(new URL("../src/generate/main.ts", import.meta.url));
  expect(execFileSync(process.execPath, [main, "--check"], { encoding: "utf8" })).toBe("");
});

test("a file that was edited, lost or left over is drift", () => {
  cpSync(generated, copy, { recursive: true });
  expect(findStaleFiles(outputs, copy)).toEqual([]);
  writeFileSync(new URL("types.ts", copy), `${outputs.get("types.ts")}// by hand\n`);
  rmSync(new URL("validators/zen.ts", copy));
  writeFileSync(new URL("resources/gist.ts", copy), "");
  expect(findStaleFiles(outputs, copy)).toEqual([
    { file: "types.ts", state: "changed" },
    { file: "validators/zen.ts", state: "missing" },
    { file: "resources/gist.ts", state: "left over" },
  ]);
});

test.each(names)("%s has a validator that stands alone", (name) => {
  const code = readFileSync(new URL(`validators/${name}.ts`, generated), "utf8");
  expect(code).not.toMatch(/\bimport (?!type\b)|\brequire\(|\beval\(|new Function/);
  expect(code).toContain("export function findFlaws(value: unknown)");
});

const sources = readdirSync(new URL("../src/", import.meta.url)).filter((file) => file.endsWith(".ts"));

test.each(sources)("src/%s imports only what stands beside it", (file) => {
  const code = readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8");
  const imported = [...code.matchAll(/\bfrom "([^"]+)"/g)].map(([, specifier = ""]) => specifier);
  expect(imported.filter((specifier) => !/^\.\/(?!generate\/)/.test(specifier))).toEqual([]);
});

test("every field and every type is documented", () => {
  const lines = (outputs.get("types.ts") ?? "").split("\n");
  const stated = lines.flatMap((line, at) => (/^(?:export |\s+"?[\w$-]+"?\??: )/.test(line) ? [at] : []));
  expect(stated.length).toBeGreaterThan(150);
  expect(stated.filter((at) => !/\*\/$/.test(lines[at - 1] ?? "")).map((at) => lines[at])).toEqual([]);
});

test("every type has one name and no twin", () => {
  const types = [...(outputs.get("types.ts") ?? "").matchAll(/^export (?:interface|type) (\w+)/gm)].map(
    ([, name]) => name,
  );
  expect(types).toEqual([...new Set(types)]);
  expect(types.filter((name) => /\d$/.test(name ?? ""))).toEqual([]);
  expect(types.toSorted()).toEqual([
    "Account",
    "AccountPlan",
    "ApiFile",
    "CityCount",
    "ErrorBody",
    "License",
    "OwnUser",
    "Plan",
    "PlanStep",
    "RateLimitBucket",
    "RateLimitHeaders",
    "RateLimitOverview",
    "Repositories",
    "Repository",
    "RepositoryItem",
    "ResponseHeaders",
    "User",
    "Zen",
  ]);
});

test.each(names)("schemas/%s.json says what it is", (name) => {
  const schema = schemaOf(name);
  expect(schema.$id).toBe(`https://tapedeck.dev/schemas/${name}.json`);
  expect(schema.title).toMatch(/^[A-Z][a-z ]+$/);
  expect(schema.description).toMatch(/\.$/);
  expect(JSON.stringify(schema)).not.toMatch(/"(?:format|minLength|maxLength|uniqueItems)":/);
});
