import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { generatedScheme, writeScheme } from "../../src/generate/main.ts";
import { checkScheme, dialects, presets } from "../../src/index.ts";
import { impossible } from "./impossible.ts";

const schemaAt = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../schemas/${name}.json`, import.meta.url), "utf8"));
const schema = schemaAt("files/rate-limit-scheme");
const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
for (const name of ["files/rate-limit-scheme", "parts"]) ajv.addSchema(schemaAt(name));
const validate = ajv.getSchema(schema.$id) ?? expect.fail("no such schema");
// An editor of `api.json` follows the same reference.
const validateApi = ajv.compile(schemaAt("api"));

test.each([...Object.entries(presets), ...schema.examples.entries()])(
  "the JSON Schema takes %s, alone and in an api.json, and so does the check",
  (_name, scheme) => {
    expect(validate(scheme)).toBe(true);
    expect(validateApi({ rateLimits: scheme })).toBe(true);
    expect(() => checkScheme(scheme, "file")).not.toThrow();
  },
);

test("the JSON Schema offers every preset and dialect", () => {
  const { preset, tell } = schema.properties;
  expect(preset.enum).toEqual(Object.keys(presets));
  expect(tell.anyOf[0].enum).toEqual(Object.keys(dialects));
});

test("the JSON Schema refuses what cannot be, but for what only a reader of all of it can see", () => {
  const taken = impossible.filter(([, value]) => validate(JSON.parse(JSON.stringify(value))));
  expect(taken.map(([shows]) => shows)).toEqual([
    "an inherited member",
    "no name",
    "two of one name",
    "the policy of nobody",
    "a template of a word that tells nothing",
    "a template of a policy that is not there",
    "an overview of nothing",
    "a parameter of no path",
    "limits of accounts by address",
    "no limit for an account that is named",
    "an unknown zone",
  ]);
  for (const [, value] of impossible) {
    const file = JSON.parse(JSON.stringify({ rateLimits: value }));
    expect(validateApi(file)).toBe(validate(file.rateLimits));
  }
});

test("the types, and the schema of the check, are what the JSON Schema gives", () => {
  expect(readFileSync(generatedScheme, "utf8")).toBe(writeScheme());
});
