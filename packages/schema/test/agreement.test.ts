import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { validate } from "../src/index.ts";
import { exampleOf, names, put, schemaOf } from "./documents.ts";

// The generated checks are ajv's code made small; whatever is done to them, they must say what a stock ajv says.
// `strict: false` would let NaN pass for a number.
const ajv = new Ajv2020({ strict: false, strictNumbers: true, allErrors: true });
// What stands in schemas/files is checked by the package that reads it.
ajv.addSchema({ $id: "https://tapedeck.dev/schemas/files/rate-limit-scheme.json", type: "object" });
for (const name of ["parts", ...names]) ajv.addSchema(schemaOf(name as (typeof names)[number]));

function placesIn(value: unknown, path = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, `${path}/${key}`))];
}

test.each(names)("%s: its check and a stock ajv agree on damaged documents", (name) => {
  const stock = ajv.getSchema(schemaOf(name).$id) as ValidateFunction;
  const example = exampleOf(name);
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(undefined, null, -1, 0.5, Number.NaN, "", "2011-01-26T19:01:12Z", "a/b", {}, []),
  );
  const damaged = fc.array(fc.tuple(fc.constantFrom(...placesIn(example)), odd), { maxLength: 3 }).map((damages) =>
    damages.reduce((document, [path, value]) => {
      try {
        return put(document, path, value);
      } catch {
        return document; // an earlier damage took the place away
      }
    }, example),
  );
  fc.assert(
    fc.property(fc.oneof(damaged, fc.jsonValue()), (document) => {
      const problems = validate(name, document);
      expect(problems.length === 0).toBe(stock(document));
    }),
    law(300),
  );
});
