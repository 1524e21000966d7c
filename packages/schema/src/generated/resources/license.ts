// Generated from schemas/license.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { License } from "../types.ts";
import { findFlaws, fits } from "../validators/license.ts";

export type { License };

/**
 * Tells whether a value is what `License` says.
 * @example
 * if (isLicense(value)) use(value); // a License in here
 */
export function isLicense(value: unknown): value is License {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `License`.
 * @example
 * assertLicense(value); // a License from here on
 */
export function assertLicense(value: unknown): asserts value is License {
  take("license", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `License` says.
 * @example
 * const value: License = parseLicense(await response.text());
 */
export function parseLicense(text: string): License {
  return take("license", findFlaws, readJson("license", text));
}

/** `License` as a Standard Schema, for libraries that take one. */
export const licenseSchema: StandardSchema<License> = /* @__PURE__ */ standard(findFlaws);
