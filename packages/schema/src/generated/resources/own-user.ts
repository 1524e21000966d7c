// Generated from schemas/own-user.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { OwnUser } from "../types.ts";
import { findFlaws, fits } from "../validators/own-user.ts";

export type { OwnUser };

/**
 * Tells whether a value is what `OwnUser` says.
 * @example
 * if (isOwnUser(value)) use(value); // a OwnUser in here
 */
export function isOwnUser(value: unknown): value is OwnUser {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `OwnUser`.
 * @example
 * assertOwnUser(value); // a OwnUser from here on
 */
export function assertOwnUser(value: unknown): asserts value is OwnUser {
  take("own-user", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `OwnUser` says.
 * @example
 * const value: OwnUser = parseOwnUser(await response.text());
 */
export function parseOwnUser(text: string): OwnUser {
  return take("own-user", findFlaws, readJson("own-user", text));
}

/** `OwnUser` as a Standard Schema, for libraries that take one. */
export const ownUserSchema: StandardSchema<OwnUser> = /* @__PURE__ */ standard(findFlaws);
