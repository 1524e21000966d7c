import {
  type Bucket,
  type BucketChange,
  type BucketSetting,
  type CompiledPolicy,
  commit,
  readBucketName,
} from "@tapedeck/rate-limit";
import { anyToken, nearest } from "@tapedeck/tape/internal";
import type { Credential } from "../request/principal.ts";
import {
  bucketsOf,
  type HeldBuckets,
  innerName,
  type Limits,
  type Quota,
  quotaIn,
  toldName,
  withPrefix,
} from "./limits.ts";

/** Settings of a bucket to change; the others stay. */
export type QuotaChange = NonNullable<BucketSetting>;

/** The spending of all principals, by bucket. */
export interface Buckets {
  readonly held: HeldBuckets;
  /**
   * @param now Epoch seconds. If there are too many buckets, those with the least spending at this time are dropped.
   */
  commit(changes: readonly BucketChange[], now: number): void;
  /** Returns the state of each bucket at a time, by its advertised name. */
  at(now: number): Readonly<Record<string, Quota>>;
  /**
   * Computes a change of a bucket in its current window.
   * @throws RangeError for a name that no bucket has, or for impossible numbers.
   */
  change(bucket: string, change: QuotaChange, now: number): BucketChange;
  /** Returns the full name of a bucket, given its advertised name. */
  nameOf(bucket: string): string;
  /**
   * Returns the full names that a name stands for: one bucket, those of a policy (`search`), or those of a caller
   * (`account ada`).
   * @throws RangeError for a name that is none of these.
   */
  named(bucket: string): readonly string[];
  /**
   * Forgets the spending and the settings of the matching buckets.
   * @throws RangeError for a name that no bucket has.
   */
  forget(bucket: string): void;
  forgetAll(): void;
}

/**
 * Default for the maximum number of buckets. A client may choose the partition, by a header for example. Beyond this
 * number, half of the oldest buckets are dropped, those with the least spending: to reset the limit of another, a client
 * would have to spend as much from thousands of buckets.
 */
const usualBuckets = 20_000;
const mostCompared = 4000;

/**
 * Makes the buckets of a player, 20,000 at most; beyond that, some with little spending are dropped. A bucket has its
 * advertised name: `account ada` if the API advertises one policy, else `search account ada`. A hidden policy's bucket
 * has its full name, and the bucket of an API after the first begins with the API's name.
 * @param limits The limits of each API, the first one first; null for an API without simulated limits.
 * @param credentials The known credentials; without any, `token` is the only account.
 */
export function createBuckets(
  limits: readonly [Limits | null, ...Array<Limits | null>],
  credentials: readonly Credential[],
  held: Map<string, Bucket> = new Map(),
  most: number = usualBuckets,
): Buckets {
  const [first, ...others] = limits;
  const known = credentials.map(({ account }) => account);
  const accounts = [...new Set(known.length === 0 ? [anyToken] : known)];
  /** Returns the limits that a bucket belongs to, and its name without their prefix. */
  const split = (bucket: string): { readonly limits: Limits | null; readonly told: string } => {
    const own = others.find((each) => each !== null && bucket.startsWith(each.prefix)) ?? first;
    return { limits: own, told: bucket.slice(own?.prefix.length) };
  };
  const find = (bucket: string): { readonly limits: Limits; readonly name: string } => {
    const { limits: own, told } = split(bucket);
    const policy = own && policyIn(own, told);
    if (!policy && (own === null || own.unnamed !== null)) checkName(told, accounts);
    if (own === null) throw new RangeError(`Cannot change ${bucket}: no rate limit is simulated for this API`);
    const name = policy ? told : innerName(own, told);
    const { account } = readBucketName(name).parts;
    if (account !== undefined) checkAccount(account, accounts);
    return { limits: own, name };
  };
  const change = (bucket: string, setting: BucketSetting, now: number): BucketChange => {
    const { limits: own, name } = find(bucket);
    try {
      const made = own.limiter.change(bucketsOf(own, held), name, setting, now);
      return withPrefix(own.prefix, [made])[0] as BucketChange;
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new RangeError(cause.message.replace(`Cannot set ${name}:`, `Cannot set ${bucket}:`), { cause });
    }
  };
  const named = (bucket: string): readonly string[] => {
    const { limits: own, told } = split(bucket);
    const [, kind, who = ""] = callers.exec(told) ?? [];
    const policy = own && policyIn(own, told);
    if (own === null || (kind !== undefined && !policy)) {
      checkName(told, accounts);
      return own === null ? [] : namesIn(own, held, (name) => readBucketName(name).parts[kind ?? ""] === who);
    }
    if (policy?.name === told) return namesIn(own, held, (name) => policyIn(own, name)?.name === told);
    return [change(bucket, null, 0).bucket];
  };
  const quotaOf = (bucket: string, what: Bucket, now: number): readonly [told: string, quota: Quota] | null => {
    const { limits: own, told } = split(bucket);
    const quota = own && quotaIn(own, told, what, now);
    return quota && [toldName(own, told), quota];
  };
  const spentOf = (bucket: string, what: Bucket, now: number): number => {
    if ((what.blockedUntil ?? 0) > now) return Number.POSITIVE_INFINITY;
    const [, quota] = quotaOf(bucket, what, now) ?? [];
    return quota === undefined ? 0 : quota.used / quota.limit;
  };
  const forgetLeastSpent = (now: number): void => {
    const oldest = Array.from(held.entries().take(mostCompared), ([name, what]) => ({
      ...{ name, what },
      spent: spentOf(name, what, now),
    }));
    oldest.sort((a, b) => a.spent - b.spent);
    for (const [nth, { name, what }] of oldest.entries()) {
      held.delete(name);
      // Those that stay are compared with others next time.
      if (nth >= oldest.length / 2) held.set(name, what);
    }
  };
  return {
    held,
    commit(changes, now) {
      commit(held, changes);
      if (held.size > most) forgetLeastSpent(now);
    },
    at: (now) =>
      Object.fromEntries(
        held.entries().flatMap(([name, what]) => {
          const quota = quotaOf(name, what, now);
          return quota === null ? [] : [quota];
        }),
      ),
    nameOf(bucket) {
      const { limits: own, name } = find(bucket);
      return own.prefix + name;
    },
    change,
    named,
    forget(bucket) {
      for (const name of named(bucket)) held.delete(name);
    },
    forgetAll: () => held.clear(),
  };
}

const callers = /^(account|address|credential) (.+)$/s;

function policyIn({ limiter }: Limits, bucket: string): CompiledPolicy | undefined {
  return limiter.policies.find(({ name }) => bucket === name || bucket.startsWith(`${name} `));
}

/** Returns the full names of the buckets of an API whose own names are wanted. */
function namesIn(
  { prefix, limiter }: Limits,
  held: HeldBuckets,
  isWanted: (name: string) => boolean,
): readonly string[] {
  const own = [...held.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  return own
    .filter((name) => limiter.policies.some((policy) => policy.name === readBucketName(name).policy) && isWanted(name))
    .map((name) => prefix + name);
}

/** Refuses names that belong to no caller, if only callers' buckets are advertised. */
function checkName(bucket: string, accounts: readonly string[]): void {
  const [, kind, name = ""] = callers.exec(bucket) ?? [];
  if (kind === undefined)
    throw new RangeError(`Not a bucket: ${JSON.stringify(bucket)}; one is named "account NAME" or "address ADDRESS"`);
  if (kind === "account") checkAccount(name, accounts);
}

function checkAccount(name: string, accounts: readonly string[]): void {
  if (accounts.includes(name)) return;
  const meant = nearest(name, accounts);
  throw new RangeError(
    `No account ${JSON.stringify(name)}${meant === null ? "" : `; did you mean "account ${meant}"?`}: there is ${accounts.join(", ")}`,
  );
}
