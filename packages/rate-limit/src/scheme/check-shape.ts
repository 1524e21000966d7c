// Checks data by the part of JSON Schema that our schema of schemes uses, in words for people who write such a file.
// It reports the first flaw. Read next: `check-scheme.ts`, which adds what no schema can say.
import { memoizeShort } from "../limiter/memoize.ts";
import { SchemeError } from "./scheme-error.ts";

/** A JSON Schema, as far as it is read here. `title` says what a value must be, for errors. */
export interface JsonShape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonShape>>;
  readonly title?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: JsonShape;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonShape | false>>;
  readonly propertyNames?: JsonShape;
  readonly additionalProperties?: JsonShape | false;
  readonly anyOf?: readonly JsonShape[];
  readonly allOf?: readonly { readonly if: JsonShape; readonly then: JsonShape }[];
  readonly not?: JsonShape;
}

/**
 * Checks a value by a schema.
 * @param place Where the value stands, for errors.
 * @throws SchemeError that names the place of the first flaw.
 * @example
 * checkShape({ type: "object", properties: { limit: { type: "integer", minimum: 0 } } }, { limit: 5 }, "file"); // undefined
 */
export function checkShape(whole: JsonShape, value: unknown, place: string): void {
  // What stands beside a reference is for people.
  const settled = (shape: JsonShape): JsonShape =>
    (shape.$ref && whole.$defs?.[shape.$ref.slice("#/$defs/".length)]) || shape;
  const check = (given: JsonShape, value: unknown, place: string): void => {
    const shape = settled(given);
    if (shape.anyOf !== undefined) check(chosen(shape.anyOf.map(settled), value, place), value, place);
    else if (Array.isArray(value) && shape.type === "array") checkList(shape, value, place);
    else if (isObject(value) && shape.type === "object") checkFields(shape, value, place);
    else if (!fits(shape, value)) throw new SchemeError(place, `must be ${wanted(shape)}, not ${shownValue(value)}`);
  };
  const checkList = ({ items = {}, maxItems = Infinity }: JsonShape, list: readonly unknown[], place: string): void => {
    if (list.length > maxItems) throw new SchemeError(place, `has ${list.length} items, and ${maxItems} is the most`);
    for (const [at, item] of list.entries()) check(items, item, `${place}/${at}`);
  };
  const checkFields = (shape: JsonShape, fields: Fields, place: string): void => {
    const { properties = {}, required = [], additionalProperties: others = {}, propertyNames = {}, allOf = [] } = shape;
    const missing = required.find((name) => valueIn(fields, name) === undefined);
    if (missing !== undefined) throw new SchemeError(place, `has no ${JSON.stringify(missing)}`);
    for (const name of Object.keys(fields)) {
      const at = `${place}/${name.slice(0, 64)}`;
      const field = Object.hasOwn(properties, name) ? properties[name] : others;
      if (field === false || field === undefined)
        throw new SchemeError(at, `unknown; there is ${Object.keys(properties).join(", ")}`);
      if (!fits(propertyNames, name)) throw new SchemeError(at, `must be ${wanted(propertyNames)}`);
      const value = valueIn(fields, name);
      if (value !== undefined || field === others) check(field, value, at);
    }
    for (const rule of allOf) {
      if (!holds(rule.if, fields)) continue;
      for (const [name, field] of Object.entries(rule.then.properties ?? {}))
        if (field && valueIn(fields, name) !== undefined) check(field, valueIn(fields, name), `${place}/${name}`);
    }
  };
  check(whole, value, place);
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueIn(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Returns whether fields meet a condition on single ones. */
function holds({ properties = {}, not }: JsonShape, fields: Fields): boolean {
  if (not !== undefined) return !holds(not, fields);
  return Object.entries(properties).every(([name, field]) => field && fits(field, valueIn(fields, name)));
}

/** Returns the alternative for a value: by its type, and of objects by the members that tell them apart. */
function chosen(alternatives: readonly JsonShape[], value: unknown, place: string): JsonShape {
  if (!isObject(value)) return alternatives.find(({ type }) => type === typeOf(value)) ?? alternatives[0] ?? {};
  let left = alternatives.filter(({ type }) => type === "object");
  const marks = left.flatMap(({ properties = {} }) =>
    Object.keys(properties).filter((name) => properties[name] && properties[name].const !== undefined),
  );
  for (const name of new Set(marks)) {
    const accepting = left.filter(({ properties = {}, required = [] }) =>
      valueIn(value, name) === undefined
        ? !required.includes(name)
        : properties[name] && fits(properties[name], value[name]),
    );
    const known = left.flatMap(({ properties = {} }) => (properties[name] ? choicesOf(properties[name]) : []));
    if (accepting.length === 0 && valueIn(value, name) !== undefined && known.length > 0)
      throw new SchemeError(`${place}/${name}`, `must be ${wanted({ enum: known })}, not ${shownValue(value[name])}`);
    if (accepting.length > 0) left = accepting;
  }
  return left[0] ?? alternatives[0] ?? {};
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}

function choicesOf({ enum: choices, const: only }: JsonShape): readonly unknown[] {
  return choices ?? (only === undefined ? [] : [only]);
}

/** Returns whether a plain value fits. */
function fits(shape: JsonShape, value: unknown): boolean {
  const { type, pattern, minLength = 0, minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity } = shape;
  const choices = choicesOf(shape);
  if (choices.length > 0) return choices.includes(value);
  if (typeof value === "string")
    return (type ?? "string") === "string" && value.length >= minLength && (!pattern || patternOf(pattern).test(value));
  if (typeof value !== "number") return type === "boolean" && typeof value === type;
  const isNumber = type === "integer" ? Number.isSafeInteger(value) : type === "number" && Number.isFinite(value);
  return isNumber && value >= minimum && value > exclusiveMinimum && value <= maximum;
}

const patternOf = memoizeShort((pattern: string) => new RegExp(pattern));

/** Returns in words what a value must be. */
function wanted(shape: JsonShape): string {
  const { title, type, minimum, exclusiveMinimum } = shape;
  const choices = choicesOf(shape);
  if (title !== undefined) return /^(?:a|"|absent)/.test(title) ? title : `a ${title}`;
  if (choices.length > 0) return choices.map((each) => JSON.stringify(each)).join(" or ");
  if (type === "integer" || type === "number") {
    const least = minimum === undefined ? ` above ${exclusiveMinimum}` : ` from ${minimum}`;
    return `a ${type === "integer" ? "whole " : ""}number${least}`;
  }
  return { object: "an object", array: "a list", boolean: "true or false" }[type ?? ""] ?? "a text";
}

/** Returns a value for an error. */
export function shownValue(value: unknown): string {
  return typeof value === "number" ? String(value) : String(JSON.stringify(value)).slice(0, 100);
}
