import { headerOf, type RecordedRequest } from "@tapedeck/tape";
import { type ExchangeIndex, type PlayCounts, scopedPath } from "../index/lookup.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import { pathOf } from "../match/matchers.ts";

/**
 * Returns whether an answer refuses a request before its body is sent: it was recorded so, and no request with a body
 * that begins with the same head was recorded before it and is still to be played.
 * @param plays The exchanges that the answer is played from.
 * @param played How often each exchange was played.
 * @see RFC 9110, section 10.1.1
 */
export function refusesHead(
  plays: readonly PreparedExchange[],
  index: Pick<ExchangeIndex, "atPath">,
  played: PlayCounts,
): boolean {
  return plays.some(({ exchange: { request }, scope, tape, place }) => {
    if (headerOf(request.headers, "expect") === null) return false;
    const isEarlier = (each: PreparedExchange): boolean =>
      each.tape === tape && each.place < place && each.exchange.request.body !== null && played.get(each.id) === 0;
    const head = headOf(request);
    return !index
      .atPath(scopedPath(scope, pathOf(request)))
      .some((each) => isEarlier(each) && headOf(each.exchange.request) === head);
  });
}

function headOf({ method, target, principal, headers }: RecordedRequest): string {
  return JSON.stringify([method, target, principal, headerOf(headers, "authorization")]);
}
