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
 * Reads the counters of a response of the home APIs. Returns null if it has none.
 * @throws SyntaxError if it has only some of them, or one that is not an integer.
 */
export function countersIn(response: Pick<ObservedResponse, "headers">): Counters | null {
  return names === null ? null : countersUnder(response, names);
}

/**
 * Returns the counters of a response.
 * @throws AssertionError if it has none.
 */
export function metered(response: ObservedResponse): Counters {
  const counters = countersIn(response);
  assert.ok(counters, `an answer with status ${response.status} has no counters`);
  return counters;
}
