// Generated from schemas/zen.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { Zen } from "../types.ts";
import { findFlaws, fits } from "../validators/zen.ts";

export type { Zen };

/**
 * Tells whether a value is what `Zen` says.
 * @example
 * if (isZen(value)) use(value); // a Zen in here
 */
export function isZen(value: unknown): value is Zen {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `Zen`.
 * @example
 * assertZen(value); // a Zen from here on
 */
export function assertZen(value: unknown): asserts value is Zen {
  take("zen", findFlaws, value);
}

/**
 * Reads the plain text of a body; throws a `SchemaError` where it is not what `Zen` says.
 * @example
 * const value: Zen = parseZen(await response.text());
 */
export function parseZen(text: string): Zen {
  return take("zen", findFlaws, text);
}

/** `Zen` as a Standard Schema, for libraries that take one. */
export const zenSchema: StandardSchema<Zen> = /* @__PURE__ */ standard(findFlaws);
