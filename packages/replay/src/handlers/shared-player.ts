import { credentialsOf } from "@tapedeck/api";
import type { Bucket, BucketChange } from "@tapedeck/rate-limit";
import type { Outcome } from "../deliver/outcome.ts";
import type { IncomingRequest } from "../http/message.ts";
import { type Buckets, createBuckets, type QuotaChange } from "../limit/buckets.ts";
import { createLeases } from "../limit/leases.ts";
import { bucketNames, type HeldBuckets, type Holding, type Limits, limitsOf, type Quota } from "../limit/limits.ts";
import type { QuotaStore } from "../limit/quota-store.ts";
import { fetchOf } from "./handler.ts";
import { createPlayer, type Player } from "./player.ts";
import { apisOf } from "./player-apis.ts";
import type { PlayerOptions } from "./player-options.ts";

/** How a player is made that counts in a store. */
export interface SharedPlayerOptions extends PlayerOptions {
  /** Where it counts. The first request of a window decides when it ends. */
  readonly store: QuotaStore;
}

/** The members of a player that do not concern quotas. */
type Unshared =
  | "prepare"
  | "resolve"
  | "scrub"
  | "addOverride"
  | "removeOverride"
  | "tapes"
  | "clock"
  | "setPace"
  | "exchanges"
  | "journal"
  | "misses"
  | "recorded"
  | "unplayed";

/** A player as any other, but that its answers and its counters are not there at once. */
export interface SharedPlayer extends Pick<Player, Unshared> {
  /** Takes what `fetch` takes. */
  (input: Request | URL | string, init?: object): Promise<Response>;
  /** The same over plain data, for servers. */
  readonly answer: (ask: IncomingRequest) => Promise<Outcome>;
  /** The state of each bucket in the store. */
  readonly quotas: () => Promise<Readonly<Record<string, Quota>>>;
  /**
   * Spends all that a bucket has left, for everybody who counts in the store.
   * @throws RangeError for a name that is no bucket's.
   */
  readonly exhaust: (bucket: string) => Promise<void>;
  /**
   * Changes what a bucket of the store holds, for everybody who counts there.
   * @throws RangeError for a name that is no bucket's, or for numbers that cannot be.
   */
  readonly setQuota: (bucket: string, change: QuotaChange) => Promise<void>;
  /**
   * Forgets what a bucket, those of a policy or a caller, or each, has spent, for everybody.
   * @throws RangeError for a name that is none of these.
   */
  readonly resetQuotas: (bucket?: string) => Promise<void>;
  /** Forgets this player's turns and journal, and removes overrides. Spending is the store's, and stays. */
  readonly reset: () => void;
}

/** As often as a change is tried; each failure means that another process got through. */
const mostAttempts = 10_000;
/** As long as leases go without being looked at, in milliseconds. */
const longestWatch = 60_000;
/** Of how many buckets a player remembers what they held. */
const mostSeen = 10_000;

/**
 * Makes a player whose limits are counted in a store together with others: players of other tapes, workers of a test
 * run, other processes. No window allows more than its limit, whichever process comes first. Its turns, journal and
 * misses are its own.
 * @throws Error from `answer` where the store fails, or refuses every change.
 * @see the laws, "no window allows more than its limit, whatever the interleaving"
 * @example
 * const store = quotaFile("quotas.ndjson"); // of @tapedeck/serve
 * const player = createSharedPlayer({ tapes, store });
 */
export function createSharedPlayer({ store, ...options }: SharedPlayerOptions): SharedPlayer {
  const player = createPlayer(options);
  const limits = apisOf(options).map((api, at) => limitsOf(api, at === 0)) as [Limits | null];
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
  // Answers begin and end one by one: the shortest lease says how often they are looked at.
  const watchLeases = (): void => {
    clearInterval(renewing);
    const seconds = leases.seconds();
    // A store that fails refuses the next request.
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
    const names = limits && limited ? bucketNames(limits, limited) : [];
    const previewed = await settle(names, (held) => {
      const result = player.preview(ask, held);
      return { result, changes: result.changes };
    });
    return previewed.commit((holding) => take(holding, names));
  };

  // One after the other: an answer takes its turn on the tape only once it is paid for, and none may take the same.
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

  const shared = Object.assign(fetchOf(answerInTurn, player.prepare), {
    answer: answerInTurn,
    quotas: async () => bucketsIn(await store.read()).at(now()),
    exhaust: (bucket: string) => setQuota(bucket, { remaining: 0 }),
    setQuota,
    resetQuotas,
    prepare: player.prepare,
    resolve: player.resolve,
    scrub: player.scrub,
    addOverride: player.addOverride,
    removeOverride: player.removeOverride,
    tapes: player.tapes,
    clock: player.clock,
    setPace: player.setPace,
    journal: player.journal,
    misses: player.misses,
    recorded: player.recorded,
    unplayed: player.unplayed,
    reset: player.reset,
    exchanges: 0,
  });
  return Object.defineProperty(shared, "exchanges", { get: () => player.exchanges, enumerable: true });
}

/** Decides, and has the store make the changes. */
type Settle = <Result>(
  buckets: readonly string[],
  decide: (held: HeldBuckets) => { readonly result: Result; readonly changes: readonly BucketChange[] },
) => Promise<Result>;

/**
 * Makes the function that settles a decision in a store. It decides by the last known state of the buckets, and decides
 * again by the current state, until no other process came between. As long as no other counts there, each decision
 * takes one round trip to the store.
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
