// Validates bodies by the response schemas of an OpenAPI document. It loads ajv, so it has an entry of its own.
// `convert-schema.ts` converts the schemas to JSON Schema; `flaws.ts` words ajv's findings.

import { type Check, problemsOf } from "@tapedeck/schema";
import { bodilessStatuses, isJson, isObject, type JsonObject } from "@tapedeck/tape/internal";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Behaviour, Operation } from "../api.ts";
import { convertSchema } from "./convert-schema.ts";
import { flawsOf } from "./flaws.ts";
import { valueByFragment } from "./reference.ts";

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

/** Patterns are written for many engines; one that this engine rejects is not checked. */
function lenientPattern(pattern: string): RegExp {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {}
  }
  return /(?:)/;
}
