// Generated from schemas/api.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { ApiFile } from "../types.ts";
import { findFlaws, fits } from "../validators/api.ts";

export type { ApiFile };

/**
 * Tells whether a value is what `ApiFile` says.
 * @example
 * if (isApiFile(value)) use(value); // a ApiFile in here
 */
export function isApiFile(value: unknown): value is ApiFile {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `ApiFile`.
 * @example
 * assertApiFile(value); // a ApiFile from here on
 */
export function assertApiFile(value: unknown): asserts value is ApiFile {
  take("api", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `ApiFile` says.
 * @example
 * const value: ApiFile = parseApiFile(await response.text());
 */
export function parseApiFile(text: string): ApiFile {
  return take("api", findFlaws, readJson("api", text));
}

/** `ApiFile` as a Standard Schema, for libraries that take one. */
export const apiFileSchema: StandardSchema<ApiFile> = /* @__PURE__ */ standard(findFlaws);
