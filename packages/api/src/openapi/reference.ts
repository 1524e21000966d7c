import { valueByPointer } from "@tapedeck/rate-limit";
import { isObject, type JsonObject, uriDecoded } from "@tapedeck/tape/internal";
import { OpenApiError } from "./openapi-error.ts";

/** As many references as lead from one to the next. */
const longestChain = 64;

/**
 * The value that a reference within the document stands for; any other value as it is. A reference to another document is
 * left as it stands.
 * @param place Where the value stands, as a JSON pointer, and in which file, for the error.
 * @throws OpenApiError for a reference that leads nowhere, or round in a circle.
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

/** The members of an object. @throws OpenApiError for anything else. */
export function membersOf(value: unknown, place: string): JsonObject {
  if (value === undefined) return {};
  if (!isObject(value)) throw new OpenApiError(`${place} is no object`);
  return value;
}

/** The value at a JSON pointer, as a fragment of a URL spells it; undefined where there is none. */
export function valueByFragment(document: unknown, fragment: string): unknown {
  return fragment === "" || fragment.startsWith("/") ? valueByPointer(document, uriDecoded(fragment)) : undefined;
}
