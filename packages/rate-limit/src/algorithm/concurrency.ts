import type { HeldBucket, Meter } from "./meter.ts";

/**
 * A limit of how much is in flight. A charge takes one place whatever it costs, and {@link Meter.adjust} gives it back:
 * once, however often it is asked to. When a place will be free is unknown; a second is told.
 * @example
 * concurrency(2).charge({ held: [], next: 0 }, 1, 2, 1000); // { held: [0], next: 1 }
 */
export function concurrency(limit: number): Meter<HeldBucket> {
  return {
    limit,
    seconds: 0,
    current: (bucket) => (bucket?.held === undefined ? { ...bucket, held: [], next: 0 } : bucket),
    used: ({ held }, most) => Math.min(held.length, most),
    charge: (bucket, amount) =>
      amount === 0 ? bucket : { ...bucket, held: [...bucket.held, bucket.next], next: bucket.next + 1 },
    ticket: ({ next }) => next - 1,
    adjust: (bucket, difference, ticket) =>
      difference < 0 && bucket.held.includes(ticket)
        ? { ...bucket, held: bucket.held.filter((each) => each !== ticket) }
        : bucket,
    resetsAt: ({ held }, _limit, now) => (held.length === 0 ? now : now + 1),
    availableAt: ({ held }, amount, most, now) => (held.length + amount <= most ? now : now + 1),
    set: (bucket, used) => ({
      ...bucket,
      held: Array.from({ length: used }, (_, place) => bucket.next + place),
      next: bucket.next + used,
    }),
  };
}
