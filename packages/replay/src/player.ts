import { pinnedMoment, type Tape } from "@tapedeck/tape";
import { answer } from "./answer.ts";
import type { Ask, Reply } from "./ask.ts";
import type { Credential } from "./caller.ts";
import type { Card } from "./card.ts";
import { type Clock, stoppedClock } from "./clock.ts";
import { type Generate, unplayed } from "./deck.ts";
import { exhausted } from "./exhaust.ts";
import type { Miss } from "./explain.ts";
import { handlerOf } from "./handler.ts";
import type { JournalEntry } from "./journal.ts";
import type { Rule } from "./matchers.ts";
import { createPast } from "./past.ts";
import type { Profile, ShippedProfile } from "./profile.ts";
import { at, type Quota } from "./quota.ts";
import { deckOf, settingsOf } from "./settings.ts";

/** How a player is made. */
export interface PlayerOptions {
  readonly tapes: readonly Tape[];
  /** Default: `service`. */
  readonly profile?: Profile | ShippedProfile;
  /** Default: stands still at the moment of the latest recording. */
  readonly clock?: Clock;
  /** Default: none, and every well-formed credential is the principal `token`. */
  readonly credentials?: readonly Credential[];
  /** What two requests must share to be the same one. */
  readonly rule?: Rule;
  /** Answers what no tape has. Default: nothing does. */
  readonly generate?: Generate;
}

/**
 * A fetch handler that answers from tapes: hand it to a client as `fetch`, to `Deno.serve`, to `Bun.serve`, or to a
 * door. Its other members are for doors (`answer`) and for tests.
 */
export interface Player {
  /** Takes what `fetch` takes. What servers pass beside a `Request` is left alone. */
  (input: Request | URL | string, init?: object): Promise<Response>;
  /** The same without `Request` and `Response`: synchronous, over plain data. */
  readonly answer: (ask: Ask) => Reply;
  readonly clock: Clock;
  readonly exchanges: number;
  /** What each principal's bucket holds now, by bucket: `account token`, `address 127.0.0.1`. */
  readonly quotas: () => Readonly<Record<string, Quota>>;
  /**
   * Spends all that a bucket has left.
   * @throws RangeError for a name that is no bucket's.
   */
  readonly exhaust: (bucket: string) => void;
  /** The latest thousand requests, oldest first. */
  readonly journal: () => readonly JournalEntry[];
  /** The first thousand requests that no tape had, each explained. */
  readonly misses: () => readonly Miss[];
  /** Recorded exchanges that were not asked for. */
  readonly unplayed: () => readonly Card[];
  /** Plays other tapes from now on, from their start. Clock, counters, journal and misses stay as they are. */
  readonly insert: (tapes: readonly Tape[]) => void;
  /** Forgets what was played, spent and asked. */
  readonly reset: () => void;
}

/**
 * Makes a player of tapes: the same tapes, requests and clock give the same bytes, through every door.
 * @example
 * const player = createPlayer({ tapes: [tape] });
 * const response = await player(new Request("http://localhost/users/ada"));
 * response.headers.get("x-ratelimit-remaining"); // "59"
 */
export function createPlayer(options: PlayerOptions): Player {
  const { tapes } = options;
  let settings = settingsOf(options);
  const clock = options.clock ?? stoppedClock(latest(tapes));
  // Headers give whole seconds, whatever a clock gives.
  const now = (): number => Math.floor(clock());

  const quotas = new Map<string, Quota>();
  const past = createPast();

  const answerNow = (ask: Ask): Reply => {
    const given = answer(settings, { quotas, turns: past.turns, asked: past.asked() }, ask, now());
    for (const [bucket, quota] of given.quotas) quotas.set(bucket, quota);
    past.keep(given);
    return given.reply;
  };

  const player = Object.assign(handlerOf(answerNow), {
    answer: answerNow,
    clock,
    quotas: () => Object.fromEntries(Array.from(quotas, ([bucket, quota]) => [bucket, at(quota, now())])),
    exhaust: (bucket: string) => {
      quotas.set(bucket, exhausted(bucket, quotas.get(bucket), options.credentials ?? [], settings.profile, now()));
    },
    journal: past.journal,
    misses: past.misses,
    unplayed: () => unplayed(settings.deck, past.turns),
    insert: (other: readonly Tape[]) => {
      settings = { ...settings, deck: deckOf(other, options, settings) };
      past.rewind();
    },
    reset: () => {
      quotas.clear();
      past.forget();
    },
  });
  return Object.defineProperty(player, "exchanges", { get: () => settings.deck.cards.length }) as Player;
}

/** The moment of the latest recording. */
export function latest(tapes: readonly Tape[]): number {
  return tapes.length === 0 ? pinnedMoment : Math.max(...tapes.map(({ recordedAt }) => recordedAt));
}
