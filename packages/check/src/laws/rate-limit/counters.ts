import type { Api, RateLimit } from "@tapedeck/api";
import { header, type ObservedResponse } from "../../response.ts";

/** The four numbers that tell a client how it stands in a fixed window. */
export interface Counters {
  readonly limit: number;
  readonly remaining: number;
  /** Epoch seconds. */
  readonly reset: number;
  readonly used: number;
}

const names = ["limit", "remaining", "reset", "used"] as const;

/**
 * Reads the counters of a response, under the names that the description gives their headers; null where it has none.
 * @throws SyntaxError if it has only some of them, or one that is no whole number.
 * @example
 * countersOf(response, service.rateLimit.headers); // { limit: 60, remaining: 59, reset: 1767229200, used: 1 }
 */
export function countersOf(response: ObservedResponse, headers: RateLimit["headers"]): Counters | null {
  const values = names.map((name) => header(response, headers[name]));
  if (values.every((value) => value === undefined)) return null;
  const [limit = 0, remaining = 0, reset = 0, used = 0] = values.map((value, at) => {
    if (/^\d+$/.test(value ?? "")) return Number(value);
    throw new SyntaxError(`${headers[names[at] ?? "limit"]} is no whole number: ${value ?? "absent"}`);
  });
  return { limit, remaining, reset, used };
}

/** Why an API is bound by no law of rate limits; null where it is. */
export function rateLimited({ rateLimit }: Api): string | null {
  return rateLimit === null ? "the description names no rate limit" : null;
}

/** The counters of a response; null where it has none, or none that can be read. */
export function readableCounters(response: ObservedResponse, rateLimit: RateLimit | null): Counters | null {
  try {
    return rateLimit === null ? null : countersOf(response, rateLimit.headers);
  } catch {
    return null;
  }
}
