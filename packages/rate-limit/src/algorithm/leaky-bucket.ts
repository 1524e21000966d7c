import { corrected, instant, isPlain, type LevelBucket, type Meter } from "./meter.ts";

/**
 * A bucket with a capacity that leaks at a rate: never more than capacity + rate · t in any t seconds. A token bucket
 * is the same seen from the other side: its tokens are the free space in the leaky bucket.
 * @param capacity Its capacity; a bucket with another limit leaks in proportion.
 * @example
 * leakyBucket(40, 2).current({ level: 40, at: 1000 }, 40, 1010).level; // 20
 */
export function leakyBucket(capacity: number, perSecond: number): Meter<LevelBucket> {
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
