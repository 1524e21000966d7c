import {
  createScrubber,
  type KnownSecret,
  pinnedMoment,
  type RecordedResponse,
  shortestSecret,
  type Tape,
} from "@tapedeck/tape";
import { type Answer, answer } from "./answer.ts";
import { type Ask, headerOf, type Reply } from "./ask.ts";
import { createBuckets, type QuotaChange } from "./buckets.ts";
import { bucketOf, type Credential, identifier, tokenOf } from "./caller.ts";
import type { Card } from "./card.ts";
import { type Clock, stoppedClock } from "./clock.ts";
import { createCollection, type LoadedTape } from "./collection.ts";
import { type AfterLast, type Generate, unplayed } from "./deck.ts";
import type { Miss } from "./explain.ts";
import { type Inquiry, inquire, type Settings } from "./inquiry.ts";
import type { JournalEntry } from "./journal.ts";
import { defaultRule, type Rule } from "./matchers.ts";
import { remember } from "./memory.ts";
import { fetchOf } from "./mode.ts";
import { type Profile, profiles, type ShippedProfile } from "./profile.ts";
import type { Quota } from "./quota.ts";
import type { Recording } from "./record-command.ts";
import { locate } from "./route.ts";

/** How a player is made. */
export interface PlayerOptions {
  readonly tapes: readonly Tape[];
  /**
   * Layers that lie over the tapes, the uppermost first. A request that a layer has answers to gets those alone, in their
   * order; what lies below is then not asked. Default: none.
   */
  readonly over?: ReadonlyArray<readonly Tape[]>;
  /** What comes after the last answer to a request. Default: it stays. On `/zen` the first always comes round again. */
  readonly afterLast?: AfterLast;
  /** Default: `service`. */
  readonly profile?: Profile | ShippedProfile;
  /** Default: stands still at the moment of the latest recording. */
  readonly clock?: Clock;
  /** Default: none, and every well-formed credential is the principal `token`. */
  readonly credentials?: readonly Credential[];
  /** Further texts to hide, as those of the credentials are hidden: one that upstream is asked with. */
  readonly secrets?: readonly KnownSecret[];
  /** What two requests must share to be the same one. */
  readonly rule?: Rule;
  /** Answers what no tape has. Default: nothing does. */
  readonly generate?: Generate;
  /** Where what is missing would be recorded: a miss says how. */
  readonly recording?: Recording;
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
  /** The same, unless it is a miss: then null, and nothing has happened. */
  readonly attempt: (ask: Ask) => Reply | null;
  /** The same where nobody else had an answer either, and why; a miss tells it. */
  readonly fail: (ask: Ask, reason: string) => Reply;
  /** What a request would get of a player whose buckets hold this, and how that becomes true here. */
  readonly weigh: (ask: Ask, held: ReadonlyMap<string, Quota>) => Weighed;
  /** What a request is taken for. */
  readonly inquire: (ask: Ask) => Inquiry;
  /**
   * Puts an answer after the others to its request, secrets hidden as in a recording.
   * @param from The base URL that it came from: links to it lead back to who asks.
   */
  readonly keep: (ask: Ask, response: RecordedResponse, from: string) => void;
  /** Notes in the journal that a request was answered by somebody else, at no cost. */
  readonly note: (ask: Ask, status: number) => void;
  /** A text without the secrets that this player knows. */
  readonly scrub: (text: string) => string;
  /**
   * Lays tapes over all that is there, as a layer of {@link PlayerOptions.over}; a patch of the same name goes. A test
   * overrides one answer with it.
   */
  readonly lay: (patch: string, tapes: readonly Tape[]) => void;
  /** Takes a patch away again; false where there is none of this name. What lay under it goes on where it was. */
  readonly lift: (patch: string) => boolean;
  /** What is loaded, the uppermost first. */
  readonly tapes: () => readonly LoadedTape[];
  readonly clock: Clock;
  /** How many exchanges can be given. */
  readonly exchanges: number;
  /** What each principal's bucket holds now, by bucket: `account token`, `address 127.0.0.1`. */
  readonly quotas: () => Readonly<Record<string, Quota>>;
  /**
   * Spends all that a bucket has left.
   * @throws RangeError for a name that is no bucket's.
   */
  readonly exhaust: (bucket: string) => void;
  /**
   * Changes what a bucket holds, in the window it is in.
   * @throws RangeError for a name that is no bucket's, or for numbers that cannot be.
   */
  readonly setQuota: (bucket: string, change: QuotaChange) => void;
  /**
   * Forgets what a bucket, or each, has spent, and what was set of it: a window begins with the next request.
   * @throws RangeError for a name that is no bucket's.
   */
  readonly resetQuotas: (bucket?: string) => void;
  /** The latest thousand requests, oldest first. */
  readonly journal: () => readonly JournalEntry[];
  /** The first thousand requests that no tape had, each explained. */
  readonly misses: () => readonly Miss[];
  /** Recorded exchanges that were not asked for. */
  readonly unplayed: () => readonly Card[];
  /** Forgets what was played, spent and asked, and takes patches away. What was kept stays. */
  readonly reset: () => void;
}

/** An answer that nobody has been given yet. */
export interface Weighed {
  /** What it would leave in the buckets that it would be paid from. */
  readonly quotas: Answer["quotas"];
  readonly give: () => Reply;
}

/** As many requests as a player remembers. */
const journalLength = 1000;

/** As many different targets as a player keeps in their compared form. */
const targetsKept = 4096;

/**
 * Makes a player of tapes: the same tapes, requests and clock give the same bytes, through every door.
 * @example
 * const player = createPlayer({ tapes: [tape] });
 * const response = await player(new Request("http://localhost/users/ada"));
 * response.headers.get("x-ratelimit-remaining"); // "59"
 */
export function createPlayer(options: PlayerOptions): Player {
  const profile = profileOf(options);
  const { tapes, credentials = [], rule = defaultRule } = options;
  const secrets = [...credentials.map(({ alias, token }) => ({ alias, value: token })), ...(options.secrets ?? [])];
  const scrubber = createScrubber({ secrets });
  const { afterLast, over = [], generate, recording = {} } = options;
  const collection = createCollection([...over, tapes], { ...profile, rule, scrubber, afterLast, generate });
  const settings: Settings = {
    profile,
    scrubber,
    recording,
    get deck() {
      return collection.deck;
    },
    identify: remember(targetsKept, identifier(credentials)),
    locate: remember(targetsKept, (target: string) => {
      const place = locate(target, profile.pathPrefixes);
      return { ...place, target: scrubber.text(place.target) };
    }),
  };
  const clock = options.clock ?? stoppedClock(latest([...over.flat(), ...tapes]));
  // Headers give whole seconds, whatever a clock gives.
  const now = (): number => Math.floor(clock());

  const buckets = createBuckets(profile, credentials);
  const turns = new Map<string, number>();
  let journal: JournalEntry[] = [];
  let misses: Miss[] = [];
  let asked = 0;

  const enter = (entry: JournalEntry): void => {
    asked += 1;
    journal.push(entry);
    if (entry.source.kind === "missed" && misses.length < journalLength) misses.push(entry.source.miss);
    if (journal.length >= 2 * journalLength) journal = journal.slice(-journalLength);
  };

  const answerTo = (ask: Ask, failure?: string, quotas = buckets.held): Answer =>
    answer(settings, { quotas, turns, asked }, inquire(settings, ask, failure), now());

  const give = ({ reply, entry, quotas: paid, sequence }: Answer): Reply => {
    for (const [bucket, quota] of paid) buckets.put(bucket, quota);
    if (sequence !== null) turns.set(sequence, (turns.get(sequence) ?? 0) + 1);
    enter(entry);
    return reply;
  };

  const answerNow = (ask: Ask): Reply => give(answerTo(ask));

  const player = Object.assign(fetchOf(answerNow), {
    answer: answerNow,
    attempt: (ask: Ask) => {
      const found = answerTo(ask);
      return found.entry.source.kind === "missed" ? null : give(found);
    },
    fail: (ask: Ask, reason: string) => give(answerTo(ask, reason)),
    weigh: (ask: Ask, held: ReadonlyMap<string, Quota>) => {
      const found = answerTo(ask, undefined, held);
      return { quotas: found.quotas, give: () => give(found) };
    },
    inquire: (ask: Ask) => inquire(settings, ask),
    keep: (ask: Ask, response: RecordedResponse, from: string) => {
      const inquiry = inquire(settings, ask);
      // A credential that nobody named is hidden too where the answer repeats it.
      const value = tokenOf(headerOf(ask, "authorization") ?? "") ?? "";
      const named = value.length < shortestSecret || secrets.some((secret) => secret.value === value);
      const { principal } = inquiry.request;
      const own = named ? scrubber : createScrubber({ secrets: [...secrets, { alias: principal, value }] });
      collection.keep(inquiry, own.response(response), from);
    },
    note: (ask: Ask, status: number) => {
      const { request, caller } = inquire(settings, ask);
      const { method, target, principal } = request;
      const bucket = bucketOf(caller, ask.address);
      enter({ at: now(), method, target, principal, status, cost: 0, bucket, source: { kind: "passed" } });
    },
    scrub: scrubber.text,
    lay: collection.lay,
    lift: collection.lift,
    tapes: collection.tapes,
    clock,
    exchanges: 0,
    quotas: () => buckets.at(now()),
    exhaust: (bucket: string) => buckets.change(bucket, { remaining: 0 }, now()),
    setQuota: (bucket: string, change: QuotaChange) => buckets.change(bucket, change, now()),
    resetQuotas: (bucket?: string) => (bucket === undefined ? buckets.forgetAll() : buckets.forget(bucket)),
    journal: () => journal.slice(-journalLength),
    misses: () => [...misses],
    unplayed: () => unplayed(collection.deck, turns),
    reset: () => {
      buckets.forgetAll();
      turns.clear();
      collection.liftAll();
      journal = [];
      misses = [];
      asked = 0;
    },
  });
  return Object.defineProperty(player, "exchanges", { get: () => collection.deck.cards.length, enumerable: true });
}

/** The profile that a player is made with. */
export function profileOf({ profile = "service" }: PlayerOptions): Profile {
  return typeof profile === "object" ? profile : profiles[profile];
}

function latest(tapes: readonly Tape[]): number {
  return tapes.length === 0 ? pinnedMoment : Math.max(...tapes.map(({ recordedAt }) => recordedAt));
}
