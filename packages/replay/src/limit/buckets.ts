import type { RateLimit } from "@tapedeck/api";
import { anonymous, anyToken, nearest } from "@tapedeck/tape";
import type { Credential } from "../principal.ts";
import { currentQuota, freshQuota, type Quota } from "./quota.ts";

/** What to change of a bucket; what is left out stays. */
export interface QuotaChange {
  /** Requests a window. What is used beyond it counts as used up. */
  readonly limit?: number;
  readonly used?: number;
  /** Another way to say what is used: the limit without this. */
  readonly remaining?: number;
  /** When the window ends: epoch seconds, later than now. */
  readonly resetsAt?: number;
}

/** What each principal may spend and has spent, by bucket. */
export interface Buckets {
  readonly held: ReadonlyMap<string, Quota>;
  put(bucket: string, quota: Quota): void;
  /** What each holds at a moment. */
  at(now: number): Readonly<Record<string, Quota>>;
  /**
   * Changes what a bucket holds, in the window it is in.
   * @throws RangeError for a name that is no bucket's, or for numbers that cannot be.
   */
  change(bucket: string, change: QuotaChange, now: number): void;
  /**
   * Forgets what a bucket has spent and what was changed of it.
   * @throws RangeError for a name that is no bucket's.
   */
  forget(bucket: string): void;
  forgetAll(): void;
}

/** The bucket in which the secondary limit of another one counts. */
export function secondaryBucket(bucket: string): string {
  return `secondary ${bucket}`;
}

/**
 * How many requests a window holds for an account; undefined for callers without a credential. The limit is the
 * account's, whichever of its credentials opens the window.
 */
export function limitOf({ limits }: Pick<RateLimit, "limits">, account: string | undefined): number {
  if (account === undefined) return limits[anonymous] ?? 0;
  return limits[account] ?? limits[anyToken] ?? 0;
}

/**
 * Makes the buckets of a player: an account's own, and one for each address.
 * @param credentials The known ones; with none, `token` is the one account.
 * @example
 * const buckets = createBuckets(service.rateLimit, []);
 * buckets.change("address 127.0.0.1", { remaining: 1 }, clock());
 */
export function createBuckets(rateLimit: RateLimit | null, credentials: readonly Credential[]): Buckets {
  const held = new Map<string, Quota>();
  const known = credentials.map(({ alias, account = alias }) => account);
  const accounts = [...new Set(known.length === 0 ? [anyToken] : known)];
  const current = (bucket: string, now: number): Quota => {
    const account = accountOf(bucket, accounts);
    if (rateLimit === null) throw new RangeError(`Cannot change ${bucket}: no rate limit is simulated for this API`);
    return currentQuota(held.get(bucket) ?? freshQuota(limitOf(rateLimit, account), rateLimit.windowSeconds, now), now);
  };
  return {
    held,
    put: (bucket, quota) => held.set(bucket, quota),
    at: (now) => Object.fromEntries(Array.from(held, ([bucket, quota]) => [bucket, currentQuota(quota, now)])),
    change(bucket, change, now) {
      const before = current(bucket, now);
      held.set(bucket, changed(bucket, before, change, now));
    },
    forget(bucket) {
      accountOf(bucket, accounts);
      held.delete(bucket);
      held.delete(secondaryBucket(bucket));
    },
    forgetAll: () => held.clear(),
  };
}

/** The account of a bucket; undefined for an address's. */
function accountOf(bucket: string, accounts: readonly string[]): string | undefined {
  const [, kind, name = ""] = /^(account|address) (.+)$/s.exec(bucket) ?? [];
  if (kind === undefined) {
    throw new RangeError(`Not a bucket: ${JSON.stringify(bucket)}; one is named "account NAME" or "address ADDRESS"`);
  }
  if (kind === "address") return undefined;
  if (accounts.includes(name)) return name;
  const meant = nearest(name, accounts);
  throw new RangeError(
    `No account ${JSON.stringify(name)}${meant === null ? "" : `; did you mean "account ${meant}"?`}: there is ${accounts.join(", ")}`,
  );
}

function changed(bucket: string, before: Quota, { limit, used, remaining, resetsAt }: QuotaChange, now: number): Quota {
  const most = limit ?? before.limit;
  const given = { limit, used, remaining };
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0))
      throw new RangeError(`Cannot set ${bucket}: ${name} is a whole number from 0, not ${value}`);
  }
  for (const [name, value] of Object.entries({ used, remaining })) {
    if (value !== undefined && value > most)
      throw new RangeError(`Cannot set ${bucket}: ${name} is ${value}, and the limit ${most}`);
  }
  if (used !== undefined && remaining !== undefined && used + remaining !== most) {
    throw new RangeError(`Cannot set ${bucket}: used ${used} and remaining ${remaining} do not make the limit ${most}`);
  }
  if (resetsAt !== undefined && !(Number.isSafeInteger(resetsAt) && resetsAt > now)) {
    throw new RangeError(
      `Cannot set ${bucket}: its window cannot end at ${resetsAt}, since it is ${now}; set the clock`,
    );
  }
  const spent = used ?? (remaining === undefined ? Math.min(before.used, most) : most - remaining);
  return { ...before, limit: most, used: spent, resetsAt: resetsAt ?? before.resetsAt };
}
