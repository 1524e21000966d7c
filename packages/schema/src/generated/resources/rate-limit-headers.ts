// Generated from schemas/rate-limit-headers.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { take } from "../../check.ts";
import { type HeaderSource, headerRecord } from "../../header-record.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { RateLimitHeaders } from "../types.ts";
import { findFlaws, fits } from "../validators/rate-limit-headers.ts";

export type { HeaderSource, RateLimitHeaders };

/**
 * Tells whether header fields are what `RateLimitHeaders` says. Nothing is narrowed by it, as `Headers` are no record: see
 * `parseRateLimitHeaders`.
 * @example
 * isRateLimitHeaders(response.headers);
 */
export function isRateLimitHeaders(headers: HeaderSource): boolean {
  return fits(headerRecord(headers));
}

/**
 * Throws a `SchemaError` that lists every flaw, unless header fields are a valid `RateLimitHeaders`.
 * @example
 * assertRateLimitHeaders(response.headers);
 */
export function assertRateLimitHeaders(headers: HeaderSource): void {
  parseRateLimitHeaders(headers);
}

/**
 * Reads header fields as a record with names in lower case; throws a `SchemaError` where they are not what
 * `RateLimitHeaders` says.
 * @example
 * parseRateLimitHeaders(response.headers)["x-ratelimit-remaining"];
 */
export function parseRateLimitHeaders(headers: HeaderSource): RateLimitHeaders {
  return take("rate-limit-headers", findFlaws, headerRecord(headers));
}

/** `RateLimitHeaders` as a Standard Schema, for libraries that take one: any form of header fields goes in, a record comes out. */
export const rateLimitHeadersSchema: StandardSchema<HeaderSource, RateLimitHeaders> = /* @__PURE__ */ standard(findFlaws, headerRecord);
