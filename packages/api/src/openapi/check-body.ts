// Validates bodies by the response schemas of an OpenAPI document. It loads ajv, so it has an entry of its own.

import { type Check, type Flaw, problemsOf } from "@tapedeck/schema";
import { bodilessStatuses, growthOf, isJson, isObject, type JsonObject, pointerTo } from "@tapedeck/tape/internal";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { Behaviour, Operation } from "../api.ts";
import { dataKeywords, valueByFragment } from "./reference.ts";

/**
 * Makes the check of bodies against the response schemas of a document; compiles each on first use.
 * @param document A document with internal references only.
 */
export function bodyCheckOf(document: JsonObject): NonNullable<Behaviour["checkBody"]> {
  const compile = compilerOf(document);
  const checks = new Map<unknown, Check>();
  return (operation, status, value, type) => {
    const said = operation === null || bodilessStatuses.has(status) ? null : schemaFor(operation, status, type);
    if (operation === null || said === null) return null;
    const check = checks.get(said.schema) ?? compile(said.schema);
    checks.set(said.schema, check);
    return { schema: nameOf(said.schema) ?? `${operation.id} ${said.key}`, problems: problemsOf(check, value) };
  };
}

/** An exact status comes before a range, a range before `default`. @see OpenAPI 3.1.0, section 4.8.16 */
function schemaFor(
  { responses }: Operation,
  status: number,
  type = "application/json",
): { readonly key: string; readonly schema: unknown } | null {
  const key = [`${status}`, `${Math.floor(status / 100)}XX`, "default"].find((each) => responses.has(each));
  const schemas = key === undefined ? undefined : responses.get(key);
  const schema = schemas?.get(typeFor(type, [...schemas.keys()]) ?? "");
  return key === undefined || schema === undefined ? null : { key, schema };
}

/**
 * Returns the described media type for an actual one: the same, with or without parameters; for JSON under another name
 * the plain one, or the only one; else a range.
 * @see OpenAPI 3.1.0, section 4.8.17 ("the most specific key is applicable")
 */
function typeFor(type: string, described: readonly string[]): string | undefined {
  const [whole, bare] = [withoutBlanks(type), withoutBlanks(type.split(";")[0] ?? "")];
  const isOfJson = (each: string): boolean => isJson([["content-type", each]]);
  // For any other type the schema describes what XML, forms or lines are parsed to, not their text.
  if (!isOfJson(bare) && bare !== "text/plain") return undefined;
  const jsonTypes = isOfJson(bare) ? described.filter(isOfJson) : [];
  const plainJson = jsonTypes.find((each) => withoutBlanks(each).startsWith("application/json"));
  return (
    described.find((each) => withoutBlanks(each) === whole) ??
    described.find((each) => withoutBlanks(each.split(";")[0] ?? "") === bare) ??
    plainJson ??
    (bare === "application/json" && jsonTypes.length === 1 ? jsonTypes[0] : undefined) ??
    [`${bare.split("/")[0]}/*`, "*/*"].find((range) => described.includes(range))
  );
}

function withoutBlanks(type: string): string {
  return type.toLowerCase().replace(/\s+/g, "");
}

function nameOf(schema: unknown): string | null {
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  return typeof reference === "string" ? (/\/([^/]+)$/.exec(reference)?.[1] ?? null) : null;
}

function compilerOf(document: JsonObject): (schema: unknown) => Check {
  const version = String(document["openapi"]).startsWith("3.0.") ? "3.0" : "3.1";
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    validateSchema: false,
    validateFormats: false,
    addUsedSchema: false,
    logger: false,
    code: { regExp: Object.assign(lenientPattern, { code: "" }) },
  });
  const keys = new Map<string, string>();
  const refer = (reference: string): string => {
    const known = keys.get(reference);
    if (known !== undefined) return known;
    const key = `schema-${keys.size}`;
    keys.set(reference, key);
    ajv.addSchema(convertSchema(valueByFragment(document, reference.slice(1)), version, refer) as object, key);
    return key;
  };
  return (schema) => {
    try {
      const validate = ajv.compile(convertSchema(schema, version, refer) as object);
      return (value) => (validate(value) ? [] : flawsOf(validate.errors ?? []));
    } catch {
      // One invalid schema of a document must not disable the others.
      return () => [{ path: "", expected: "what its schema says, which is no JSON Schema" }];
    }
  };
}

/** Patterns are written for many engines; one that this engine rejects, or would never end with, is not checked. */
function lenientPattern(pattern: string): RegExp {
  for (const flags of ["u", ""]) {
    try {
      const read = new RegExp(pattern, flags);
      return flags === "u" && growthOf(pattern) === "exponential" ? /(?:)/ : read;
    } catch {}
  }
  return /(?:)/;
}

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
function convertSchema(schema: unknown, version: "3.0" | "3.1", refer: (reference: string) => string): unknown {
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

/** Words ajv's findings as a list of `Problem`, one for each place. */
function flawsOf(errors: readonly ErrorObject[]): readonly Flaw[] {
  return errors.flatMap(flawOf);
}

const bounds: Readonly<Record<string, (limit: unknown) => string>> = {
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  exclusiveMaximum: (limit) => `less than ${limit}`,
  minItems: (limit) => `at least ${limit} of them`,
  maxItems: (limit) => `at most ${limit} of them`,
  minProperties: (limit) => `at least ${limit} keys`,
  maxProperties: (limit) => `at most ${limit} keys`,
  minLength: (limit) => `at least ${limit} characters`,
  maxLength: (limit) => `at most ${limit} characters`,
};

function flawOf({ keyword, params, instancePath, propertyName, parentSchema, message }: ErrorObject): readonly Flaw[] {
  const at = (expected: string): readonly Flaw[] =>
    propertyName === undefined
      ? [{ path: instancePath, expected }]
      : [{ path: pointerTo(instancePath, propertyName), expected, about: "key" }];
  const bound = bounds[keyword];
  if (bound !== undefined) return at(bound(params["limit"]));
  switch (keyword) {
    case "type":
      return at([params["type"]].flat().join(" or "));
    case "required":
    case "dependentRequired": {
      const missing = String(params["missingProperty"]);
      return [{ path: pointerTo(instancePath, missing), expected: kindOf(parentSchema?.["properties"]?.[missing]) }];
    }
    case "additionalProperties":
    case "unevaluatedProperties": {
      const key = String(params["additionalProperty"] ?? params["unevaluatedProperty"]);
      const known = Object.keys(parentSchema?.["properties"] ?? {}).join(", ");
      const expected = known === "" ? "no such key" : `one of the keys ${known}`;
      return [{ path: pointerTo(instancePath, key), expected, about: "key" }];
    }
    case "enum":
      return at((params["allowedValues"] as readonly unknown[]).map((each) => JSON.stringify(each)).join(" or "));
    case "const":
      return at(JSON.stringify(params["allowedValue"]));
    case "pattern":
      return at(`text that fits ${params["pattern"]}`);
    case "anyOf":
      return [{ path: instancePath, expected: "", about: "choice" }];
    case "oneOf":
      return Array.isArray(params["passingSchemas"])
        ? at("one shape of several, not two at once")
        : [{ path: instancePath, expected: "", about: "choice" }];
    // These only summarize what the findings within them say.
    case "if":
    case "propertyNames":
      return [];
    default:
      return at(message ?? keyword);
  }
}

function kindOf(property: unknown): string {
  const type = isObject(property) ? property["type"] : undefined;
  return type === undefined ? "a value" : [type].flat().join(" or ");
}
