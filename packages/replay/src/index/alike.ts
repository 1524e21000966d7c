import type { RecordedRequest } from "@tapedeck/tape";
import { matcherNamed } from "../match/matchers.ts";
import type { Sequence } from "./lookup.ts";
import type { PreparedExchange } from "./prepared-exchange.ts";

/** With more answers than these, reading the headers of all their requests would take too long. */
const mostCompared = 256;

/** A header in which the requests of a sequence differ, and its value in each of them. */
interface DifferingHeader {
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * Narrows the answers to requests that a rule cannot tell apart to those whose requests had the headers of this one:
 * two tenants get their own answers, in whatever order they ask. A header whose value was recorded with none of them (a
 * time, a nonce) counts for nothing; if no recorded request has all the others, or there are more than 256 answers, all
 * stay.
 * @param without Removes from a request what the rule ignores.
 * @param asked Returns the request with these headers, secrets hidden.
 */
export function answersAlike(
  all: Sequence,
  without: (request: RecordedRequest) => RecordedRequest,
  asked: (names: readonly string[]) => RecordedRequest,
): Sequence {
  if (all.length === 1 || all.length > mostCompared) return all;
  const headers = differingHeaders(all, without);
  if (headers.length === 0) return all;
  const request = without(asked(headers.map(({ name }) => name)));
  const shared = headers
    .map(({ name, values }) => ({ value: headerKey(name, request), values }))
    .filter(({ value, values }) => values.includes(value));
  const places = Array.from({ length: all.length }, (_, place) => place).filter((place) =>
    shared.every(({ value, values }) => values[place] === value),
  );
  if (places.length === 0 || places.length === all.length) return all;
  return { ...all, id: idOf(all, places), length: places.length, at: (nth) => all.at(places[nth] as number) };
}

// Beyond those of exchanges. By all places, since two choices may share their first answer.
const firstId = 2 ** 52;
const ids = new Map<string, number>();

function idOf({ id }: Sequence, places: readonly number[]): number {
  const choice = `${id} ${places}`;
  const known = ids.get(choice) ?? firstId + ids.size;
  ids.set(choice, known);
  return known;
}

const known = new WeakMap<
  PreparedExchange,
  { readonly length: number; readonly headers: readonly DifferingHeader[] }
>();

function differingHeaders(
  all: Sequence,
  without: (request: RecordedRequest) => RecordedRequest,
): readonly DifferingHeader[] {
  const first = all.at(0);
  const before = known.get(first);
  if (before?.length === all.length) return before.headers;
  const requests = Array.from({ length: all.length }, (_, place) => without(all.at(place).exchange.request));
  const names = new Set(requests.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase())));
  const headers = [...names]
    .map((name) => ({ name, values: requests.map((request) => headerKey(name, request)) }))
    .filter(({ values }) => values.some((value) => value !== values[0]));
  known.set(first, { length: all.length, headers });
  return headers;
}

function headerKey(name: string, request: RecordedRequest): string {
  return matcherNamed(`header:${name}`, {})?.key(request) ?? "";
}
