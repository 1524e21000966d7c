import { isObject } from "@tapedeck/tape/internal";
/** The types of JSON. An integer is a number: a fraction belongs to the value, not to the type. */
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** The common shape of all values at one place, in any item of a list. */
export interface Shape {
  /** Number of values at this place. */
  readonly count: number;
  readonly types: ReadonlySet<JsonType>;
  /** Number of objects among them. */
  readonly objects: number;
  /** By name, in the order of their first appearance. */
  readonly fields: ReadonlyMap<string, Shape>;
  /** The common shape of the items of all lists here; null where there is no list. */
  readonly items: Shape | null;
  /** The strings among the values that are single words: candidates for an enumeration. */
  readonly words: ReadonlySet<string>;
}

/** Deeper than any API nests, and shallow enough for the stack. */
const deepest = 200;
const word = /^[A-Za-z][\w-]{0,39}$/;

/**
 * Returns the common shape of the values of a place.
 * @example
 * shapeOf([{ id: 1 }, { id: 2, name: null }]).fields.get("name")?.count; // 1, of 2 objects
 */
export function shapeOf(values: readonly unknown[], depth = 0): Shape {
  const known = values.filter((value) => value !== undefined);
  const within = depth < deepest ? known : [];
  const objects = within.filter(isObject);
  const lists = within.filter((value): value is readonly unknown[] => Array.isArray(value));
  const members = new Map<string, unknown[]>();
  for (const object of objects) {
    for (const [name, value] of Object.entries(object)) {
      const others = members.get(name);
      if (others) others.push(value);
      else members.set(name, [value]);
    }
  }
  return {
    count: known.length,
    types: new Set(known.map(typeOf)),
    objects: objects.length,
    fields: new Map([...members].map(([name, found]) => [name, shapeOf(found, depth + 1)])),
    items: lists.length === 0 ? null : shapeOf(lists.flat(), depth + 1),
    words: new Set(known.filter((value): value is string => typeof value === "string" && word.test(value))),
  };
}

function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as JsonType);
}
