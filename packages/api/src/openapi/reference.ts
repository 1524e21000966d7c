/** An object of a JSON document. */
export type Json = Readonly<Record<string, unknown>>;

/** As many references as lead from one to the next. */
const longestChain = 64;

/**
 * The value that a reference within the document stands for; any other value as it is. A reference to another document is
 * left as it stands.
 * @param place Where the value stands, as a JSON pointer.
 * @throws RangeError for a reference that leads nowhere, or round in a circle.
 * @see RFC 6901 (JSON Pointer)
 * @example
 * follow(document, { $ref: "#/components/parameters/page" }, "/paths/~1pets/get/parameters/0");
 */
export function follow(document: Json, value: unknown, place: string): unknown {
  let current = value;
  for (let step = 0; step < longestChain; step += 1) {
    const reference = isObject(current) ? current["$ref"] : undefined;
    if (typeof reference !== "string" || !reference.startsWith("#")) return current;
    current = at(document, reference.slice(1));
    if (current === undefined)
      throw new RangeError(`Cannot read the OpenAPI document: "${reference}" (at ${place}) leads nowhere`);
  }
  throw new RangeError(`Cannot read the OpenAPI document: the reference at ${place} leads round in a circle`);
}

/** The members of an object. @throws RangeError for anything else. */
export function membersOf(value: unknown, place: string): Json {
  if (value === undefined) return {};
  if (!isObject(value)) throw new RangeError(`Cannot read the OpenAPI document: ${place} is no object`);
  return value;
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function at(document: Json, pointer: string): unknown {
  let current: unknown = document;
  for (const part of pointer.split("/").slice(1)) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Json)[name];
  }
  return current;
}
