// Generated from schemas/profile.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { ProfileFile } from "../types.ts";
import { findFlaws, fits } from "../validators/profile.ts";

export type { ProfileFile };

/**
 * Tells whether a value is what `ProfileFile` says.
 * @example
 * if (isProfileFile(value)) use(value); // a ProfileFile in here
 */
export function isProfileFile(value: unknown): value is ProfileFile {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists what does not fit, unless a value is what `ProfileFile` says.
 * @example
 * assertProfileFile(value); // a ProfileFile from here on
 */
export function assertProfileFile(value: unknown): asserts value is ProfileFile {
  take("profile", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `ProfileFile` says.
 * @example
 * const value: ProfileFile = parseProfileFile(await response.text());
 */
export function parseProfileFile(text: string): ProfileFile {
  return take("profile", findFlaws, readJson("profile", text));
}

/** `ProfileFile` as a Standard Schema, for libraries that take one. */
export const profileFileSchema: StandardSchema<ProfileFile> = /* @__PURE__ */ standard(findFlaws);
