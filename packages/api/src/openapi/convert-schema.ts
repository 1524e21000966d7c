import { isObject, type JsonObject } from "@tapedeck/tape/internal";
import { dataKeywords } from "./find-references.ts";

/** Keywords whose members are names. */
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"]);
/** Keywords that are not checked: places are found by pointers alone, and formats concern the reader of a value. */
const dropped: ReadonlySet<string> = new Set([
  ...["$id", "id", "$schema", "$anchor", "$dynamicAnchor", "$dynamicRef", "$comment", "$defs", "definitions", "format"],
  ...["title", "description", "example", "examples", "default", "deprecated", "readOnly", "writeOnly"],
  ...["discriminator", "xml", "externalDocs", "nullable", "contentMediaType", "contentEncoding", "contentSchema"],
]);

/**
 * Converts a schema of an OpenAPI document to JSON Schema 2020-12, for a response's body: write-only members may be
 * absent.
 * @param version `3.0`, whose schemas have keywords of their own (`nullable`, two exclusive limits), or `3.1`.
 * @param refer Returns the key of the schema that a reference leads to.
 * @see OpenAPI 3.0.3, section 4.7.24; OpenAPI 3.1.0, section 4.8.24
 */
export function convertSchema(schema: unknown, version: "3.0" | "3.1", refer: (reference: string) => string): unknown {
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (!isObject(value)) return value;
    // Siblings of a reference are ignored, except `nullable`, which documents often write there.
    if (version === "3.0" && typeof value["$ref"] === "string")
      return withOwnWords({ $ref: refer(value["$ref"]) }, value["nullable"] === true);
    const made: Record<string, unknown> = {};
    for (const [key, each] of Object.entries(value)) {
      if (dropped.has(key) || key.startsWith("x-")) continue;
      if (key === "$ref") made[key] = refer(String(each));
      else if (key === "required") made[key] = Array.isArray(each) ? each.filter((name) => isRead(value, name)) : [];
      else if (key === "items" && Array.isArray(each)) made["prefixItems"] = each.map(convert);
      else if (dataKeywords.has(key)) made[key] = each;
      else if (maps.has(key) && isObject(each))
        made[key] = Object.fromEntries(Object.entries(each).map(([name, one]) => [name, convert(one)]));
      // A discriminator tells which shape is meant; the value may fit others as well.
      else
        made[key === "oneOf" && isObject(value["discriminator"]) && !("anyOf" in value) ? "anyOf" : key] =
          convert(each);
    }
    // Documents of version 3.1 may use keywords of 3.0, if these mean nothing else.
    return withOwnWords(made, value["nullable"] === true);
  };
  return convert(schema);
}

function isRead(schema: JsonObject, name: unknown): boolean {
  const property = isObject(schema["properties"]) ? schema["properties"][String(name)] : undefined;
  return !isObject(property) || property["writeOnly"] !== true;
}

function withOwnWords(schema: Record<string, unknown>, nullable: boolean): unknown {
  for (const [exclusive, limit] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const said = schema[exclusive];
    if (typeof said !== "boolean") continue;
    delete schema[exclusive];
    if (!said || schema[limit] === undefined) continue;
    schema[exclusive] = schema[limit];
    delete schema[limit];
  }
  if (!nullable || Object.keys(schema).length === 0) return schema;
  const { type, enum: values, ...rest } = schema;
  if (typeof type !== "string") return { anyOf: [{ type: "null" }, schema] };
  return { ...rest, type: [type, "null"], ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }) };
}
