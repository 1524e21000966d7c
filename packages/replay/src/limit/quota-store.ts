import { type Bucket, type BucketChange, commit } from "@tapedeck/rate-limit";

/**
 * Where limits are counted outside the players: in memory, in a file, in a database. It needs one atomic step, `swap`:
 * with a store that reads and writes in two steps, two callers could both get the last request.
 */
export interface QuotaStore {
  /** Returns the state of buckets by name, without untouched ones. Without names: of all buckets. */
  readonly read: (buckets?: readonly string[]) => Promise<HeldQuotas>;
  /**
   * Makes all changes, or none if a bucket does not hold what its change expects (compare and set). A change to the
   * same value only checks it.
   * @returns null if the changes were made; else what these buckets hold, so that the next attempt need not read.
   */
  readonly swap: (changes: readonly BucketChange[]) => Promise<HeldQuotas | null>;
}

/** The state of buckets, by name. */
export type HeldQuotas = Readonly<Record<string, Bucket>>;

/**
 * Makes a store in memory, for players of one process.
 * @example
 * const store = createQuotaStore();
 * const players = [tapes, otherTapes].map((each) => createSharedPlayer({ tapes: each, store }));
 */
export function createQuotaStore(): QuotaStore {
  const held = new Map<string, Bucket>();
  return {
    read: async (buckets) => quotasIn(held, buckets),
    swap: async (changes) => swapIn(held, changes),
  };
}

/** Implements {@link QuotaStore.swap} for a store that keeps its buckets in a map. */
export function swapIn(held: Map<string, Bucket>, changes: readonly BucketChange[]): HeldQuotas | null {
  if (!changes.every(({ bucket, from }) => sameBucket(held.get(bucket) ?? null, from))) {
    return quotasIn(
      held,
      changes.map(({ bucket }) => bucket),
    );
  }
  commit(held, changes);
  return null;
}

/** Implements {@link QuotaStore.read} for a store that keeps its buckets in a map. */
export function quotasIn(held: ReadonlyMap<string, Bucket>, buckets: readonly string[] = [...held.keys()]): HeldQuotas {
  return Object.fromEntries(
    buckets.flatMap((name) => {
      const bucket = held.get(name);
      return bucket === undefined ? [] : [[name, bucket]];
    }),
  );
}

/** Returns whether two buckets hold the same, by value: a store may return parsed JSON. */
function sameBucket(a: Bucket | null, b: Bucket | null): boolean {
  if (a === null || b === null || a === b) return a === b;
  const [one, other] = [new Map<string, unknown>(Object.entries(a)), Object.entries(b)];
  return one.size === other.length && other.every(([name, value]) => sameValue(one.get(name), value));
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}
