import { isObject, type JsonObject } from "@tapedeck/tape/internal";
import { dataKeywords } from "./find-references.ts";

/** Keywords under which each key is a name. */
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"]);
/**
 * Keywords that check nothing here: places are found by pointers alone, and formats are the business of the value's
 * reader.
 */
const dropped: ReadonlySet<string> = new Set([
  ...["$id", "id", "$schema", "$anchor", "$dynamicAnchor", "$dynamicRef", "$comment", "$defs", "definitions", "format"],
  ...["title", "description", "example", "examples", "default", "deprecated", "readOnly", "writeOnly"],
  ...["discriminator", "xml", "externalDocs", "nullable", "contentMediaType", "contentEncoding", "contentSchema"],
]);

/**
 * Makes JSON Schema 2020-12 of a schema of an OpenAPI document, for a response's body: what is only written need not be
 * there.
 * @param version `3.0`, where a schema has words of its own (`nullable`, two exclusive limits), or `3.1`.
 * @param refer Gives the key of the schema that a reference leads to.
 * @see OpenAPI 3.0.3, section 4.7.24; OpenAPI 3.1.0, section 4.8.24
 */
export function convertSchema(schema: unknown, version: "3.0" | "3.1", refer: (reference: string) => string): unknown {
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (!isObject(value)) return value;
    // What stands beside a reference is passed over; that a value may be null is written there so often that it is heard.
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
      // With a discriminator the value says which shape is meant, and the others may fit as well.
      else
        made[key === "oneOf" && isObject(value["discriminator"]) && !("anyOf" in value) ? "anyOf" : key] =
          convert(each);
    }
    // Documents that say 3.1 keep words of 3.0, where these mean nothing else.
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
