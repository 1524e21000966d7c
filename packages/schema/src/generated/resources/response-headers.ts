// Generated from schemas/response-headers.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { take } from "../../check.ts";
import { type HeaderSource, headerRecord } from "../../header-record.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { ResponseHeaders } from "../types.ts";
import { findFlaws, fits } from "../validators/response-headers.ts";

export type { HeaderSource, ResponseHeaders };

/**
 * Tells whether header fields are what `ResponseHeaders` says. Nothing is narrowed by it, as `Headers` are no record: see
 * `parseResponseHeaders`.
 * @example
 * isResponseHeaders(response.headers);
 */
export function isResponseHeaders(headers: HeaderSource): boolean {
  return fits(headerRecord(headers));
}

/**
 * Throws a `SchemaError` that lists every flaw, unless header fields are a valid `ResponseHeaders`.
 * @example
 * assertResponseHeaders(response.headers);
 */
export function assertResponseHeaders(headers: HeaderSource): void {
  parseResponseHeaders(headers);
}

/**
 * Reads header fields as a record with names in lower case; throws a `SchemaError` where they are not what
 * `ResponseHeaders` says.
 * @example
 * parseResponseHeaders(response.headers)["x-ratelimit-remaining"];
 */
export function parseResponseHeaders(headers: HeaderSource): ResponseHeaders {
  return take("response-headers", findFlaws, headerRecord(headers));
}

/** `ResponseHeaders` as a Standard Schema, for libraries that take one: any form of header fields goes in, a record comes out. */
export const responseHeadersSchema: StandardSchema<HeaderSource, ResponseHeaders> = /* @__PURE__ */ standard(findFlaws, headerRecord);
