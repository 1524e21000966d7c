import { isObject, pointerTo } from "@tapedeck/tape/internal";

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
