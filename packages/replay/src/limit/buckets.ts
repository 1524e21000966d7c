import {
  type Bucket,
  type BucketChange,
  type BucketSetting,
  type CompiledPolicy,
  commit,
  readBucketName,
} from "@tapedeck/rate-limit";
import { anyToken, nearest } from "@tapedeck/tape";
import type { Credential } from "../principal.ts";
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

/** Settings to change of a bucket; absent ones stay. */
export type QuotaChange = NonNullable<BucketSetting>;

/** The spending of each principal, by bucket. */
export interface Buckets {
  readonly held: HeldBuckets;
  /** @param now Epoch seconds: where there are too many buckets, those that have spent the least then are forgotten. */
  commit(changes: readonly BucketChange[], now: number): void;
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
   * The full names of the buckets that are meant: one, those of a policy (`search`), or those of a caller (`account ada`).
   * @throws RangeError for a name that is none of these.
   */
  named(bucket: string): readonly string[];
  /**
   * Forgets the spending and the settings of the matching buckets.
   * @throws RangeError for a name that is no bucket's.
   */
  forget(bucket: string): void;
  forgetAll(): void;
}

/** A bucket: of which API's limits, and what their limiter calls it. */
interface Found {
  readonly limits: Limits;
  readonly name: string;
}

/**
 * A partition may be whatever a client says, such as a header. Beyond so many buckets some are forgotten: half of the oldest
 * ones, those that have spent the least. To have the limit of another begin anew, a client has to spend as much
 * from each of thousands of buckets.
 */
const mostBuckets = 20_000;
const mostCompared = 4000;

/**
 * Makes the buckets of a player, 20,000 at most: beyond, some that have spent little are forgotten. One is named as it
 * is told: `account ada`, where an API tells of one policy alone, else `search account ada`; a hidden policy's by its whole
 * name too, and that of an API after the first by the API's before it.
 * @param limits Those of each API, of the first one first; null where none is simulated.
 * @param credentials The known ones; with none, `token` is the one account.
 */
export function createBuckets(
  limits: readonly [Limits | null, ...Array<Limits | null>],
  credentials: readonly Credential[],
  held: Map<string, Bucket> = new Map(),
): Buckets {
  const [first, ...others] = limits;
  const known = credentials.map(({ account }) => account);
  const accounts = [...new Set(known.length === 0 ? [anyToken] : known)];
  const limitsIn = (bucket: string): Limits | null =>
    others.find((each) => each !== null && bucket.startsWith(each.prefix)) ?? first;
  const find = (bucket: string): Found => {
    const own = limitsIn(bucket);
    const told = bucket.slice(own?.prefix.length);
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
    const own = limitsIn(bucket);
    const told = bucket.slice(own?.prefix.length);
    const [, kind, who = ""] = callers.exec(told) ?? [];
    if (own === null || (kind !== undefined && !policyIn(own, told))) {
      checkName(told, accounts);
      return own === null ? [] : namesIn(own, held).filter((name) => readBucketName(name).parts[kind ?? ""] === who);
    }
    if (policyIn(own, told)?.name === told)
      return namesIn(own, held).filter((name) => policyIn(own, name)?.name === told);
    return [change(bucket, null, 0).bucket].map((name) => name.slice(own.prefix.length));
  };
  const toldOf = ([bucket, what]: readonly [string, Bucket], now: number): ReadonlyArray<readonly [string, Quota]> => {
    const own = limitsIn(bucket);
    if (own === null) return [];
    const name = bucket.slice(own.prefix.length);
    const quota = quotaIn(own, name, what, now);
    return quota === null ? [] : [[toldName(own, name), quota]];
  };
  const spentOf = (bucket: string, what: Bucket, now: number): number => {
    if ((what.blockedUntil ?? 0) > now) return Number.POSITIVE_INFINITY;
    const own = limitsIn(bucket);
    const quota = own && quotaIn(own, bucket.slice(own.prefix.length), what, now);
    return quota === null ? 0 : quota.used / quota.limit;
  };
  const forgetLeastSpent = (now: number): void => {
    const oldest = Array.from(held.entries().take(mostCompared), ([name, what]) => ({
      ...{ name, what },
      spent: spentOf(name, what, now),
    }));
    oldest.sort((a, b) => a.spent - b.spent);
    for (const [nth, { name, what }] of oldest.entries()) {
      held.delete(name);
      // Those that stay are compared with others next.
      if (nth >= mostCompared / 2) held.set(name, what);
    }
  };
  return {
    held,
    commit(changes, now) {
      commit(held, changes);
      if (held.size > mostBuckets) forgetLeastSpent(now);
    },
    at: (now) => Object.fromEntries([...held].flatMap((each) => toldOf(each, now))),
    nameOf(bucket) {
      const { limits: own, name } = find(bucket);
      return own.prefix + name;
    },
    change,
    named: (bucket) => named(bucket).map((name) => (limitsIn(bucket)?.prefix ?? "") + name),
    forget(bucket) {
      for (const name of this.named(bucket)) held.delete(name);
    },
    forgetAll: () => held.clear(),
  };
}

const callers = /^(account|address|credential) (.+)$/s;

/** The policy whose name a bucket's begins with. */
function policyIn({ limiter }: Limits, bucket: string): CompiledPolicy | undefined {
  return limiter.policies.find(({ name }) => bucket === name || bucket.startsWith(`${name} `));
}

function namesIn({ prefix, limiter }: Limits, held: HeldBuckets): readonly string[] {
  const own = [...held.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  return own.filter((name) => limiter.policies.some((policy) => policy.name === readBucketName(name).policy));
}

/** Refuses what is no caller's bucket, where those alone are told. */
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
