import { header, type ObservedResponse } from "../response.ts";

/** The four numbers of a rate limit, as the home APIs advertise them. */
export interface Counters {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
  readonly used: number;
}

const names = ["limit", "remaining", "reset", "used"] as const;

/**
 * Reads the counters of a response; null where it has none.
 * @throws SyntaxError if it has only some of them, or one that is no whole number.
 */
export function countersOf(response: ObservedResponse): Counters | null {
  const values = names.map((name) => header(response, `x-ratelimit-${name}`));
  if (values.every((value) => value === undefined)) return null;
  const [limit = 0, remaining = 0, reset = 0, used = 0] = values.map((value, at) => {
    if (/^\d+$/.test(value ?? "")) return Number(value);
    throw new SyntaxError(`x-ratelimit-${names[at]} is no whole number: ${value ?? "absent"}`);
  });
  return { limit, remaining, reset, used };
}
