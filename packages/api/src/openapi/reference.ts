import { valueByPointer } from "@tapedeck/rate-limit";
import { isObject, type JsonObject, pointerTo, uriDecoded } from "@tapedeck/tape/internal";

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

/** A reference, and its place. */
export interface SchemaReference {
  readonly holder: { $ref: string };
  /** The file that it names, as written; "" for its own. */
  readonly file: string;
  /** A JSON pointer, or the name of an anchor. */
  readonly fragment: string;
  readonly place: string;
}

/** Keywords whose members are names, not keywords. */
const maps: ReadonlySet<string> = new Set([
  ...["paths", "webhooks", "components", "schemas", "responses", "parameters", "headers", "requestBodies", "pathItems"],
  ...["securitySchemes", "links", "callbacks", "content", "properties", "patternProperties", "dependentSchemas"],
  ...["$defs", "definitions"],
]);
/** Keywords whose values are data: nothing in them is a reference. */
export const dataKeywords: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

/**
 * Finds the references of a document, and the places of its anchors.
 * @see OpenAPI 3.1.0, section 4.8.23 (Reference Object)
 */
export function findReferences(document: unknown): {
  readonly references: readonly SchemaReference[];
  readonly anchors: ReadonlyMap<string, string>;
} {
  const references: SchemaReference[] = [];
  const anchors = new Map<string, string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown, place: string, named: boolean): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    // With a YAML alias one value is at several places.
    seen.add(value);
    if (Array.isArray(value)) {
      for (const [at, each] of value.entries()) visit(each, `${place}/${at}`, false);
      return;
    }
    const { $ref: reference, $anchor: anchor } = value as { readonly $ref?: unknown; readonly $anchor?: unknown };
    if (!named && typeof anchor === "string") anchors.set(anchor, place);
    if (!named && typeof reference === "string") {
      const [file = "", fragment = ""] = reference.split("#", 2);
      references.push({ holder: value as SchemaReference["holder"], file, fragment, place });
    }
    for (const [key, each] of Object.entries(value)) {
      if (!named && (dataKeywords.has(key) || key.startsWith("x-"))) continue;
      // Examples hold data; only `examples` itself may hold references.
      if (place === "/components" && key === "examples") continue;
      if (typeof each === "object") visit(each, pointerTo(place, key), !named && maps.has(key) && isObject(each));
    }
  };
  visit(document, "", false);
  return { references, anchors };
}

/** An OpenAPI document that cannot be read. */
export class OpenApiError extends RangeError {
  override readonly name = "OpenApiError";
  /** The flaw, and its place in the document. */
  readonly detail: string;
  /** The file with the flaw; undefined for the document itself. */
  readonly file: string | undefined;
  constructor(detail: string, { file, ...options }: ErrorOptions & { readonly file?: string | undefined } = {}) {
    super(`Cannot read the OpenAPI document${file === undefined ? "" : ` "${file}"`}: ${detail}`, options);
    this.detail = detail;
    this.file = file;
  }
}
