import { type SchemaPlace, type SettledShape, schemaShape, typesOf } from "./schema.ts";

/** One way to break one rule in a value. */
export interface Fault {
  /** The keys that lead to the place. */
  readonly keys: readonly string[];
  /** The rule, by the schema's keyword. */
  readonly rule: string;
  /** The value to put there; undefined to remove the present one. */
  readonly put: unknown;
}

/** One value of each type that JSON has. */
const oneOfEach: ReadonlyArray<readonly [type: string, value: unknown]> = [
  ["null", null],
  ["boolean", true],
  ["integer", 7],
  ["number", 0.5],
  ["string", "text"],
  ["array", []],
  ["object", {}],
];

/**
 * Finds every way to break exactly one rule of a schema in a value that fits it.
 * @example
 * faultsIn(placeOf("city-count"), 3).map(({ rule }) => rule); // ["type", "type", …, "minimum"]
 */
export function faultsIn(place: SchemaPlace, value: unknown, keys: readonly string[] = []): readonly Fault[] {
  const shape = schemaShape(place);
  if (shape.anyOf !== undefined) return faultsInChoice(shape, value, keys);
  const here = (rule: string, put: unknown): Fault => ({ keys, rule, put });
  if (shape.const !== undefined) return [here("const", other([shape.const]))];
  if (shape.enum !== undefined) return [here("enum", other(shape.enum))];

  const faults = ofOtherType(typesOf(shape)).map((put) => here("type", put));
  if (typeof value === "number") {
    if (shape.minimum !== undefined) faults.push(here("minimum", shape.minimum - 1));
    if (shape.maximum !== undefined) faults.push(here("maximum", shape.maximum + 1));
  }
  if (typeof value === "string" && shape.pattern !== undefined) {
    const pattern = new RegExp(shape.pattern, "u");
    const close = [`${value}/`, `/${value}`, `${value} `, ` ${value}`, value.slice(1), "", "?"];
    faults.push(...close.filter((text) => !pattern.test(text)).map((text) => here("pattern", text)));
  }
  if (Array.isArray(value)) faults.push(...faultsInList(shape, value, keys));
  else if (typeof value === "object" && value !== null)
    faults.push(...faultsInFields(shape, value as Readonly<Record<string, unknown>>, keys));
  return faults;
}

/** Returns a copy of a value with a fault. */
export function broken(value: unknown, { keys: [key, ...rest], put, rule }: Fault): unknown {
  if (key === undefined) return put;
  const inside = { keys: rest, put, rule };
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? broken(item, inside) : item));
  const { [key]: old, ...others } = value as Readonly<Record<string, unknown>>;
  return rest.length === 0 && put === undefined ? others : { ...others, [key]: broken(old, inside) };
}

// A flaw inside the chosen alternative is a flaw of the choice.
function faultsInChoice({ file, anyOf = [] }: SettledShape, value: unknown, keys: readonly string[]): readonly Fault[] {
  const alternatives = anyOf.map((schema) => ({ file, schema }));
  const shapes = alternatives.map(schemaShape);
  const types = shapes.flatMap((shape) => (shape.const === undefined ? typesOf(shape) : [typeof shape.const]));
  const taken = alternatives.filter((_, at) => typesOf(shapes[at] ?? {}).includes(typeOf(value)));
  return [
    ...ofOtherType(types).map((put) => ({ keys, rule: "anyOf", put })),
    ...taken.flatMap((each) =>
      faultsIn(each, value, keys).filter(({ rule, keys: at }) => rule !== "type" || at !== keys),
    ),
  ];
}

function faultsInList(
  { file, items = {}, minItems = 0 }: SettledShape,
  list: readonly unknown[],
  keys: readonly string[],
): readonly Fault[] {
  const tooFew = minItems > 0 ? [{ keys, rule: "minItems", put: list.slice(0, minItems - 1) }] : [];
  const inside = list.flatMap((item, at) => faultsIn({ file, schema: items }, item, [...keys, String(at)]));
  return [...tooFew, ...inside];
}

function faultsInFields(
  shape: SettledShape,
  fields: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): readonly Fault[] {
  const { file, required, additionalProperties, propertyNames } = shape;
  const faults: Fault[] = required.map((name) => ({ keys: [...keys, name], rule: "required", put: undefined }));
  if (additionalProperties === false)
    faults.push({ keys: [...keys, "unheard-of"], rule: "additionalProperties", put: true });
  const [[, some] = []] = Object.entries(fields);
  if (propertyNames !== undefined && some !== undefined)
    faults.push({ keys: [...keys, "no such name"], rule: "propertyNames", put: some });
  for (const [name, value] of Object.entries(fields)) {
    const named = shape.properties.get(name);
    const patterned = [...shape.patternProperties].find(([pattern]) => new RegExp(pattern, "u").test(name))?.[1];
    const place =
      named ??
      patterned ??
      (typeof additionalProperties === "object" ? { file, schema: additionalProperties } : undefined);
    if (place !== undefined) faults.push(...faultsIn(place, value, [...keys, name]));
  }
  return faults;
}

function ofOtherType(types: readonly string[]): unknown[] {
  if (types.length === 0) return [];
  const fitting = new Set(types.includes("number") ? [...types, "integer"] : types);
  return oneOfEach.filter(([type]) => !fitting.has(type)).map(([, value]) => value);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function other(values: readonly unknown[]): unknown {
  return typeof values[0] === "string" ? `${values.join("-")}-or-not` : -1;
}
