import {
  createScrubber,
  type KnownSecret,
  mergeRedact,
  pinnedMoment,
  type RecordedResponse,
  type RedactOptions,
  shortestSecret,
  type Tape,
} from "@tapedeck/tape";
import { type Answer, answer } from "../answer.ts";
import { type Clock, stoppedClock } from "../clock.ts";
import { headerOf, type IncomingRequest, type OutgoingResponse } from "../http/message.ts";
import { createExchangeStore, type LoadedTape } from "../index/exchange-store.ts";
import { type AfterLast, type Generate, unplayed } from "../index/lookup.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import type { JournalEntry } from "../journal.ts";
import { createBuckets, type QuotaChange } from "../limit/buckets.ts";
import type { Quota } from "../limit/quota.ts";
import type { Miss } from "../match/explain.ts";
import { defaultRule, type Rule } from "../match/matchers.ts";
import type { Recording } from "../match/record-command.ts";
import { memoize } from "../memoize.ts";
import { bucketOf, type Credential, identifier, tokenOf } from "../principal.ts";
import { type Profile, profiles, type ShippedProfile } from "../profile.ts";
import { type RequestContext, resolve, type Settings } from "../request-context.ts";
import { matchRoute } from "../route.ts";
import { fetchOf } from "./handler.ts";

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
  /** What to hide beyond the defaults and what the tapes say. */
  readonly redact?: RedactOptions;
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
  readonly answer: (ask: IncomingRequest) => OutgoingResponse;
  /** The same, unless it is a miss: then null, and nothing has happened. */
  readonly tryReplay: (ask: IncomingRequest) => OutgoingResponse | null;
  /** The same where nobody else had an answer either, and why; a miss tells it. */
  readonly replayMiss: (ask: IncomingRequest, reason: string) => OutgoingResponse;
  /** What a request would get of a player whose buckets hold this, and how that becomes true here. */
  readonly preview: (ask: IncomingRequest, held: ReadonlyMap<string, Quota>) => Preview;
  /** What a request is taken for. */
  readonly resolve: (ask: IncomingRequest) => RequestContext;
  /**
   * Puts an answer after the others to its request, secrets hidden as in a recording.
   * @param from The base URL that it came from: links to it lead back to who asks.
   */
  readonly store: (ask: IncomingRequest, response: RecordedResponse, from: string) => void;
  /** Notes in the journal that a request was answered by somebody else, at no cost. */
  readonly log: (ask: IncomingRequest, status: number) => void;
  /** A text without the secrets that this player knows. */
  readonly scrub: (text: string) => string;
  /**
   * Lays tapes over all that is there, as a layer of {@link PlayerOptions.over}; a patch of the same name goes. A test
   * overrides one answer with it.
   */
  readonly addOverride: (patch: string, tapes: readonly Tape[]) => void;
  /** Takes a patch away again; false where there is none of this name. What lay under it goes on where it was. */
  readonly removeOverride: (patch: string) => boolean;
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
  readonly unplayed: () => readonly PreparedExchange[];
  /** Forgets what was played, spent and asked, and takes patches away. What was kept stays. */
  readonly reset: () => void;
}

/** An answer that nobody has been given yet. */
export interface Preview {
  /** What it would leave in the buckets that it would be paid from. */
  readonly quotas: Answer["quotas"];
  readonly commit: () => OutgoingResponse;
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
  const { afterLast, over = [], generate, recording = {} } = options;
  const secrets = [...credentials.map(({ alias, token }) => ({ alias, value: token })), ...(options.secrets ?? [])];
  const redact = mergeRedact([options.redact, ...[...over.flat(), ...tapes].map((tape) => tape.redact)]);
  const scrubber = createScrubber({ ...redact, secrets });
  const store = createExchangeStore([...over, tapes], { ...profile, rule, scrubber, afterLast, generate });
  const settings: Settings = {
    profile,
    scrubber,
    recording,
    get deck() {
      return store.deck;
    },
    identify: memoize(targetsKept, identifier(credentials)),
    matchRoute: memoize(targetsKept, (target: string) => {
      const place = matchRoute(target, profile.pathPrefixes);
      return { ...place, target: scrubber.target(place.target) };
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

  const answerTo = (ask: IncomingRequest, failure?: string, quotas = buckets.held): Answer =>
    answer(settings, { quotas, turns, asked }, resolve(settings, ask, failure), now());

  const commit = ({ reply, entry, quotas: paid, sequence }: Answer): OutgoingResponse => {
    for (const [bucket, quota] of paid) buckets.put(bucket, quota);
    if (sequence !== null) turns.set(sequence, (turns.get(sequence) ?? 0) + 1);
    enter(entry);
    return reply;
  };

  const answerNow = (ask: IncomingRequest): OutgoingResponse => commit(answerTo(ask));

  const player = Object.assign(fetchOf(answerNow), {
    answer: answerNow,
    tryReplay: (ask: IncomingRequest) => {
      const found = answerTo(ask);
      return found.entry.source.kind === "missed" ? null : commit(found);
    },
    replayMiss: (ask: IncomingRequest, reason: string) => commit(answerTo(ask, reason)),
    preview: (ask: IncomingRequest, held: ReadonlyMap<string, Quota>) => {
      const found = answerTo(ask, undefined, held);
      return { quotas: found.quotas, commit: () => commit(found) };
    },
    resolve: (ask: IncomingRequest) => resolve(settings, ask),
    store: (ask: IncomingRequest, response: RecordedResponse, from: string) => {
      const inquiry = resolve(settings, ask);
      // A credential that nobody named is hidden too where the answer repeats it.
      const value = tokenOf(headerOf(ask, "authorization") ?? "") ?? "";
      const named = value.length < shortestSecret || secrets.some((secret) => secret.value === value);
      const { principal } = inquiry.request;
      const own = named ? scrubber : createScrubber({ ...redact, secrets: [...secrets, { alias: principal, value }] });
      store.store(inquiry, own.response(response), from);
    },
    log: (ask: IncomingRequest, status: number) => {
      const { request, caller } = resolve(settings, ask);
      const { method, target, principal } = request;
      const bucket = bucketOf(caller, ask.address);
      enter({ at: now(), method, target, principal, status, cost: 0, bucket, source: { kind: "passed" } });
    },
    scrub: scrubber.text,
    addOverride: store.addOverride,
    removeOverride: store.removeOverride,
    tapes: store.tapes,
    clock,
    exchanges: 0,
    quotas: () => buckets.at(now()),
    exhaust: (bucket: string) => buckets.change(bucket, { remaining: 0 }, now()),
    setQuota: (bucket: string, change: QuotaChange) => buckets.change(bucket, change, now()),
    resetQuotas: (bucket?: string) => (bucket === undefined ? buckets.forgetAll() : buckets.forget(bucket)),
    journal: () => journal.slice(-journalLength),
    misses: () => [...misses],
    unplayed: () => unplayed(store.deck, turns),
    reset: () => {
      buckets.forgetAll();
      turns.clear();
      store.removeOverrides();
      journal = [];
      misses = [];
      asked = 0;
    },
  });
  return Object.defineProperty(player, "exchanges", { get: () => store.deck.cards.length, enumerable: true });
}

/** The profile that a player is made with. */
export function profileOf({ profile = "service" }: PlayerOptions): Profile {
  return typeof profile === "object" ? profile : profiles[profile];
}

function latest(tapes: readonly Tape[]): number {
  return tapes.length === 0 ? pinnedMoment : Math.max(...tapes.map(({ recordedAt }) => recordedAt));
}
