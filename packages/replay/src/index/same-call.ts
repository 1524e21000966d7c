// Which recorded requests are the same call as one: under another of these headers, one target and body are another call.
import { type HeaderList, headerOf, type RecordedRequest } from "@tapedeck/tape";
import { callHeaders, callOf, isNamedAlways } from "../match/call-headers.ts";
import type { CompiledRule } from "../match/compiled-rule.ts";
import type { Sequence } from "./lookup.ts";
import type { PreparedExchange } from "./prepared-exchange.ts";

/** With more answers than these, reading the requests of all of them would take too long for one that names no call. */
const mostRead = 256;

interface Calls {
  readonly made: readonly string[];
  /** The media types of the bodies; "" where none is told, or there is no text to read. */
  readonly types: readonly string[];
  /** Whether a recording has no headers at all: its tool leaves them out, and it may be of any call. */
  readonly areBare: readonly boolean[];
}

const known = new WeakMap<PreparedExchange, Calls>();

/**
 * Returns the places of the answers to the call that a request makes, among those to requests that a rule cannot tell apart:
 * of recordings that leave it unsaid, if no other is of that call. A stub of WireMock or nock names some headers, and any
 * other may be there.
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
  const every = [...made.keys()];
  const told = every.filter((nth) => made[nth] === own);
  const same =
    told.length > 0 ? told : every.filter((nth) => areBare[nth] || (made[nth] === "" && isNamedAlways(headers)));
  if (!names.includes("body")) return same;
  const type = mediaType(headers);
  // Of one type come before those of none, so that two choices share no answer.
  const alike = same.filter((nth) => types[nth] === type);
  return alike.length > 0 ? alike : same.filter((nth) => isReadAlike(types[nth] as string, type));
}

// Of gRPC and Connect, and of what changes a document (RFC 5789), the bytes mean something else under another type.
const isReadByType = /^application\/(?:grpc|connect\+|[\w.-]*patch\+)/;

function isReadAlike(a: string, b: string): boolean {
  return a === "" || b === "" || !(isReadByType.test(a) || isReadByType.test(b));
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
    types: requests
      .map(without)
      .map(({ body, headers }) => (body === null || body.text === "" ? "" : mediaType(headers))),
    areBare: requests.map(({ headers }) => headers.length === 0),
  };
  known.set(first, calls);
  return calls;
}
