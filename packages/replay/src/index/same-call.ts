// Which recorded requests are the same call as one: under another of these headers, one target and body are another call.
import { type HeaderList, headerOf, type RecordedRequest } from "@tapedeck/tape";
import { callHeaders, callOf } from "../match/call-headers.ts";
import type { CompiledRule } from "../match/compiled-rule.ts";
import type { Sequence } from "./lookup.ts";
import type { PreparedExchange } from "./prepared-exchange.ts";

/** With more answers than these, reading the requests of all of them would take too long for one that names no call. */
const mostRead = 256;

interface Calls {
  readonly made: readonly string[];
  /** The media types of the bodies; "" where none is told. */
  readonly types: readonly string[];
  /** Whether a recording has no headers at all: its tool leaves them out, and it may be of any call. */
  readonly areBare: readonly boolean[];
}

const known = new WeakMap<PreparedExchange, Calls>();

/**
 * Returns the places of the answers to the call that a request makes, among those to requests that a rule cannot tell apart:
 * of recordings without any headers, if no other is of that call.
 * @param asked Returns the request with these headers, secrets hidden.
 * @returns null for all of them.
 */
export function sameCall(
  all: Sequence,
  { without, names }: Pick<CompiledRule, "without" | "names">,
  asked: (names: readonly string[]) => RecordedRequest,
): readonly number[] | null {
  if (!names.includes("method")) return null;
  const { headers } = without(asked([...callHeaders, "content-type"]));
  const own = callOf(headers);
  if (own === "" && all.length > mostRead) return null;
  const { made, types, areBare } = callsOf(all, without);
  const type = mediaType(headers);
  const every = [...made.keys()];
  const same = every.filter((nth) => made[nth] === own);
  // Of one type come before those of none, so that two choices share no answer.
  for (const isOfType of [(nth: number) => types[nth] === type, (nth: number) => types[nth] === "" || type === ""]) {
    const found = same.filter(isOfType);
    if (found.length > 0) return found;
  }
  return same.length > 0 ? [] : every.filter((nth) => areBare[nth]);
}

function mediaType(headers: HeaderList): string {
  return (headerOf(headers, "content-type") ?? "").replace(/;.*/s, "").trim().toLowerCase();
}

function callsOf(all: Sequence, without: CompiledRule["without"]): Calls {
  const first = all.at(0);
  const before = known.get(first);
  if (before?.made.length === all.length) return before;
  const requests = Array.from({ length: all.length }, (_, nth) => all.at(nth).exchange.request);
  const calls = {
    made: requests.map((request) => callOf(without(request).headers)),
    types: requests.map((request) => (request.body === null ? "" : mediaType(without(request).headers))),
    areBare: requests.map(({ headers }) => headers.length === 0),
  };
  known.set(first, calls);
  return calls;
}
