// Generated from schemas/rate-limit.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { RateLimitOverview } from "../types.ts";
import { findFlaws, fits } from "../validators/rate-limit.ts";

export type { RateLimitOverview };

/**
 * Tells whether a value is what `RateLimitOverview` says.
 * @example
 * if (isRateLimitOverview(value)) use(value); // a RateLimitOverview in here
 */
export function isRateLimitOverview(value: unknown): value is RateLimitOverview {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `RateLimitOverview`.
 * @example
 * assertRateLimitOverview(value); // a RateLimitOverview from here on
 */
export function assertRateLimitOverview(value: unknown): asserts value is RateLimitOverview {
  take("rate-limit", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `RateLimitOverview` says.
 * @example
 * const value: RateLimitOverview = parseRateLimitOverview(await response.text());
 */
export function parseRateLimitOverview(text: string): RateLimitOverview {
  return take("rate-limit", findFlaws, readJson("rate-limit", text));
}

/** `RateLimitOverview` as a Standard Schema, for libraries that take one. */
export const rateLimitOverviewSchema: StandardSchema<RateLimitOverview> = /* @__PURE__ */ standard(findFlaws);
