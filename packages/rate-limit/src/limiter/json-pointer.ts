import { memoizeShort } from "./memoize.ts";

// A longer body is not read: no service tells the cost of an answer in one.
const longestBody = 1_048_576;

/**
 * Reads a value from a JSON text by a pointer (RFC 6901). Returns undefined if there is none, or the text is not JSON
 * or longer than a mebibyte.
 * @example
 * bodyValueAt('{"a":[1,2]}', "/a/1"); // 2
 */
export function bodyValueAt(text: string | null | undefined, pointer: string): unknown {
  return mayHave(text, pointer) ? valueByPointer(parsedBody(text), pointer) : undefined;
}

/** Returns whether a JSON text may have a value at a pointer. Most have not a name of it, and need no parsing. */
export function mayHave(text: string | null | undefined, pointer: string): boolean {
  const has = (step: string): boolean => /^\d+$/.test(step) || text?.includes(step) === true;
  return stepsOf(pointer).every(has) || text?.includes("\\") === true;
}

/**
 * Reads a value by a pointer (RFC 6901). Returns undefined if there is none.
 * @example
 * valueByPointer({ a: [1, 2] }, "/a/1"); // 2
 */
export function valueByPointer(value: unknown, pointer: string): unknown {
  let found = value;
  for (const step of stepsOf(pointer)) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return found;
}

/** Parses a JSON object or array. Returns undefined for other text, and for more than a mebibyte. */
export function parsedBody(text: string | null | undefined): unknown {
  if (typeof text !== "string" || text.length > longestBody || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Puts values into a JSON text by pointers, and makes the objects that are missing. Returns other text unchanged.
 * @example
 * withValues('{"a":1}', [["/b/c", 2]]); // '{"a":1,"b":{"c":2}}'
 */
export function withValues(text: string, values: ReadonlyArray<readonly [pointer: string, value: unknown]>): string {
  const json = parsedBody(text);
  if (values.length === 0 || typeof json !== "object" || json === null) return text;
  for (const [pointer, value] of values) {
    const steps = stepsOf(pointer);
    let holder = json as Record<string, unknown>;
    for (const step of steps.slice(0, -1)) {
      const held = Object.hasOwn(holder, step) ? holder[step] : undefined;
      const next = typeof held === "object" && held !== null ? held : {};
      put(holder, step, next);
      holder = next as Record<string, unknown>;
    }
    put(holder, steps.at(-1) ?? "", value);
  }
  return JSON.stringify(json);
}

function put(holder: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}

const stepsOf = memoizeShort((pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")),
);
