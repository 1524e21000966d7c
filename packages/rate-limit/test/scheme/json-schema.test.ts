import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { checkScheme, presets } from "../../src/index.ts";
import { impossible } from "./impossible.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../../../schemas/files/rate-limit-scheme.json", import.meta.url), "utf8"),
);
const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

test.each([...Object.entries(presets), ...schema.examples.entries()])(
  "the JSON Schema takes %s, and so does the check",
  (_name, scheme) => {
    expect(validate(scheme)).toBe(true);
    expect(() => checkScheme(scheme, "file")).not.toThrow();
  },
);

test("the JSON Schema refuses what cannot be, but for what one says at a length that nobody reads", () => {
  const taken = impossible.filter(([, value]) => validate(JSON.parse(JSON.stringify(value))));
  expect(taken.map(([shows]) => shows)).toEqual([
    "no name",
    "a preset that does not exist",
    "a dialect that does not exist",
    "the members of another kind",
    "a log too long",
    "an unknown zone",
    "no period",
    "a parameter of no path",
    "limits of accounts by address",
    "a status that is none",
    "two of one name",
    "a form that does not fit",
    "neither header nor pointer",
    "the policy of nobody",
    "a header that breaks the line",
    "an overview of nothing",
    "an inherited member",
  ]);
});
