import fc from "fast-check";
import { derivedFields } from "../documents/domain.ts";
import { type SchemaPlace, type SettledShape, schemaShape, typesOf } from "./schema.ts";

/**
 * Makes the arbitrary of a schema: values that it allows, of every kind that it names. They shrink to the smallest one:
 * null if allowed, else with required members only.
 * @example
 * fc.sample(fromSchema(placeOf("license")), 1); // [{ key: "", name: "~", spdx_id: "MIT", url: null, node_id: "" }]
 */
export function fromSchema(place: SchemaPlace): fc.Arbitrary<unknown> {
  const shape = schemaShape(place);
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum);
  if (shape.anyOf !== undefined) {
    const { file } = shape;
    return smallestFirst(shape.anyOf.map((schema) => [schema.type ?? "", fromSchema({ file, schema })] as const));
  }
  return smallestFirst(typesOf(shape).map((type) => [type, ofType(type, shape)] as const));
}

/** Any JSON value. There is no −0. */
const anything: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value)));

/** Makes a choice that shrinks to null if null is one of its alternatives. */
function smallestFirst(
  choices: ReadonlyArray<readonly [type: string | readonly string[], fc.Arbitrary<unknown>]>,
): fc.Arbitrary<unknown> {
  const sorted = [...choices].sort(([a], [b]) => Number(b === "null") - Number(a === "null"));
  const [only, ...others] = sorted.map(([type, arbitrary]) => ({ weight: type === "null" ? 1 : 4, arbitrary }));
  if (only === undefined) return anything;
  return others.length === 0 ? only.arbitrary : fc.oneof({ withCrossShrink: true }, only, ...others);
}

function ofType(type: string, shape: SettledShape): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return integers(shape);
    case "number":
      // JSON has no −0.
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
    case "string":
      return texts(shape);
    case "array": {
      const { file, items = {}, minItems = 0 } = shape;
      return fc.array(fromSchema({ file, schema: items }), { minLength: minItems, maxLength: minItems + 4 });
    }
    case "object":
      return objects(shape);
    default:
      throw new RangeError(`Cannot make a value of type "${type}"`);
  }
}

function integers({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: SettledShape): fc.Arbitrary<number> {
  const most = { weight: 1, arbitrary: fc.integer({ min: minimum, max: maximum }) };
  if (maximum - minimum <= 1000) return most.arbitrary;
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.integer({ min: minimum, max: minimum + 1000 }) },
    most,
  );
}

function texts({ pattern, examples = [] }: SettledShape): fc.Arbitrary<string> {
  const known = examples.filter((example) => typeof example === "string");
  const free = pattern === undefined ? fc.string({ unit: "grapheme", maxLength: 12 }) : matching(pattern);
  return known.length === 0 ? free : fc.oneof({ withCrossShrink: true }, free, fc.constantFrom(...known));
}

function matching(pattern: string): fc.Arbitrary<string> {
  const expression = new RegExp(pattern, "u");
  // The generator of strings from patterns does not support word boundaries: without them it generates more, and the
  // excess is filtered out. Its white space is narrower than the language's.
  const generous = new RegExp(pattern.replaceAll("\\b", ""), "u");
  return fc.stringMatching(generous, { size: "-1" }).filter((text) => expression.test(text));
}

function objects(shape: SettledShape): fc.Arbitrary<unknown> {
  // A field that follows from other fields will be filled in: here it only has to exist.
  const derived = derivedFields.get(shape.file) ?? new Set<string>();
  const { properties } = shape;
  const required = shape.required.filter((name) => properties.has(name));
  const entries = [...properties].filter(([name]) => !derived.has(name));
  const record = fc.record(Object.fromEntries(entries.map(([name, place]) => [name, fromSchema(place)])), {
    requiredKeys: required.filter((name) => !derived.has(name)),
    noNullPrototype: true,
  });
  const there = [...derived].filter((name) => required.includes(name));
  const perhaps = [...derived].filter((name) => properties.has(name) && !required.includes(name));
  return fc
    .tuple(record, furtherFields(shape), fc.subarray(perhaps))
    .map(([named, further, chosen]) => {
      const fields: Record<string, unknown> = { ...further, ...(named as object) };
      for (const name of there) fields[name] = "";
      for (const name of chosen) fields[name] = "";
      return fields;
    })
    .filter((fields) => shape.required.every((name) => Object.hasOwn(fields, name)));
}

/** Fields that a schema allows but does not name. Most objects have none. */
function furtherFields(shape: SettledShape): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const { additionalProperties = true, propertyNames, file } = shape;
  const patterns = Array.from(shape.patternProperties);
  const kinds = patterns.map(([pattern, place]) =>
    fc.dictionary(matching(pattern), fromSchema(place), { maxKeys: 1, noNullPrototype: true }),
  );
  if (additionalProperties !== false) {
    const expressions = patterns.map(([pattern]) => new RegExp(pattern, "u"));
    const isFurther = (name: string): boolean =>
      name !== "__proto__" && !shape.properties.has(name) && !expressions.some((expression) => expression.test(name));
    const names = propertyNames ? fromSchema({ file, schema: propertyNames }) : fc.string({ maxLength: 8 });
    const values = additionalProperties === true ? anything : fromSchema({ file, schema: additionalProperties });
    kinds.push(
      fc.dictionary((names as fc.Arbitrary<string>).filter(isFurther), values, { maxKeys: 2, noNullPrototype: true }),
    );
  }
  // An object without fields of its own can still have these.
  const none = { weight: shape.properties.size === 0 ? 1 : 3, arbitrary: fc.constant({}) };
  return fc.oneof({ withCrossShrink: true }, none, ...kinds.map((arbitrary) => ({ weight: 1, arbitrary })));
}
