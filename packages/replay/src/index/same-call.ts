// Which recorded requests are the same call as one: under another of these headers, one target and body are another call.
import type { RecordedRequest } from "@tapedeck/tape";
import { callHeaders, callOf } from "../match/call-headers.ts";
import type { CompiledRule } from "../match/compiled-rule.ts";
import type { Sequence } from "./lookup.ts";
import type { PreparedExchange } from "./prepared-exchange.ts";

/** With more answers than these, reading the requests of all of them would take too long for one that names no call. */
const mostRead = 256;

interface Calls {
  readonly made: readonly string[];
  /** Whether a recording has no headers at all: its tool leaves them out, and it may be of any call. */
  readonly areBare: readonly boolean[];
}

const known = new WeakMap<PreparedExchange, Calls>();

/**
 * Returns the places of the answers to the call that a request makes, among those to requests that a rule cannot tell apart:
 * of recordings without any headers, if no other is of that call.
 * @param asked Returns the request with these headers, secrets hidden.
 */
export function sameCall(
  all: Sequence,
  { without, names }: Pick<CompiledRule, "without" | "names">,
  asked: (names: readonly string[]) => RecordedRequest,
): readonly number[] {
  const every = [...Array(all.length).keys()];
  if (!names.includes("method")) return every;
  const own = callOf(without(asked(callHeaders)).headers);
  if (own === "" && all.length > mostRead) return every;
  const { made, areBare } = callsOf(all, without);
  const same = every.filter((nth) => made[nth] === own);
  return same.length > 0 ? same : every.filter((nth) => areBare[nth]);
}

function callsOf(all: Sequence, without: CompiledRule["without"]): Calls {
  const first = all.at(0);
  const before = known.get(first);
  if (before?.made.length === all.length) return before;
  const requests = Array.from({ length: all.length }, (_, nth) => all.at(nth).exchange.request);
  const calls = {
    made: requests.map((request) => callOf(without(request).headers)),
    areBare: requests.map(({ headers }) => headers.length === 0),
  };
  known.set(first, calls);
  return calls;
}
