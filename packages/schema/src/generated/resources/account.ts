// Generated from schemas/account.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { Account } from "../types.ts";
import { findFlaws, fits } from "../validators/account.ts";

export type { Account };

/**
 * Tells whether a value is what `Account` says.
 * @example
 * if (isAccount(value)) use(value); // a Account in here
 */
export function isAccount(value: unknown): value is Account {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `Account`.
 * @example
 * assertAccount(value); // a Account from here on
 */
export function assertAccount(value: unknown): asserts value is Account {
  take("account", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `Account` says.
 * @example
 * const value: Account = parseAccount(await response.text());
 */
export function parseAccount(text: string): Account {
  return take("account", findFlaws, readJson("account", text));
}

/** `Account` as a Standard Schema, for libraries that take one. */
export const accountSchema: StandardSchema<Account> = /* @__PURE__ */ standard(findFlaws);
