// Generated from schemas/user.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { User } from "../types.ts";
import { findFlaws, fits } from "../validators/user.ts";

export type { User };

/**
 * Tells whether a value is what `User` says.
 * @example
 * if (isUser(value)) use(value); // a User in here
 */
export function isUser(value: unknown): value is User {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `User`.
 * @example
 * assertUser(value); // a User from here on
 */
export function assertUser(value: unknown): asserts value is User {
  take("user", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `User` says.
 * @example
 * const value: User = parseUser(await response.text());
 */
export function parseUser(text: string): User {
  return take("user", findFlaws, readJson("user", text));
}

/** `User` as a Standard Schema, for libraries that take one. */
export const userSchema: StandardSchema<User> = /* @__PURE__ */ standard(findFlaws);
