import assert from "node:assert/strict";
import { type Answer, header } from "./question.ts";

/** The four numbers that tell a client how it stands. */
export interface Counters {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
  readonly used: number;
}

const names = ["limit", "remaining", "reset", "used"] as const;

/**
 * Reads the counters off an answer; null where it has none.
 * @throws AssertionError if it has some of them only, or one that is no whole number.
 */
export function countersOf(answer: Answer): Counters | null {
  const values = names.map((name) => header(answer, `x-ratelimit-${name}`));
  if (values.every((value) => value === undefined)) return null;
  const [limit = 0, remaining = 0, reset = 0, used = 0] = values.map((value, at) => {
    assert.match(value ?? "none", /^\d+$/, `x-ratelimit-${names[at]} is no whole number: ${value ?? "absent"}`);
    return Number(value);
  });
  return { limit, remaining, reset, used };
}

/** The counters of an answer that must have them. */
export function metered(answer: Answer): Counters {
  const counters = countersOf(answer);
  assert.ok(counters, `an answer with status ${answer.status} has no counters`);
  return counters;
}
