import assert from "node:assert/strict";
import { type Counters, countersOf, type ObservedResponse } from "@tapedeck/check";

/** The counters of a response that must have them. */
export function metered(response: ObservedResponse): Counters {
  const counters = countersOf(response);
  assert.ok(counters, `an answer with status ${response.status} has no counters`);
  return counters;
}
