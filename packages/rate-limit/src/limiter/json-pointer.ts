import { memoizeShort } from "./memoize.ts";

// A body that is longer is not read: what an answer costs is said in its first words, or not at all.
const longestBody = 1_048_576;

/**
 * Reads a value out of a JSON text by a pointer (RFC 6901); undefined where the text is none, is longer than a mebibyte,
 * or has nothing there.
 * @example
 * bodyValueAt('{"a":[1,2]}', "/a/1"); // 2
 */
export function bodyValueAt(text: string | null | undefined, pointer: string): unknown {
  return valueByPointer(parsedBody(text), pointer);
}

/**
 * Reads a value by a pointer (RFC 6901); undefined where there is none.
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

/** Parses a JSON text; undefined where it is none, or longer than a mebibyte. */
export function parsedBody(text: string | null | undefined): unknown {
  if (typeof text !== "string" || text.length > longestBody || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Puts values into a JSON text by pointers, making the objects that are missing; a text that is no JSON object, or null,
 * stays as it is.
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
