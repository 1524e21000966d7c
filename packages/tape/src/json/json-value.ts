/**
 * Parses JSON text; returns undefined for other text.
 * @example
 * parsedJson("[1"); // undefined
 */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object of JSON of which no more is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a JSON value is an object, neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Extends a JSON Pointer by a member's name.
 * @see RFC 6901, section 3
 * @example
 * pointerTo("/owner", "a/b"); // "/owner/a~1b"
 */
export function pointerTo(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * Returns the names in a JSON Pointer.
 * @example
 * pointerSteps("/owner/a~1b"); // ["owner", "a/b"]
 */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
