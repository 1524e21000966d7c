import type { Counters } from "./home-apis/counters.ts";
import { type Observation, payerOf, quotaOf } from "./observation.ts";
import { header } from "./response.ts";

/** Two answers out of one bucket, the one heard before the other. */
export interface Pair {
  readonly before: Observation;
  readonly after: Observation;
  readonly was: Counters;
  readonly is: Counters;
}

/** By how much the live service's reset is off, now and then (beyond-the-spec, "Rate limit"). */
const jitterSeconds = 1;

/** Neighbours in a list of observed that were paid from the same bucket. */
export function neighbours(observed: readonly Observation[]): readonly Pair[] {
  const last = new Map<string, { readonly before: Observation; readonly was: Counters }>();
  return observed.flatMap((after) => {
    const is = quotaOf(after);
    if (is === null) return [];
    const bucket = `${payerOf(after)} ${header(after.response, "x-ratelimit-resource") ?? ""}`;
    const earlier = last.get(bucket);
    last.set(bucket, { before: after, was: is });
    return earlier === undefined ? [] : [{ ...earlier, after, is }];
  });
}

/** What a caller was told last of its quota; null before it was told anything. */
export function standingOf(observed: readonly Observation[], who: "anonymous" | "token"): Counters | null {
  const last = observed.findLast((each) => payerOf(each) === who && quotaOf(each) !== null);
  return last === undefined ? null : quotaOf(last);
}

/** Those neighbours that fall into one window. */
export function inOneWindow(observed: readonly Observation[]): readonly Pair[] {
  return neighbours(observed).filter(isOneWindow);
}

/** Whether both answers speak of the same window. */
export function isOneWindow({ was, is }: Pick<Pair, "was" | "is">): boolean {
  return Math.abs(was.reset - is.reset) <= jitterSeconds;
}

/** How much more was used up at the later response. */
export function riseOf({ was, is }: Pair): number {
  return is.used - was.used;
}

/** Whether this check request nothing in between. Others may have. */
export function isImmediate({ before, after }: Pair): boolean {
  return after.at === before.at + 1;
}

/**
 * Whether somebody else spends from one of these buckets: more of it went between two requests of ours than one
 * request takes.
 */
export function isShared(pairs: readonly Pair[]): boolean {
  return pairs.some((pair) => isImmediate(pair) && riseOf(pair) > 1);
}

/** Why laws of what is free cannot be evaluated while others spend. */
export const sharedReason =
  "somebody else spends the same quota at the same time, so that what a request of ours costs cannot be told";
