// Validates bodies by the response schemas of an OpenAPI document. Loads ajv, so it stands behind an entry of its own.
// `convert-schema.ts` makes JSON Schema of them; `flaws.ts` puts ajv's findings into words.

import { type Check, problemsOf } from "@tapedeck/schema";
import { bodilessStatuses, isObject, type JsonObject } from "@tapedeck/tape";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Behaviour, Operation } from "../api.ts";
import { convertSchema } from "./convert-schema.ts";
import { flawsOf } from "./flaws.ts";
import { valueByPointer } from "./reference.ts";

/**
 * Makes the check that holds bodies to the response schemas of a document, each compiled when it is first asked for.
 * @param document Its references are all within it.
 */
export function bodyCheckOf(document: JsonObject): NonNullable<Behaviour["checkBody"]> {
  const compile = compilerOf(document);
  const checks = new Map<unknown, Check>();
  return (operation, status, value) => {
    const said = operation === null || bodilessStatuses.has(status) ? null : schemaFor(operation, status);
    if (operation === null || said === null) return null;
    const check = checks.get(said.schema) ?? compile(said.schema);
    checks.set(said.schema, check);
    return { schema: nameOf(said.schema) ?? `${operation.id} ${said.key}`, problems: problemsOf(check, value) };
  };
}

/** An exact status comes before a range, and a range before the rest. @see OpenAPI 3.1.0, section 4.8.16 */
function schemaFor(
  { responses }: Operation,
  status: number,
): { readonly key: string; readonly schema: unknown } | null {
  const key = [`${status}`, `${Math.floor(status / 100)}XX`, "default"].find((each) => responses.has(each));
  const schema = key === undefined ? undefined : responses.get(key);
  return key === undefined || schema === undefined ? null : { key, schema };
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
    ajv.addSchema(convertSchema(valueByPointer(document, reference.slice(1)), version, refer) as object, key);
    return key;
  };
  return (schema) => {
    try {
      const validate = ajv.compile(convertSchema(schema, version, refer) as object);
      return (value) => (validate(value) ? [] : flawsOf(validate.errors ?? []));
    } catch {
      // A document says many things, and one schema that is none must not take the others away.
      return () => [{ path: "", expected: "what its schema says, which is no JSON Schema" }];
    }
  };
}

/** Patterns are written for many engines; one that is not this engine's checks nothing. */
function lenientPattern(pattern: string): RegExp {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {}
  }
  return /(?:)/;
}
