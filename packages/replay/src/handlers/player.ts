import { credentialsOf } from "@tapedeck/api";
import type { Tape } from "@tapedeck/tape";
import { isLate } from "@tapedeck/tape/internal";
import { type Answer, answer, type Preview } from "../answer.ts";
import { type Clock, stoppedClock } from "../clock.ts";
import type { Ending, Outcome } from "../deliver/outcome.ts";
import { type Pace, pacerOf } from "../deliver/pace.ts";
import type { IncomingRequest } from "../http/message.ts";
import type { LoadedTape } from "../index/exchange-store.ts";
import { createPlayCounts } from "../index/play-counts.ts";
import { isLong, type PreparedExchange } from "../index/prepared-exchange.ts";
import { isPacked, latestIn } from "../index/tape-source.ts";
import type { JournalEntry } from "../journal.ts";
import { createBuckets, type QuotaChange } from "../limit/buckets.ts";
import { createLeases } from "../limit/leases.ts";
import type { HeldBuckets, Holding, Limits, Quota } from "../limit/limits.ts";
import type { Miss } from "../match/explain.ts";
import { learnsByPlace } from "../match/secret-by-place.ts";
import {
  likeliest,
  prepare,
  type RequestContext,
  type ResolvedRequest,
  readUpload,
  resolve,
} from "../request/request-context.ts";
import { refusesHead } from "../response/head-refusal.ts";
import { openedBy } from "../response/script.ts";
import { measureBody, readList } from "../response/select-response.ts";
import { createFreshness, type Fetched } from "./freshness.ts";
import { fetchOf, type Handler } from "./handler.ts";
import { createIssuedUpstream, type Send } from "./issued-upstream.ts";
import { createJournalLog, entryOf } from "./journal-log.ts";
import { checkPlayerOptions, type PlayerOptions } from "./player-options.ts";
import { playerSettings } from "./player-settings.ts";
import { watchSharedAlias } from "./shared-alias.ts";
import { createUpstreamAnswers, type UpstreamAnswers } from "./upstream-answers.ts";

/**
 * A fetch handler that answers from tapes: hand it to a client as `fetch`, to `Deno.serve`, to `Bun.serve`, or to a
 * server. Its other members are for servers (`answer`) and for tests.
 */
export interface Player extends Handler, UpstreamAnswers {
  /** Answers a request that is plain data, synchronously. */
  readonly answer: (ask: IncomingRequest) => Outcome;
  readonly prepare: NonNullable<Handler["prepare"]>;
  /** Resolves to the answer that was recorded for its head alone, if there is one. */
  readonly expected: NonNullable<Handler["expected"]>;
  /** Answers a request for a caller that asks upstream for a miss: then returns null. */
  readonly tryReplay: (ask: IncomingRequest, fetched?: Fetched) => Outcome | null;
  /** Answers a request that upstream could not answer either; a miss gives the reason. */
  readonly replayMiss: (ask: IncomingRequest, reason: string) => Outcome;
  /** Computes the answer for given quotas without committing it. */
  readonly preview: (ask: IncomingRequest, held: HeldBuckets) => Preview;
  /** Resolves a request: which API it is for, where it leads, who sends it. */
  readonly resolve: (ask: IncomingRequest) => RequestContext;
  /**
   * Returns a request as upstream knows it, with what it issued in place of placeholders: it is asked first for what the
   * client has from a recorded answer.
   * @throws Error if upstream does not issue that any more.
   */
  readonly reveal: (ask: IncomingRequest, send: Send) => Promise<IncomingRequest>;
  /** Hides the secrets that this player knows in a text. */
  readonly scrub: (text: string) => string;
  /**
   * Puts tapes on top of everything, as a layer of {@link PlayerOptions.over}; replaces an override of the same name. A
   * test uses it to replace an answer.
   * @throws RangeError for more than {@link PlayerOptions.overrides} allows.
   */
  readonly addOverride: (name: string, tapes: readonly Tape[]) => void;
  /** Removes an override; returns false if there is none of this name. The tapes below it continue where they were. */
  readonly removeOverride: (name: string) => boolean;
  /** The loaded tapes, the topmost first. */
  readonly tapes: () => readonly LoadedTape[];
  readonly clock: Clock;
  /**
   * Changes how fast streams are replayed from now on; {@link Player.reset} undoes it.
   * @throws RangeError for an invalid pace.
   */
  readonly setPace: (pace: Pace) => void;
  /** Number of exchanges that can be replayed. */
  readonly exchanges: number;
  /** Returns the state of each principal's bucket, by bucket: `account token`, `address 127.0.0.1`. */
  readonly quotas: () => Readonly<Record<string, Quota>>;
  /**
   * Spends everything that a bucket has left.
   * @throws RangeError for a name that no bucket has.
   */
  readonly exhaust: (bucket: string) => void;
  /**
   * Changes what a bucket holds in its current window.
   * @throws RangeError for a name that no bucket has, or for impossible numbers.
   */
  readonly setQuota: (bucket: string, change: QuotaChange) => void;
  /**
   * Forgets the spending and the changed settings of a bucket, of all buckets of a policy (`search`) or a caller
   * (`account ada`), or of every bucket: the next request starts a window.
   * @throws RangeError for a name that is none of these.
   */
  readonly resetQuotas: (bucket?: string) => void;
  /** The latest thousand requests, oldest first; fewer if they are large. */
  readonly journal: () => readonly JournalEntry[];
  /** The first thousand requests that no tape had, each explained; fewer if they are large. */
  readonly misses: () => readonly Miss[];
  /** Recorded exchanges that can be replayed, each prepared when the caller reaches it. */
  readonly recorded: () => Iterable<PreparedExchange>;
  /** Recorded exchanges that were not requested. */
  readonly unplayed: () => readonly PreparedExchange[];
  /** Clears the journal, the play counts and the spending, and removes overrides. Stored answers stay. */
  readonly reset: () => void;
}

/** Number of secrets that one request may send where only recordings tell them: for each a tag is derived. */
const mostLearnt = 2;

/**
 * Makes a player from tapes: the same tapes, requests and clock give the same bytes, at every server.
 * @throws RangeError for an option that is unknown, missing or of another type.
 * @example
 * const player = createPlayer({ tapes: [tape] });
 * const response = await player(new Request("http://localhost/users/ada"));
 * response.headers.get("x-ratelimit-remaining"); // "59"
 */
export function createPlayer(options: PlayerOptions): Player {
  checkPlayerOptions(options);
  const { sources, recorded, settings, store, bodies } = playerSettings(options);
  const { apis, scrubber } = settings;
  const clock = options.clock ?? stoppedClock(latestIn(sources));
  let pacer = pacerOf(options.pace ?? 0, clock);
  // Headers tell whole seconds, whatever the clock returns.
  const now = (): number => Math.floor(clock());

  const limits = apis.map((api) => api.limits) as [Limits | null];
  const buckets = createBuckets(limits, credentialsOf(options.tokens), new Map(), options.maxBuckets);
  const issuedUpstream = createIssuedUpstream(scrubber, settings.clients);
  const [playCounts, played, conversations] = [createPlayCounts(), createPlayCounts(), new Set<number>()];
  const freshness = createFreshness(({ id }) => played.add(id));
  const journal = createJournalLog(options.journal, options.onRequest);
  const [leases, watched] = [createLeases(), watchSharedAlias(() => settings.hasUpstream || options.onSharedAlias?.())];
  const answerTo = (ask: IncomingRequest, failure?: string, held = buckets.held, skipped = 0): Answer => {
    const at = now();
    for (const { renew } of leases.due(at)) buckets.commit(renew(buckets.held, at), at);
    const counts = skipped === 0 ? playCounts : { get: (id: number) => playCounts.get(id) + skipped };
    const state = { buckets: held, counts, asked: journal.added };
    const answered = (left: number): Answer => {
      const made = answer(settings, state, resolve(settings, ask, failure), at);
      const { source, context } = made.chosen;
      const isLearnt = left > 0 && source.kind === "missed" && learnsByPlace(settings, context, source.miss);
      return isLearnt ? answered(left - 1) : made;
    };
    return watched(ask, answered(mostLearnt));
  };

  /** Number of quota resets so far: nothing taken before a reset is released after it. */
  let resets = 0;
  const takeHere = (holding: Holding): (() => void) => {
    leases.begin(holding, now());
    return () => {
      leases.end(holding);
      buckets.commit(holding.release(buckets.held, now()), now());
    };
  };

  const commit = (made: Answer, take = takeHere, { reply } = settings.clients.given(made)): Outcome => {
    const { chosen, at, cost, bucket, turn, changes, sequence, states, plays, holding, scripts } = made;
    buckets.commit(changes, at);
    if (chosen.id !== null) played.add(chosen.id);
    else for (const { id } of plays) played.add(id);
    if (sequence !== null) playCounts.add(sequence);
    if (states !== null) settings.states.note(states);
    const isPlain = reply.kind === undefined && holding === null && scripts === null;
    if (isPlain && chosen.source.kind === "played") {
      journal.addPlayed(chosen, at, cost, bucket, turn);
      return reply;
    }
    const entry = entryOf(chosen, at, cost, bucket, turn);
    journal.add(entry);
    if (isPlain) return reply;
    const before = resets;
    const giveBack = holding && take(holding);
    const ended = (ending: Ending): void => {
      if (ending !== "sent") Object.assign(entry, { ended: ending });
      if (before === resets) giveBack?.();
    };
    if (scripts !== null) {
      const missed = (miss: Miss): void =>
        journal.add({ ...entry, at: now(), cost: 0, source: { kind: "missed", miss } });
      return { ...openedBy(scripts, reply.headers, conversations, missed, played.add), ended, ...(pacer && { pacer }) };
    }
    return reply.kind === undefined ? { ...reply, ended } : { ...reply, ...(pacer && { pacer }), ended };
  };

  const answerNow = (ask: IncomingRequest): Outcome => commit(answerTo(ask));
  // A response that is read late has no long body; what a packed file has is not known.
  const mayBeLong =
    sources.some(isPacked) || recorded.some(({ response }) => !isLate(response) && isLong(response.body));
  const measure = (resolved: ResolvedRequest): Promise<void> | null => {
    if (resolved.lasting !== null) return null;
    const isMeasured = mayBeLong && settings.rewriteOrigin;
    return (isMeasured ? measureBody(settings, playCounts, resolved) : null) ?? readList(settings, resolved);
  };
  const prepareNow = (ask: IncomingRequest): Promise<void> | null => {
    const upload = readUpload(settings, ask);
    if (upload !== null) return upload.then(() => prepareNow(ask) ?? undefined);
    const [before, { learnt }] = [settings.resolved.get(ask), scrubber];
    if (before?.learnt === learnt) return measure(before);
    const plain = settings.plain(ask);
    if (plain !== null) settings.resolved.note(ask, plain);
    const read = plain ?? scrubber.whenReady(() => prepare(settings, ask));
    return read instanceof Promise ? read.then((late) => measure(late) ?? undefined) : measure(read);
  };

  // A response that is read late does not stay in memory, so neither does what its request gets.
  const inMemory = recorded.reduce((sum, { response }) => sum + (isLate(response) ? 0 : 1), 0);
  const player = Object.assign(fetchOf(answerNow, prepareNow, 2 * inMemory), {
    answer: answerNow,
    prepare: prepareNow,
    expected: async (ask: IncomingRequest) => {
      await prepareNow(ask);
      const found = answerTo(ask);
      return refusesHead(found.plays, store.index, played) ? commit(found) : null;
    },
    tryReplay: (ask: IncomingRequest, fetched: Fetched = null) => {
      settings.hasUpstream = true;
      const chosen = freshness.choose((skipped) => answerTo(ask, undefined, buckets.held, skipped), fetched);
      if (chosen === null) return null;
      for (let left = chosen.skipped; left > 0; left -= 1) playCounts.add(chosen.found.sequence ?? 0);
      const given = settings.clients.given(chosen.found);
      for (const { exchange } of chosen.found.plays) {
        settings.standIns.note(chosen.found.chosen.context.ask, exchange.request);
        issuedUpstream.note(ask, exchange, given.session);
      }
      return commit(chosen.found, takeHere, given);
    },
    replayMiss: (ask: IncomingRequest, reason: string) => {
      freshness.failed();
      return commit(answerTo(ask, reason));
    },
    preview: (ask: IncomingRequest, held: HeldBuckets) => {
      const found = answerTo(ask, undefined, held);
      return { changes: found.changes, commit: (take?: typeof takeHere) => commit(found, take) };
    },
    resolve: (ask: IncomingRequest) => likeliest(settings, ask),
    reveal: issuedUpstream.reveal,
    ...createUpstreamAnswers({ settings, store, bodies, freshness, issuedUpstream, journal, now }),
    scrub: scrubber.text,
    addOverride: (name: string, over: readonly Tape[]) => {
      bodies.admit(over.flatMap(({ exchanges }) => exchanges));
      store.addOverride(name, over);
    },
    removeOverride: store.removeOverride,
    tapes: store.tapes,
    clock,
    setPace: (pace: Pace) => {
      pacer = pacerOf(pace, clock);
    },
    exchanges: 0,
    quotas: () => buckets.at(now()),
    exhaust: (bucket: string) => player.setQuota(bucket, { remaining: 0 }),
    setQuota: (bucket: string, change: QuotaChange) => buckets.commit([buckets.change(bucket, change, now())], now()),
    resetQuotas: (bucket?: string) => {
      resets += 1;
      leases.clear();
      if (bucket === undefined) buckets.forgetAll();
      else buckets.forget(bucket);
    },
    journal: journal.entries,
    misses: journal.misses,
    recorded: () => store.index.exchanges(),
    unplayed: () => [...store.index.exchanges()].filter(({ id }) => played.get(id) === 0),
    reset: () => {
      pacer = pacerOf(options.pace ?? 0, clock);
      player.resetQuotas();
      playCounts.clear();
      for (const each of [
        played,
        conversations,
        settings.states,
        settings.clients,
        settings.standIns,
        freshness,
        journal,
      ])
        each.clear();
      store.removeOverrides();
    },
  });
  return Object.defineProperty(player, "exchanges", { get: () => store.index.size, enumerable: true });
}
