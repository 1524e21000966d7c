import type { HeldBucket, Meter } from "./meter.ts";

/** An hour: longer than an answer takes. */
export const usualLease = 3600;

/**
 * Limits how much is in flight. A charge takes one place whatever its cost, and {@link Meter.adjust} releases it, once,
 * however often it is called. A place is leased: if it is never released, because its process was killed, it becomes
 * free at the end of the lease, which its holder renews. When a place will become free is unknown; the meter says in a
 * second.
 * @param leaseSeconds Longest time that a place is held.
 * @example
 * concurrency(2).charge({ held: [], next: 0 }, 1, 2, 1000); // { held: [0, 4600], next: 1 }
 */
export function concurrency(limit: number, leaseSeconds: number = usualLease): Meter<HeldBucket> {
  return {
    limit,
    seconds: 0,
    current: (bucket, _limit, now) => {
      if (bucket?.held === undefined) return { ...bucket, held: [], next: 0 };
      // A ticket, then the end of its lease.
      const isLeased = (_each: number, at: number): boolean => (bucket.held[at | 1] ?? 0) > now;
      return bucket.held.every(isLeased) ? bucket : { ...bucket, held: bucket.held.filter(isLeased) };
    },
    used: ({ held }, most) => Math.min(held.length / 2, most),
    charge: (bucket, amount, _limit, now) =>
      amount === 0
        ? bucket
        : { ...bucket, held: [...bucket.held, bucket.next, now + leaseSeconds], next: bucket.next + 1 },
    ticket: ({ next }) => next - 1,
    adjust: (bucket, difference, ticket) => {
      if (difference >= 0) return bucket;
      const at = placeOf(bucket, ticket);
      return at < 0 ? bucket : { ...bucket, held: bucket.held.toSpliced(at, 2) };
    },
    renew(bucket, ticket, now) {
      const at = placeOf(bucket, ticket) + 1;
      const isDue = at > 0 && (bucket.held[at] ?? 0) - now <= leaseSeconds / 2;
      return isDue ? { ...bucket, held: bucket.held.with(at, now + leaseSeconds) } : bucket;
    },
    resetsAt: ({ held }, _limit, now) => (held.length === 0 ? now : now + 1),
    availableAt: ({ held }, amount, most, now) => (held.length / 2 + amount <= most ? now : now + 1),
    set: (bucket, used, _limit, now) => ({
      ...bucket,
      held: Array.from({ length: used }, (_, place) => [bucket.next + place, now + leaseSeconds]).flat(),
      next: bucket.next + used,
    }),
  };
}

function placeOf({ held }: HeldBucket, ticket: number): number {
  for (let at = 0; at < held.length; at += 2) if (held[at] === ticket) return at;
  return -1;
}
