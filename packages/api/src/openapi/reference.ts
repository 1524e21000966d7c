import { valueByPointer } from "@tapedeck/rate-limit";
import { isObject, type JsonObject, uriDecoded } from "@tapedeck/tape/internal";
import { OpenApiError } from "./openapi-error.ts";

/** Maximum length of a chain of references. */
const longestChain = 64;

/**
 * Returns the value that an internal reference stands for; any other value, also a reference to another document, as it
 * is.
 * @param place The value's place, as a JSON pointer, and its file, for the error.
 * @throws OpenApiError for a reference that leads nowhere, or a circle of references.
 * @see RFC 6901 (JSON Pointer)
 */
export function followReference(document: JsonObject, value: unknown, place: string, file?: string): unknown {
  let current = value;
  for (let step = 0; step < longestChain; step += 1) {
    const reference = isObject(current) ? current["$ref"] : undefined;
    if (typeof reference !== "string" || !reference.startsWith("#")) return current;
    current = valueByFragment(document, reference.slice(1));
    if (current === undefined) throw new OpenApiError(`"${reference}" (at ${place}) leads nowhere`, { file });
  }
  throw new OpenApiError(`the reference at ${place} leads round in a circle`, { file });
}

/** Returns the members of an object. @throws OpenApiError for anything else. */
export function membersOf(value: unknown, place: string): JsonObject {
  if (value === undefined) return {};
  if (!isObject(value)) throw new OpenApiError(`${place} is no object`);
  return value;
}

/** Returns the value at a JSON pointer in URL-fragment form; undefined if there is none. */
export function valueByFragment(document: unknown, fragment: string): unknown {
  return fragment === "" || fragment.startsWith("/") ? valueByPointer(document, uriDecoded(fragment)) : undefined;
}
