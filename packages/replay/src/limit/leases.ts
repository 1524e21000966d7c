import type { Holding } from "./limits.ts";

/**
 * The answers in flight that hold a part of a concurrency limit, and when each last renewed it. Times are epoch
 * seconds.
 */
interface Leases {
  begin(holding: Holding, now: number): void;
  end(holding: Holding): void;
  clear(): void;
  /** Returns the holdings that are due for renewal, and counts them as renewed. */
  due(now: number): readonly Holding[];
  /** Returns the shortest time until one must be renewed, in seconds; null if nothing is held. */
  seconds(): number | null;
}

/** Makes the leases of a player. */
export function createLeases(): Leases {
  const renewBy = new Map<Holding, number>();
  let next = Number.POSITIVE_INFINITY;
  return {
    begin(holding, now) {
      renewBy.set(holding, now + holding.renewSeconds);
      next = Math.min(next, now + holding.renewSeconds);
    },
    end: (holding) => void renewBy.delete(holding),
    clear: () => renewBy.clear(),
    due(now) {
      if (now < next) return [];
      const due = [...renewBy].filter(([, at]) => now >= at).map(([holding]) => holding);
      for (const each of due) renewBy.set(each, now + each.renewSeconds);
      next = Math.min(...renewBy.values());
      return due;
    },
    seconds: () =>
      renewBy.size === 0 ? null : Math.min(...Array.from(renewBy.keys(), ({ renewSeconds }) => renewSeconds)),
  };
}
