import { type CounterBucket, corrected, instant, type Meter } from "./meter.ts";

/**
 * Counts in a sliding window by an estimate of the spending in the last seconds, from the current window of the clock
 * and the share of the previous one that still counts. Compared to a {@link slidingLog} the estimate is wrong by at
 * most the spending of the previous window: too low by its share that has passed, too high by the share that has not.
 * @example
 * slidingCounter(10, 60).used({ start: 60, used: 2, previous: 8 }, 10, 90); // 6
 */
export function slidingCounter(limit: number, seconds: number): Meter<CounterBucket> {
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
