import { type Bucket, type BucketChange, type BucketSetting, commit } from "@tapedeck/rate-limit";
import { anyToken, nearest } from "@tapedeck/tape";
import type { Credential } from "../principal.ts";
import { bucketsOf, type HeldBuckets, innerName, type Limits, type Quota, quotaIn, toldName } from "./limits.ts";

/** What to change of a bucket; what is left out stays. */
export type QuotaChange = NonNullable<BucketSetting>;

/** What each principal has spent, by bucket. */
export interface Buckets {
  readonly held: HeldBuckets;
  commit(changes: readonly BucketChange[]): void;
  /** How each stands at a moment, by the name that it is told by. */
  at(now: number): Readonly<Record<string, Quota>>;
  /**
   * Works out a change of what a bucket holds, in the window it is in.
   * @throws RangeError for a name that is no bucket's, or for numbers that cannot be.
   */
  change(bucket: string, change: QuotaChange, now: number): BucketChange;
  /** The full name of a bucket that is told by this one. */
  nameOf(bucket: string): string;
  /**
   * Forgets what a bucket has spent and what was changed of it.
   * @throws RangeError for a name that is no bucket's.
   */
  forget(bucket: string): void;
  forgetAll(): void;
}

/**
 * Makes the buckets of a player: an account's own, and one for each address.
 * @param limits Those of each API, of the first one first; null where none is simulated.
 * @param credentials The known ones; with none, `token` is the one account.
 */
export function createBuckets(
  limits: readonly [Limits | null, ...Array<Limits | null>],
  credentials: readonly Credential[],
  held: Map<string, Bucket> = new Map(),
): Buckets {
  const [first, ...others] = limits;
  const known = credentials.map(({ alias, account = alias }) => account);
  const accounts = [...new Set(known.length === 0 ? [anyToken] : known)];
  const checked = (bucket: string): string => {
    if (first === null || first.unnamed !== null) checkName(bucket, accounts);
    if (first === null) throw new RangeError(`Cannot change ${bucket}: no rate limit is simulated for this API`);
    return innerName(first, bucket);
  };
  const toldOf = ([bucket, what]: readonly [string, Bucket], now: number): ReadonlyArray<readonly [string, Quota]> => {
    const own = others.find((each) => each !== null && bucket.startsWith(each.prefix)) ?? first;
    if (own === null) return [];
    const name = bucket.slice(own.prefix.length);
    const quota = quotaIn(own, name, what, now);
    return quota === null ? [] : [[toldName(own, name), quota]];
  };
  return {
    held,
    commit: (changes) => commit(held, changes),
    at: (now) => Object.fromEntries([...held].flatMap((each) => toldOf(each, now))),
    nameOf: checked,
    change(bucket, change, now) {
      const name = checked(bucket);
      try {
        return (first as Limits).limiter.change(bucketsOf(first as Limits, held), name, change, now);
      } catch (cause) {
        if (!(cause instanceof RangeError)) throw cause;
        throw new RangeError(cause.message.replace(`Cannot set ${name}:`, `Cannot set ${bucket}:`), { cause });
      }
    },
    forget(bucket) {
      checkName(bucket, accounts, first);
      if (first === null) return;
      const name = innerName(first, bucket);
      held.delete(name);
      // What is hidden cannot be named: it goes with the bucket of the same caller.
      const whose = name.slice(name.indexOf(" "));
      for (const { name: policy, hidden } of first.limiter.policies) if (hidden) held.delete(policy + whose);
    },
    forgetAll: () => held.clear(),
  };
}

/** Refuses what is no caller's bucket, where those alone are told. */
function checkName(bucket: string, accounts: readonly string[], limits: Limits | null = null): void {
  if (limits !== null && limits.unnamed === null) return;
  const [, kind, name = ""] = /^(account|address) (.+)$/s.exec(bucket) ?? [];
  if (kind === undefined) {
    throw new RangeError(`Not a bucket: ${JSON.stringify(bucket)}; one is named "account NAME" or "address ADDRESS"`);
  }
  if (kind === "address" || accounts.includes(name)) return;
  const meant = nearest(name, accounts);
  throw new RangeError(
    `No account ${JSON.stringify(name)}${meant === null ? "" : `; did you mean "account ${meant}"?`}: there is ${accounts.join(", ")}`,
  );
}
