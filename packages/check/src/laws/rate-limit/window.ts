import { type Observation, payerOf } from "../../observation.ts";
import type { Counters } from "./counters.ts";

/** Two answers from one bucket, one received before the other. */
export interface Pair {
  readonly before: Observation;
  readonly after: Observation;
  readonly was: Counters;
  readonly is: Counters;
}

/** Maximum error of a window's end, since it is told in whole seconds. */
const jitterSeconds = 1;

/** Returns neighbouring observations that were paid from the same bucket. */
export function neighbours(observed: readonly Observation[]): readonly Pair[] {
  const last = new Map<string, { readonly before: Observation; readonly was: Counters }>();
  return observed.flatMap((after) => {
    const is = after.quota;
    if (is === null) return [];
    const bucket = `${payerOf(after)} ${resourceOf(after)}`;
    const earlier = last.get(bucket);
    last.set(bucket, { before: after, was: is });
    return earlier === undefined ? [] : [{ ...earlier, after, is }];
  });
}

// Some services limit groups of operations separately, and name the group beside the counters.
function resourceOf({ response }: Observation): string {
  return response.headers.find(([name]) => /rate-?limit-resource$/.test(name))?.[1] ?? "";
}

/** Returns the quota that a caller was last told; null before the first. */
export function lastCounters(observed: readonly Observation[], who: "anonymous" | "token"): Counters | null {
  const last = observed.findLast((each) => payerOf(each) === who && each.quota !== null);
  return last === undefined ? null : last.quota;
}

/** Returns the neighbours that fall into one window. */
export function inOneWindow(observed: readonly Observation[]): readonly Pair[] {
  return neighbours(observed).filter((pair) => isOneWindow(pair));
}

/** Returns whether two answers speak of the same window. */
export function isOneWindow({ was, is }: Pick<Pair, "was" | "is">, jitter: number = jitterSeconds): boolean {
  return Math.abs(was.reset - is.reset) <= jitter;
}

/** Returns how much more was used up at the later response. */
export function riseOf({ was, is }: Pair): number {
  return is.used - was.used;
}

/** Returns whether this check sent nothing in between. Others may have. */
export function isImmediate({ before, after }: Pair): boolean {
  return after.at === before.at + 1;
}

/**
 * Returns whether another client spends from one of these buckets: between two of our requests more was spent than one
 * request costs.
 */
export function isShared(pairs: readonly Pair[]): boolean {
  return pairs.some((pair) => isImmediate(pair) && riseOf(pair) > 1);
}

/** Why laws about free requests cannot be evaluated while others spend. */
export const sharedReason =
  "another client spends the same quota at the same time, so that the cost of our requests cannot be told";
