import assert from "node:assert/strict";
import { service } from "@tapedeck/api";
import {
  type Counters,
  counterNames,
  countersOf as countersUnder,
  type ObservedResponse,
} from "@tapedeck/check/internal";

const names = counterNames(service.rateLimit);

/**
 * Reads the counters of a response of the home APIs; null where it has none.
 * @throws SyntaxError if it has only some of them, or one that is no whole number.
 */
export function countersIn(response: ObservedResponse): Counters | null {
  return names === null ? null : countersUnder(response, names);
}

/** Returns the counters of a response that must have them. */
export function metered(response: ObservedResponse): Counters {
  const counters = countersIn(response);
  assert.ok(counters, `an answer with status ${response.status} has no counters`);
  return counters;
}
