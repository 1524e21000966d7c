import type { Quota } from "./quota.ts";

/** What a bucket must hold for a change to be made, and what it holds once it is made; null for nothing yet. */
export interface QuotaSwap {
  readonly bucket: string;
  readonly from: Quota | null;
  readonly to: Quota | null;
}

/**
 * Where limits are counted, apart from the players that count: in memory, in a file, in a database. All it needs is one
 * atomic step, `swap`; a store that looks and writes in two steps lets two callers have the same last request.
 */
export interface QuotaStore {
  /** What buckets hold, by bucket; those that hold nothing are left out. Without names: all of them. */
  readonly read: (buckets?: readonly string[]) => Promise<Readonly<Record<string, Quota>>>;
  /**
   * Makes all changes, or none where a bucket holds anything else than the change says (compare and set).
   * @returns whether they were made.
   */
  readonly swap: (changes: readonly QuotaSwap[]) => Promise<boolean>;
}

/**
 * Makes a store in memory, for players of one process.
 * @example
 * const store = createQuotaStore();
 * const players = [tapes, otherTapes].map((each) => createSharedPlayer({ tapes: each, store }));
 */
export function createQuotaStore(): QuotaStore {
  const held = new Map<string, Quota>();
  return {
    read: async (buckets) => quotasIn(held, buckets),
    swap: async (changes) => swapIn(held, changes),
  };
}

/** {@link QuotaStore.swap} for a store that keeps its buckets in a map. */
export function swapIn(held: Map<string, Quota>, changes: readonly QuotaSwap[]): boolean {
  if (!changes.every(({ bucket, from }) => sameQuota(held.get(bucket) ?? null, from))) return false;
  for (const { bucket, to } of changes) {
    if (to === null) held.delete(bucket);
    else held.set(bucket, to);
  }
  return true;
}

/** {@link QuotaStore.read} for a store that keeps its buckets in a map. */
export function quotasIn(
  held: ReadonlyMap<string, Quota>,
  buckets: readonly string[] = [...held.keys()],
): Readonly<Record<string, Quota>> {
  return Object.fromEntries(
    buckets.flatMap((bucket) => {
      const quota = held.get(bucket);
      return quota === undefined ? [] : [[bucket, quota]];
    }),
  );
}

/** Whether two buckets hold the same. By value: what a store gives back may have been through JSON. */
export function sameQuota(a: Quota | null, b: Quota | null): boolean {
  if (a === null || b === null) return a === b;
  return a.limit === b.limit && a.windowSeconds === b.windowSeconds && a.used === b.used && a.resetsAt === b.resetsAt;
}
