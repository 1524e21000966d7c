import { answer, bucketsFor } from "./answer.ts";
import type { Ask, Reply } from "./ask.ts";
import type { Card } from "./card.ts";
import { type Clock, stoppedClock } from "./clock.ts";
import { unplayed } from "./deck.ts";
import { exhausted } from "./exhaust.ts";
import type { Miss } from "./explain.ts";
import { handlerOf } from "./handler.ts";
import type { JournalEntry } from "./journal.ts";
import { createPast } from "./past.ts";
import { latest, type PlayerOptions } from "./player.ts";
import { at, type Quota } from "./quota.ts";
import { type QuotaChange, type QuotaStore, sameQuota } from "./quota-store.ts";
import { settingsOf } from "./settings.ts";

/** How a player is made that counts in a store. */
export interface SharedPlayerOptions extends PlayerOptions {
  /** Where it counts. Whoever opens a bucket there first decides its limit and its window. */
  readonly store: QuotaStore;
}

/** A player as any other, but that its answers and its counters are not there at once. */
export interface SharedPlayer {
  /** Takes what `fetch` takes. */
  (input: Request | URL | string, init?: object): Promise<Response>;
  /** The same over plain data, for doors. */
  readonly answer: (ask: Ask) => Promise<Reply>;
  readonly clock: Clock;
  readonly exchanges: number;
  /** What each bucket of the store holds now. */
  readonly quotas: () => Promise<Readonly<Record<string, Quota>>>;
  /**
   * Spends all that a bucket has left, for everybody who counts in the store.
   * @throws RangeError for a name that is no bucket's.
   */
  readonly exhaust: (bucket: string) => Promise<void>;
  readonly journal: () => readonly JournalEntry[];
  readonly misses: () => readonly Miss[];
  readonly unplayed: () => readonly Card[];
  /** Forgets what this player has played and was asked. What was spent is the store's, and stays. */
  readonly reset: () => void;
}

/** As often as a change is tried; each failure means that somebody else got through. */
const mostAttempts = 10_000;

/**
 * Makes a player whose limits are counted in a store that others count in too: players of other tapes, workers of a test
 * run, other processes. No window allows more than its limit, whoever comes first. What it plays (turns, journal,
 * misses) is its own.
 * @throws Error from `answer` where the store fails, or refuses every change.
 * @see the laws, "no window allows more than its limit, whatever the interleaving"
 * @example
 * const store = quotaFile("quotas.ndjson"); // of @tapedeck/serve
 * const player = createSharedPlayer({ tapes, store });
 */
export function createSharedPlayer({ store, ...options }: SharedPlayerOptions): SharedPlayer {
  const settings = settingsOf(options);
  const clock = options.clock ?? stoppedClock(latest(options.tapes));
  const now = (): number => Math.floor(clock());
  const past = createPast();

  const answerNext = async (ask: Ask): Promise<Reply> => {
    const given = await settle(store, bucketsFor(settings, ask), (held) => {
      const quotas = new Map(Object.entries(held));
      const result = answer(settings, { quotas, turns: past.turns, asked: past.asked() }, ask, now());
      return { result, after: result.quotas };
    });
    past.keep(given);
    return given.reply;
  };

  // One after the other: an answer takes its turn on the tape only once it is paid for, and none may take the same.
  let before: Promise<unknown> = Promise.resolve();
  const answerInTurn = (ask: Ask): Promise<Reply> => {
    const reply = before.then(() => answerNext(ask));
    before = reply.catch(() => {});
    return reply;
  };

  return Object.assign(handlerOf(answerInTurn), {
    answer: answerInTurn,
    clock,
    exchanges: settings.deck.cards.length,
    quotas: async () =>
      Object.fromEntries(Object.entries(await store.read()).map(([bucket, quota]) => [bucket, at(quota, now())])),
    exhaust: (bucket: string) =>
      settle(store, [bucket], (held) => {
        const after = exhausted(bucket, held[bucket], options.credentials ?? [], settings.profile, now());
        return { result: undefined, after: [[bucket, after]] };
      }),
    journal: past.journal,
    misses: past.misses,
    unplayed: () => unplayed(settings.deck, past.turns),
    reset: past.forget,
  });
}

/** Looks, decides, and has the store make the change, again and again until nobody else came between. */
async function settle<Result>(
  store: QuotaStore,
  buckets: readonly string[],
  decide: (held: Readonly<Record<string, Quota>>) => {
    readonly result: Result;
    readonly after: ReadonlyArray<readonly [bucket: string, quota: Quota]>;
  },
): Promise<Result> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const held = await store.read(buckets);
    const { result, after } = decide(held);
    const changes = after
      .map(([bucket, to]): QuotaChange => ({ bucket, from: held[bucket] ?? null, to }))
      .filter(({ from, to }) => !sameQuota(from, to));
    if (changes.length === 0 || (await store.swap(changes))) return result;
  }
  throw new Error(
    `Cannot count in ${buckets.join(", ")}: the store refused ${mostAttempts} changes one after the other`,
  );
}
