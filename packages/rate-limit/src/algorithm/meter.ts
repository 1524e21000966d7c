// What this is: the interface of an algorithm, and the plain data that it counts in.
// What it is not: policies, which choose an algorithm, a limit and a bucket (limiter/).
// Read next: fixed-window.ts, the simplest; meters.ts, which makes one from a scheme's algorithm.

/** Fields that every bucket may have beside its count. */
interface Kept {
  /** A limit of its own, in place of the policy's. */
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
  /** Moments and what was charged at each, by turns, oldest first. */
  readonly log: readonly number[];
  /** The latest moment that it saw, epoch seconds. */
  readonly at: number;
}

export interface CounterBucket extends Kept {
  /** Epoch seconds at which the current window began. */
  readonly start: number;
  readonly used: number;
  readonly previous: number;
}

export interface LevelBucket extends Kept {
  /** How full it was: 0 for a leaky bucket with nothing in it and a token bucket with all its tokens. */
  readonly level: number;
  /** Epoch seconds at which it was so full. */
  readonly at: number;
}

export interface HeldBucket extends Kept {
  /** The tickets of what is in flight, and when the lease of each ends, by turns. */
  readonly held: readonly number[];
  readonly next: number;
}

/** The state of a bucket: plain data that survives `JSON.stringify`, to be compared and swapped in any store. */
export type Bucket = WindowBucket | LogBucket | CounterBucket | LevelBucket | HeldBucket;

/**
 * An algorithm. Each function takes the bucket's limit, and moments in epoch seconds. Time never runs back for a bucket:
 * while the clock is earlier than the latest moment that the bucket saw, that moment counts as now, or nothing is given back.
 */
export interface Meter<B extends Bucket = Bucket> {
  /** The limit where a policy names no other. */
  readonly limit: number;
  /** The length of a window, or the time to fill again from empty; 0 where there is none. */
  readonly seconds: number;
  /** The bucket as it stands now; a fresh one where there was none, or one of another algorithm. */
  readonly current: (bucket: B | undefined, limit: number, now: number) => B;
  readonly used: (bucket: B, limit: number, now: number) => number;
  /** Adds to what is used, at most up to the limit. */
  readonly charge: (bucket: B, amount: number, limit: number, now: number) => B;
  /** Identifies a charge in a bucket, so that it can be adjusted. */
  readonly ticket: (charged: B, now: number) => number;
  /** Corrects an earlier charge by a difference, where the bucket still remembers it. */
  readonly adjust: (bucket: B, difference: number, ticket: number, limit: number) => B;
  /** Holds on to a charge that is given back one day, before its lease ends; those of others are never given back. */
  readonly renew?: (bucket: B, ticket: number, now: number) => B;
  /** When all of the limit is available, if nothing more is asked. */
  readonly resetsAt: (bucket: B, limit: number, now: number) => number;
  /** When so much is available, if nothing more is asked; the reset for what never is. */
  readonly availableAt: (bucket: B, amount: number, limit: number, now: number) => number;
  /** The bucket with so much used, and its window ending then. */
  readonly set: (bucket: B, used: number, limit: number, now: number, resetsAt?: number) => B;
}

/** A microsecond: what two sums of epoch seconds may differ by. */
export const instant = 1e-6;

/** Whether a bucket holds its count alone. */
export function isPlain({ limit, blockedUntil }: Bucket): boolean {
  return limit === undefined && blockedUntil === undefined;
}
