/** Fields that every bucket may have besides its count. */
interface Kept {
  /** A limit of its own, instead of the policy's. */
  readonly limit?: number;
  /** Epoch seconds until which everything is refused. */
  readonly blockedUntil?: number;
}

export interface WindowBucket extends Kept {
  readonly used: number;
  /** Epoch seconds at which the window ends. */
  readonly resetsAt: number;
}

export interface LogBucket extends Kept {
  /** Alternating times and charges, oldest first. */
  readonly log: readonly number[];
  /** The latest time that it saw, in epoch seconds. */
  readonly at: number;
}

export interface CounterBucket extends Kept {
  /** Epoch seconds at which the current window began. */
  readonly start: number;
  readonly used: number;
  readonly previous: number;
}

export interface LevelBucket extends Kept {
  /** How full it was: 0 for an empty leaky bucket, or a token bucket with all its tokens. */
  readonly level: number;
  /** Epoch seconds of that level. */
  readonly at: number;
}

export interface HeldBucket extends Kept {
  /** Alternating tickets of what is in flight, and ends of their leases. */
  readonly held: readonly number[];
  readonly next: number;
}

/** The state of a bucket: plain data that survives `JSON.stringify`, to be compared and swapped in any store. */
export type Bucket = WindowBucket | LogBucket | CounterBucket | LevelBucket | HeldBucket;

/**
 * An algorithm. Each function takes the bucket's limit, and times in epoch seconds. Time never runs back for a bucket:
 * while the clock is earlier than the latest time that the bucket saw, that time counts as now, or nothing is given
 * back.
 */
export interface Meter<B extends Bucket = Bucket> {
  /** The limit if a policy names no other. */
  readonly limit: number;
  /** Length of a window, or time to refill from empty; 0 if there is none. */
  readonly seconds: number;
  /** Returns the bucket's present state; a fresh one if there was none, or one of another algorithm. */
  readonly current: (bucket: B | undefined, limit: number, now: number) => B;
  readonly used: (bucket: B, limit: number, now: number) => number;
  /** Adds to what is used, at most up to the limit. */
  readonly charge: (bucket: B, amount: number, limit: number, now: number) => B;
  /** Identifies a charge in a bucket, so that it can be adjusted. */
  readonly ticket: (charged: B, now: number) => number;
  /** Corrects an earlier charge by a difference, if the bucket still remembers it. */
  readonly adjust: (bucket: B, difference: number, ticket: number, limit: number) => B;
  /** Renews a charge that will be released, before its lease ends; other algorithms never release charges. */
  readonly renew?: (bucket: B, ticket: number, now: number) => B;
  /** Returns when the whole limit is available, if nothing more is charged. */
  readonly resetsAt: (bucket: B, limit: number, now: number) => number;
  /** Returns when an amount is available, if nothing more is charged; the reset if it never is. */
  readonly availableAt: (bucket: B, amount: number, limit: number, now: number) => number;
  /** Returns the bucket with an amount used, and its window ending at a time. */
  readonly set: (bucket: B, used: number, limit: number, now: number, resetsAt?: number) => B;
}

/** A microsecond, the tolerance for sums of epoch seconds. */
export const instant = 1e-6;

/** Returns a count corrected by a difference: never below 0, and never raised beyond the limit. */
export function corrected(count: number, difference: number, most: number): number {
  return Math.min(Math.max(0, count + difference), Math.max(most, count));
}

/** Returns whether a bucket holds only its count. */
export function isPlain({ limit, blockedUntil }: Bucket): boolean {
  return limit === undefined && blockedUntil === undefined;
}
