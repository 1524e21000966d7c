import { corrected, isPlain, type Meter, type WindowBucket } from "./meter.ts";

/**
 * Counts in a fixed window: the whole limit is available again when it ends. Remaining + used = limit, and nothing is
 * given back inside a window, even if the clock is set back.
 * @param seconds Length of a window.
 * @param endOf Returns the end of a window that opens at a time.
 * @example
 * const meter = fixedWindow(60, 3600, (now) => now + 3600);
 * meter.current(undefined, 60, 1000); // { used: 0, resetsAt: 4600 }
 */
export function fixedWindow(limit: number, seconds: number, endOf: (now: number) => number): Meter<WindowBucket> {
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
