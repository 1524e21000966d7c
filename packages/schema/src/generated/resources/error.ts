// Generated from schemas/error.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { ErrorBody } from "../types.ts";
import { findFlaws, fits } from "../validators/error.ts";

export type { ErrorBody };

/**
 * Tells whether a value is what `ErrorBody` says.
 * @example
 * if (isErrorBody(value)) use(value); // a ErrorBody in here
 */
export function isErrorBody(value: unknown): value is ErrorBody {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `ErrorBody`.
 * @example
 * assertErrorBody(value); // a ErrorBody from here on
 */
export function assertErrorBody(value: unknown): asserts value is ErrorBody {
  take("error", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `ErrorBody` says.
 * @example
 * const value: ErrorBody = parseErrorBody(await response.text());
 */
export function parseErrorBody(text: string): ErrorBody {
  return take("error", findFlaws, readJson("error", text));
}

/** `ErrorBody` as a Standard Schema, for libraries that take one. */
export const errorBodySchema: StandardSchema<ErrorBody> = /* @__PURE__ */ standard(findFlaws);
