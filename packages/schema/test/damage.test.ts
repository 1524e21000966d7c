import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { type ResourceName, validate } from "../src/index.ts";
import { put, schemaOf } from "./documents.ts";
import { found } from "./published-records.ts";

const published = found.flatMap(([, records]) => records).filter(({ paths }) => paths.length === 0);

function copiesOf(name: ResourceName): fc.Arbitrary<unknown> {
  return fc.constantFrom(...published.filter(({ resource }) => resource === name).map(({ record }) => record));
}

interface Damage {
  readonly document: unknown;
  readonly name: ResourceName;
  readonly path: string;
  readonly value: unknown;
}

// A field that holds one of these is whole, so a fraction or a negative number damages it.
const whole = /#\/\$defs\/(?:id|count)$/;

function damages(name: ResourceName, shape: ResourceName = name, within = ""): fc.Arbitrary<Damage> {
  const { properties = {}, required = [] } = schemaOf(shape);
  return fc.constantFrom(...Object.entries(properties)).chain(([field, property]) => {
    const values: fc.Arbitrary<unknown>[] = [
      fc.array(fc.jsonValue()),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY),
    ];
    if (required.includes(field)) values.push(fc.constant(undefined));
    if (whole.test(property.$ref ?? "")) {
      values.push(
        fc.integer({ max: -1 }),
        fc.double({ min: 0.001, max: 0.999 }),
        fc.string(),
        fc.constantFrom(true, null),
      );
    }
    return fc.record({
      name: fc.constant(name),
      document: copiesOf(name),
      path: fc.constant(`${within}/${field}`),
      value: fc.oneof(...values),
    });
  });
}

test("a damaged copy of a published record is rejected, and the damaged place is named", () => {
  const damage = fc.oneof(
    damages("user"),
    damages("own-user"),
    damages("own-user", "user"),
    damages("error"),
    damages("account"),
    damages("user", "account"),
    damages("license"),
    damages("repository-item"),
    damages("repository-item", "account", "/owner"),
    damages("repository"),
    damages("repository", "repository-item"),
    damages("repository", "account", "/owner"),
  );
  fc.assert(
    fc.property(damage, ({ name, document, path, value }) => {
      const problems = validate(name, put(document, path, value));
      expect(problems.map((problem) => problem.path)).toEqual([path]);
    }),
    law(1000),
  );
});
