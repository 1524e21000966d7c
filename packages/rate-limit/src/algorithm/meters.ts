import type { Algorithm } from "../generated/scheme.ts";
import { calendarEnd, periodSeconds } from "./calendar.ts";
import { concurrency } from "./concurrency.ts";
import {
  type CounterBucket,
  corrected,
  instant,
  isPlain,
  type LevelBucket,
  type Meter,
  type WindowBucket,
} from "./meter.ts";
import { slidingLog } from "./sliding-log.ts";

/**
 * Makes the meter of a scheme's algorithm.
 * @example
 * meterOf({ kind: "sliding-log", limit: 5, seconds: 1 }).seconds; // 1
 */
export function meterOf(algorithm: Algorithm): Meter {
  return make(algorithm) as unknown as Meter;
}

function make(algorithm: Algorithm): unknown {
  switch (algorithm.kind) {
    case "fixed-window": {
      const { limit } = algorithm;
      if (algorithm.opens === "calendar") {
        const { period, zone = "UTC" } = algorithm;
        return fixedWindow(limit, periodSeconds[period], calendarEnd(period, zone));
      }
      const { seconds, opens } = algorithm;
      return opens === "clock"
        ? fixedWindow(limit, seconds, (now) => (Math.floor(now / seconds) + 1) * seconds)
        : fixedWindow(limit, seconds, (now) => now + seconds);
    }
    case "sliding-log":
      return slidingLog(algorithm.limit, algorithm.seconds);
    case "sliding-counter":
      return slidingCounter(algorithm.limit, algorithm.seconds);
    case "token-bucket":
      return leakyBucket(algorithm.capacity, algorithm.refillPerSecond);
    case "leaky-bucket":
      return leakyBucket(algorithm.capacity, algorithm.leakPerSecond);
    case "concurrency":
      return concurrency(algorithm.limit, algorithm.leaseSeconds);
  }
}

/**
 * Counts in a fixed window: the whole limit is available again when it ends. Remaining + used = limit, and nothing is
 * given back inside a window, even if the clock is set back.
 * @param seconds Length of a window.
 * @param endOf Returns the end of a window that opens at a time.
 */
function fixedWindow(limit: number, seconds: number, endOf: (now: number) => number): Meter<WindowBucket> {
  const reset = ({ resetsAt }: WindowBucket): number => resetsAt;
  return {
    limit,
    seconds,
    current(bucket, _limit, now) {
      if (bucket?.resetsAt === undefined) return { ...bucket, used: 0, resetsAt: endOf(now) };
      return now < bucket.resetsAt ? bucket : { ...bucket, used: 0, resetsAt: endOf(now) };
    },
    used: ({ used }, most) => Math.min(used, most),
    charge: (bucket, amount, most) => (amount === 0 ? bucket : withUsed(bucket, corrected(bucket.used, amount, most))),
    ticket: reset,
    adjust: (bucket, difference, ticket, most) =>
      bucket.resetsAt === ticket ? { ...bucket, used: corrected(bucket.used, difference, most) } : bucket,
    resetsAt: reset,
    availableAt: (bucket, amount, most, now) => (bucket.used + amount <= most ? now : bucket.resetsAt),
    set: (bucket, used, _limit, _now, resetsAt) => ({ ...bucket, used, resetsAt: resetsAt ?? bucket.resetsAt }),
  };
}

// A spread takes longer than everything else that is done to a bucket.
function withUsed(bucket: WindowBucket, used: number): WindowBucket {
  const { resetsAt } = bucket;
  return isPlain(bucket) ? { used, resetsAt } : { ...bucket, used };
}

/**
 * A bucket with a capacity that leaks at a rate: never more than capacity + rate · t in any t seconds. A token bucket
 * is the same seen from the other side: its tokens are the free space in the leaky bucket.
 * @param capacity Its capacity; a bucket with another limit leaks in proportion.
 */
function leakyBucket(capacity: number, perSecond: number): Meter<LevelBucket> {
  const rateOf = (most: number): number => (capacity === 0 ? perSecond : (perSecond * most) / capacity);
  const levelAt = ({ level, at }: LevelBucket, most: number, now: number): number =>
    now > at ? Math.max(0, level - (now - at) * rateOf(most)) : level;
  const availableAt = (bucket: LevelBucket, amount: number, most: number, now: number): number => {
    const over = levelAt(bucket, most, now) - Math.max(0, most - amount);
    return over <= 0 ? now : Math.max(now, bucket.at) + over / (rateOf(most) || perSecond);
  };
  return {
    limit: capacity,
    seconds: capacity / perSecond,
    current: (bucket, most, now) =>
      bucket?.level === undefined
        ? { ...bucket, level: 0, at: now }
        : now > bucket.at
          ? withLevel(bucket, levelAt(bucket, most, now), now)
          : bucket,
    // Sums of epoch seconds are off by less than a microsecond, and a client that waits until the given time must not
    // be refused for that.
    used: ({ level }, most) => Math.min(Math.max(0, level - instant * rateOf(most) - 1e-9), most),
    charge: (bucket, amount, most) =>
      amount === 0 ? bucket : withLevel(bucket, corrected(bucket.level, amount, most), bucket.at),
    ticket: ({ at }) => at,
    adjust: (bucket, difference, _ticket, most) => ({ ...bucket, level: corrected(bucket.level, difference, most) }),
    resetsAt: (bucket, most, now) => availableAt(bucket, most, most, now),
    availableAt,
    set: (bucket, level, _limit, now) => ({ ...bucket, level, at: Math.max(bucket.at, now) }),
  };
}

// A spread takes longer than everything else that is done to a bucket.
function withLevel(bucket: LevelBucket, level: number, at: number): LevelBucket {
  return isPlain(bucket) ? { level, at } : { ...bucket, level, at };
}

/**
 * Counts in a sliding window by an estimate of the spending in the last seconds, from the current window of the clock
 * and the share of the previous one that still counts. Compared to a {@link slidingLog} the estimate is wrong by at
 * most the spending of the previous window: too low by its share that has passed, too high by the share that has not.
 */
function slidingCounter(limit: number, seconds: number): Meter<CounterBucket> {
  const estimate = ({ start, used, previous }: CounterBucket, now: number): number =>
    used + previous * (1 - (Math.max(now, start) - start) / seconds);
  // A client that waits until the given time is not refused for a sum of epoch seconds that is off by a microsecond.
  const tolerance = ({ previous, used }: CounterBucket): number => 1e-9 + ((previous + used) * instant) / seconds;
  const charge = (bucket: CounterBucket, amount: number, most: number, now: number): CounterBucket => {
    const charged = Math.min(amount, Math.max(0, most - estimate(bucket, now) + tolerance(bucket)));
    return charged > 0 ? { ...bucket, used: bucket.used + charged } : bucket;
  };
  const availableAt = (bucket: CounterBucket, amount: number, most: number, now: number): number => {
    const { start, used, previous } = bucket;
    const room = most - amount;
    if (estimate(bucket, now) <= room) return now;
    // In this window the previous spending fades; in the next one, the present spending does.
    if (used <= room && previous > 0) return start + seconds * (1 - (room - used) / previous);
    return start + seconds * (used > 0 ? 2 - Math.max(0, room) / used : 1);
  };
  return {
    limit,
    seconds,
    current(bucket, _limit, now) {
      const start = Math.floor(now / seconds) * seconds;
      if (bucket?.previous === undefined) return { ...bucket, start, used: 0, previous: 0 };
      if (start <= bucket.start) return bucket;
      return { ...bucket, start, used: 0, previous: start === bucket.start + seconds ? bucket.used : 0 };
    },
    used: (bucket, most, now) => Math.min(Math.ceil(estimate(bucket, now) - tolerance(bucket)), most),
    charge,
    ticket: ({ start }) => start,
    adjust(bucket, difference, ticket, most) {
      if (ticket === bucket.start) return { ...bucket, used: corrected(bucket.used, difference, most) };
      if (ticket !== bucket.start - seconds) return bucket;
      return { ...bucket, previous: corrected(bucket.previous, difference, most) };
    },
    resetsAt: (bucket, most, now) => availableAt(bucket, most, most, now),
    availableAt,
    set: (bucket, used) => ({ ...bucket, used, previous: 0 }),
  };
}
