import { createScrubber, pinnedMoment, type Tape } from "@tapedeck/tape";
import { answer } from "./answer.ts";
import type { Ask, Reply } from "./ask.ts";
import { type Credential, identifier, isBucket } from "./caller.ts";
import type { Card } from "./card.ts";
import { type Clock, stoppedClock } from "./clock.ts";
import { type Generate, insert, unplayed } from "./deck.ts";
import type { Miss } from "./explain.ts";
import type { Settings } from "./inquiry.ts";
import type { JournalEntry } from "./journal.ts";
import { defaultRule, type Rule } from "./matchers.ts";
import { remember } from "./memory.ts";
import { limitOf, type Profile, profiles, type ShippedProfile } from "./profile.ts";
import { at, freshQuota, type Quota } from "./quota.ts";
import { locate } from "./route.ts";

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
  /** Forgets what was played, spent and asked. */
  readonly reset: () => void;
}

/** As many requests as a player remembers. */
const journalLength = 1000;

/** As many different targets as a player keeps in their compared form. */
const targetsKept = 4096;

/** The address of a caller in the same process. */
const here = "127.0.0.1";

/**
 * Makes a player of tapes: the same tapes, requests and clock give the same bytes, through every door.
 * @example
 * const player = createPlayer({ tapes: [tape] });
 * const response = await player(new Request("http://localhost/users/ada"));
 * response.headers.get("x-ratelimit-remaining"); // "59"
 */
export function createPlayer(options: PlayerOptions): Player {
  const profile = typeof options.profile === "object" ? options.profile : profiles[options.profile ?? "service"];
  const { tapes, credentials = [], rule = defaultRule } = options;
  const scrubber = createScrubber({
    secrets: credentials.map(({ alias, token }) => ({ alias, value: token })),
  });
  const settings: Settings = {
    profile,
    scrubber,
    deck: insert(tapes, { ...profile, rule, scrubber, generate: options.generate }),
    identify: remember(targetsKept, identifier(credentials)),
    locate: remember(targetsKept, (target: string) => {
      const place = locate(target, profile.pathPrefixes);
      return { ...place, target: scrubber.text(place.target) };
    }),
  };
  const clock = options.clock ?? stoppedClock(latest(tapes));
  // Headers give whole seconds, whatever a clock gives.
  const now = (): number => Math.floor(clock());

  const quotas = new Map<string, Quota>();
  const turns = new Map<string, number>();
  let journal: JournalEntry[] = [];
  let misses: Miss[] = [];
  let asked = 0;

  const answerNow = (ask: Ask): Reply => {
    const { reply, entry, quotas: paid, key } = answer(settings, { quotas, turns, asked }, ask, now());
    asked += 1;
    for (const [bucket, quota] of paid) quotas.set(bucket, quota);
    if (key !== null) turns.set(key, (turns.get(key) ?? 0) + 1);
    journal.push(entry);
    if (entry.source.kind === "missed" && misses.length < journalLength) misses.push(entry.source.miss);
    if (journal.length >= 2 * journalLength) journal = journal.slice(-journalLength);
    return reply;
  };

  const play = async (input: Request | URL | string, init?: object): Promise<Response> => {
    const request = typeof input === "string" || input instanceof URL ? new Request(input, init) : input;
    const { status, headers, body } = answerNow(await askOf(request));
    return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
  };

  return Object.assign(play, {
    answer: answerNow,
    clock,
    exchanges: settings.deck.cards.length,
    quotas: () => Object.fromEntries(Array.from(quotas, ([bucket, quota]) => [bucket, at(quota, now())])),
    exhaust: (bucket: string) => {
      if (!isBucket(bucket)) {
        throw new RangeError(`Cannot exhaust "${bucket}": a bucket is named "account NAME" or "address ADDRESS"`);
      }
      const [, account] = /^account (.*)$/s.exec(bucket) ?? [];
      const owner = credentials.find((credential) => (credential.account ?? credential.alias) === account);
      const limit = limitOf(profile, owner?.alias ?? account);
      const quota = quotas.get(bucket) ?? freshQuota(limit, profile.windowSeconds);
      quotas.set(bucket, { ...at(quota, now()), used: quota.limit });
    },
    journal: () => journal.slice(-journalLength),
    misses: () => [...misses],
    unplayed: () => unplayed(settings.deck, turns),
    reset: () => {
      quotas.clear();
      turns.clear();
      journal = [];
      misses = [];
      asked = 0;
    },
  });
}

function latest(tapes: readonly Tape[]): number {
  return tapes.length === 0 ? pinnedMoment : Math.max(...tapes.map(({ recordedAt }) => recordedAt));
}

/** Takes a `Request` apart for the synchronous core. */
export async function askOf(request: Request): Promise<Ask> {
  const { origin, pathname, search } = new URL(request.url);
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    target: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: body?.length ? body : null,
    base: origin,
    address: here,
  };
}
