import { type Bucket, type BucketChange, commit } from "@tapedeck/rate-limit";

/**
 * Where limits are counted, apart from the players that count: in memory, in a file, in a database. All it needs is one
 * atomic step, `swap`; a store that looks and writes in two steps lets two callers have the same last request.
 */
export interface QuotaStore {
  /** The state of buckets, by name; untouched ones are left out. Without names: all of them. */
  readonly read: (buckets?: readonly string[]) => Promise<HeldQuotas>;
  /**
   * Makes all changes, or none where a bucket holds anything else than its change says (compare and set). A change from
   * something to the same asks for that alone.
   * @returns null where they were made; else what these buckets hold, so that the next attempt need not read.
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

/** {@link QuotaStore.swap} for a store that keeps its buckets in a map. */
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

/** {@link QuotaStore.read} for a store that keeps its buckets in a map. */
export function quotasIn(held: ReadonlyMap<string, Bucket>, buckets: readonly string[] = [...held.keys()]): HeldQuotas {
  return Object.fromEntries(
    buckets.flatMap((name) => {
      const bucket = held.get(name);
      return bucket === undefined ? [] : [[name, bucket]];
    }),
  );
}

/** Whether two buckets hold the same. By value: what a store gives back may have been through JSON. */
function sameBucket(a: Bucket | null, b: Bucket | null): boolean {
  if (a === null || b === null || a === b) return a === b;
  const [one, other] = [new Map<string, unknown>(Object.entries(a)), Object.entries(b)];
  return one.size === other.length && other.every(([name, value]) => sameValue(one.get(name), value));
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}
