import { credentialsOf } from "@tapedeck/api";
import type { Bucket, BucketChange } from "@tapedeck/rate-limit";
import { checkArgument } from "@tapedeck/tape/internal";
import type { Outcome } from "../deliver/outcome.ts";
import type { IncomingRequest } from "../http/message.ts";
import { originsIn, playedApis } from "../index/tape-source.ts";
import { type Buckets, createBuckets, type QuotaChange } from "../limit/buckets.ts";
import { createLeases } from "../limit/leases.ts";
import { type HeldBuckets, type Holding, type Limits, limitsOf, type Quota } from "../limit/limits.ts";
import type { QuotaStore } from "../limit/quota-store.ts";
import { fetchOf } from "./handler.ts";
import { createPlayer, type Player } from "./player.ts";
import type { PlayerOptions } from "./player-options.ts";

/** Options of a player that counts in a store. */
export interface SharedPlayerOptions extends Omit<PlayerOptions, "maxBuckets"> {
  /** The store to count in. The first request of a window decides when it ends. */
  readonly store: QuotaStore;
}

/** The members of a player that it has otherwise, or not at all: its counters are promises. */
type Unshared =
  | "answer"
  | "exhaust"
  | "log"
  | "preview"
  | "quotas"
  | "replayMiss"
  | "reset"
  | "resetQuotas"
  | "setQuota"
  | "store"
  | "tryReplay";

/** A player whose answers and counters are promises. */
export interface SharedPlayer extends Omit<Player, Unshared> {
  /** Takes the arguments of `fetch`. */
  (input: Request | URL | string, init?: object): Promise<Response>;
  /** Does the same over plain data, for servers. */
  readonly answer: (ask: IncomingRequest) => Promise<Outcome>;
  /** Returns the state of each bucket in the store. */
  readonly quotas: () => Promise<Readonly<Record<string, Quota>>>;
  /**
   * Spends everything that a bucket has left, for everyone who counts in the store.
   * @throws RangeError for a name that no bucket has.
   */
  readonly exhaust: (bucket: string) => Promise<void>;
  /**
   * Changes what a bucket of the store holds, for everyone who counts there.
   * @throws RangeError for a name that no bucket has, or for impossible numbers.
   */
  readonly setQuota: (bucket: string, change: QuotaChange) => Promise<void>;
  /**
   * Forgets what a bucket, the buckets of a policy or caller, or all buckets have spent, for everyone.
   * @throws RangeError for a name that is none of these.
   */
  readonly resetQuotas: (bucket?: string) => Promise<void>;
  /**
   * Clears this player's play counts and journal, and removes overrides. The spending belongs to the store, and stays.
   */
  readonly reset: () => void;
}

/** How often a change is tried; each failure means that another process got through. */
const mostAttempts = 10_000;
/** Longest time between two checks of the leases, in milliseconds. */
const longestWatch = 60_000;
/** Number of buckets whose state a player remembers. */
const mostSeen = 10_000;

/**
 * Makes a player that counts its limits in a store, together with others: players of other tapes, workers of a test
 * run, other processes. No window allows more than its limit, whichever process comes first. Its play counts, journal
 * and misses are its own.
 * @throws Error from `answer` if the store fails, or refuses every change.
 * @see the laws, "no window allows more than its limit, whatever the interleaving"
 * @example
 * const store = quotaFile("quotas.ndjson"); // of @tapedeck/serve
 * const player = createSharedPlayer({ tapes, store });
 */
export function createSharedPlayer(given: SharedPlayerOptions): SharedPlayer {
  checkArgument("make a shared player", "the options", given, "object");
  checkArgument("make a shared player", 'the option "store"', given.store, "object");
  const { store, ...options } = given;
  if ((options as PlayerOptions).maxBuckets !== undefined)
    throw new RangeError('Cannot make a shared player: the option "maxBuckets" is of a player; the store keeps these');
  const player = createPlayer(options);
  const limits = playedApis(options.api, originsIn([...(options.over ?? []), options.tapes])).map((api, at) =>
    limitsOf(api, at === 0),
  ) as [Limits | null];
  const bucketsIn = (held: Readonly<Record<string, Bucket>>): Buckets =>
    createBuckets(limits, credentialsOf(options.tokens), new Map(Object.entries(held)));
  const now = (): number => Math.floor(player.clock());
  const settle = settling(store);

  const leases = createLeases();
  const bucketsOf = new Map<Holding, readonly string[]>();
  const renewDue = async (): Promise<void> => {
    for (const holding of leases.due(now()))
      await settle(bucketsOf.get(holding) ?? [], (held) => ({
        result: undefined,
        changes: holding.renew(held, now()),
      }));
  };
  let renewing: ReturnType<typeof setInterval> | undefined;
  // Answers begin and end at different times, so the shortest lease decides how often they are checked.
  const watchLeases = (): void => {
    clearInterval(renewing);
    const seconds = leases.seconds();
    // If the store fails, the next request is refused.
    if (seconds !== null)
      renewing = setInterval(() => renewDue().catch(() => {}), Math.min(seconds * 500, longestWatch));
  };
  const take = (holding: Holding, names: readonly string[]): (() => void) => {
    leases.begin(holding, now());
    bucketsOf.set(holding, names);
    watchLeases();
    return () => {
      leases.end(holding);
      bucketsOf.delete(holding);
      watchLeases();
      settle(names, (held) => ({ result: undefined, changes: holding.release(held, now()) })).catch(() => {});
    };
  };

  const answerNext = async (ask: IncomingRequest): Promise<Outcome> => {
    await renewDue();
    const { limits, limited } = player.resolve(ask);
    const names =
      limits && limited ? limits.limiter.policies.map((policy) => limits.prefix + policy.bucketOf(limited)) : [];
    const previewed = await settle(names, (held) => {
      const result = player.preview(ask, held);
      return { result, changes: result.changes };
    });
    return previewed.commit((holding) => take(holding, names));
  };

  // One after the other: an answer is played only once it is paid for, and no two requests may play the same.
  let before: Promise<unknown> = Promise.resolve();
  const answerInTurn = (ask: IncomingRequest): Promise<Outcome> => {
    const reply = before.then(() => answerNext(ask));
    before = reply.catch(() => {});
    return reply;
  };

  const setQuota = async (bucket: string, change: QuotaChange): Promise<void> =>
    settle([bucketsIn({}).nameOf(bucket)], (held) => {
      const made = bucketsIn(Object.fromEntries(held)).change(bucket, change, now());
      return { result: undefined, changes: [made] };
    });
  const resetQuotas = async (bucket?: string): Promise<void> => {
    const held = await store.read();
    const names = bucket === undefined ? Object.keys(held) : bucketsIn(held).named(bucket);
    return settle(names, (seen) => ({
      result: undefined,
      changes: names.map((name) => ({ bucket: name, from: seen.get(name) ?? null, to: null })),
    }));
  };

  const {
    tryReplay: _tryReplay,
    replayMiss: _replayMiss,
    preview: _preview,
    store: _store,
    log: _log,
    ...same
  } = player;
  const shared = Object.assign(fetchOf(answerInTurn, player.prepare), {
    ...same,
    answer: answerInTurn,
    quotas: async () => bucketsIn(await store.read()).at(now()),
    exhaust: (bucket: string) => setQuota(bucket, { remaining: 0 }),
    setQuota,
    resetQuotas,
  });
  return Object.defineProperty(shared, "exchanges", { get: () => player.exchanges, enumerable: true });
}

/** Decides, and lets the store make the changes. */
type Settle = <Result>(
  buckets: readonly string[],
  decide: (held: HeldBuckets) => { readonly result: Result; readonly changes: readonly BucketChange[] },
) => Promise<Result>;

/**
 * Makes the function that settles a decision in a store. It decides by the last known state of the buckets, and again
 * by the current state until no other process came between. While no other process counts there, a decision takes one
 * round trip to the store.
 */
function settling(store: QuotaStore): Settle {
  const seen = new Map<string, Bucket>();
  return async (buckets, decide) => {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const { result, changes } = decide(seen);
      const changed = new Set(changes.map(({ bucket }) => bucket));
      const relied = buckets.filter((bucket) => !changed.has(bucket)).map((bucket) => unchanged(bucket, seen));
      const all = [...changes, ...relied];
      const held = all.length === 0 ? null : await store.swap(all);
      if (seen.size > mostSeen) seen.clear();
      for (const { bucket, to } of all) {
        const now = held === null ? to : held[bucket];
        if (now) seen.set(bucket, now);
        else seen.delete(bucket);
      }
      if (held === null) return result;
    }
    throw new Error(
      `Cannot count in ${buckets.join(", ")}: the store refused ${mostAttempts} changes one after the other`,
    );
  };
}

function unchanged(bucket: string, seen: HeldBuckets): BucketChange {
  const held = seen.get(bucket) ?? null;
  return { bucket, from: held, to: held };
}
