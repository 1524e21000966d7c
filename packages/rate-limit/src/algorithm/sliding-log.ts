import type { LogBucket, Meter } from "./meter.ts";

/**
 * Counts in a sliding window exactly: never more than the limit in any such period. It remembers every charge of that
 * period, so it suits small limits; {@link slidingCounter} needs two numbers.
 * @example
 * slidingLog(2, 60).charge({ log: [1000, 1], at: 1030 }, 1, 2, 1030).log; // [1000, 1, 1030, 1]
 */
export function slidingLog(limit: number, seconds: number): Meter<LogBucket> {
  const used = ({ log }: LogBucket): number => {
    let sum = 0;
    for (let index = 1; index < log.length; index += 2) sum += log[index] ?? 0;
    return sum;
  };
  const clipped = (bucket: LogBucket, amount: number, most: number): number =>
    Math.max(0, Math.min(amount, most - used(bucket)));
  const availableAt = (bucket: LogBucket, amount: number, most: number, now: number): number => {
    let over = used(bucket) + amount - most;
    if (over <= 0) return now;
    for (let index = 0; index < bucket.log.length; index += 2) {
      over -= bucket.log[index + 1] ?? 0;
      if (over <= 0) return (bucket.log[index] ?? now) + seconds;
    }
    return bucket.at + seconds;
  };
  return {
    limit,
    seconds,
    current(bucket, _limit, now) {
      if (bucket?.log === undefined) return { ...bucket, log: [], at: now };
      const { log } = bucket;
      const at = Math.max(now, bucket.at);
      let gone = 0;
      while (gone < log.length && (log[gone] ?? 0) + seconds <= at) gone += 2;
      return gone === 0 && at === bucket.at ? bucket : { ...bucket, log: gone === 0 ? log : log.slice(gone), at };
    },
    used: (bucket, most) => Math.min(used(bucket), most),
    charge(bucket, amount, most) {
      const charged = clipped(bucket, amount, most);
      if (charged === 0) return bucket;
      const { log, at } = bucket;
      return log.at(-2) === at
        ? { ...bucket, log: [...log.slice(0, -1), (log.at(-1) ?? 0) + charged] }
        : { ...bucket, log: [...log, at, charged] };
    },
    ticket: ({ at }) => at,
    adjust(bucket, difference, ticket, most) {
      const at = bucket.log.findIndex((time, index) => index % 2 === 0 && time === ticket);
      if (at < 0) return bucket;
      const charged = bucket.log[at + 1] ?? 0;
      const more = difference > 0 ? clipped(bucket, difference, most) : difference;
      return { ...bucket, log: bucket.log.with(at + 1, Math.max(0, charged + more)) };
    },
    resetsAt: (bucket, most, now) => availableAt(bucket, most, most, now),
    availableAt,
    set: (bucket, amount) => ({ ...bucket, log: amount === 0 ? [] : [bucket.at, amount] }),
  };
}
