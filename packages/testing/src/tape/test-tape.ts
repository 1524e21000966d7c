import { join, relative } from "node:path";
import process from "node:process";
import type { Api } from "@tapedeck/api";
import type { RefusedError } from "@tapedeck/nock/refused-error";
import type { RecorderOptions } from "@tapedeck/record";
import { type Handler, type Miss, type MovableClock, type Player, passthrough, recordMisses } from "@tapedeck/replay";
import { answerPrepared } from "@tapedeck/replay/internal";
import { checkOptions, checkUrl, isLoopback, type OptionKinds } from "@tapedeck/tape/internal";
import { type LazyUpstream, openUpstream } from "../recording/upstream.ts";
import { endedError } from "../session/refusals.ts";
import { createTapeHandler } from "../session/tape-handler.ts";
import type { TapeSession } from "../session/tape-router.ts";
import { type TestMode, testModeOf } from "../test-mode.ts";
import { appendUsage, tapeUsage } from "../usage-log.ts";
import { describedIn, newTape, readTape } from "./read-tape.ts";
import { tapeNameOf } from "./tape-name.ts";
import { type PlayingOptions, takePlayer } from "./tape-player.ts";
import { type Unplayed, unplayedBy, unplayedText } from "./unplayed.ts";

/** The tape of a test, and how it is replayed and recorded. */
export interface TapeOptions extends PlayingOptions {
  /** Base URL of the service, as the test's client has it; may have a path prefix. */
  readonly from: string;
  /** Name of the tape: a path below the folder of recordings. `.` is that folder itself. */
  readonly name: string;
  /** The folder of recordings, from the working directory. Default: `recordings`. */
  readonly dir?: string;
  /** Written into recordings in place of the service's origin. */
  readonly origin?: string;
  /** Whether requests to this machine are let through: to a server that the test itself started. Default: false. */
  readonly local?: boolean;
  /** Called before an exchange is stored: gives what to store in its place, or null for nothing. Redacted afterwards. */
  readonly beforeStore?: RecorderOptions["beforeStore"];
  /** For a test that needs a certain mode. Default: what `TAPEDECK` says, else `replay`. */
  readonly mode?: TestMode;
}

/** A tape that a test has open. */
export interface TestTape {
  readonly name: string;
  readonly mode: TestMode;
  /** Sends a request to this tape, for a client that takes a `fetch`. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** The player behind it: its quotas, its journal. It answers nothing while a test records, and belongs to another test afterwards. */
  readonly player: Player;
  /** The clock that the player goes by. */
  readonly clock: MovableClock;
  /** The requests that no recording had an answer to. */
  readonly misses: () => readonly Miss[];
  /** The refused requests of the test, misses among them. */
  readonly refusals: () => readonly RefusedError[];
  /** The recordings that the test did not request; none while it records. */
  readonly unplayed: () => readonly Unplayed[];
  /**
   * Asserts that the test requested everything on its tape.
   * @throws Error that lists what it did not request.
   */
  readonly assertAllPlayed: () => void;
  /** Ends the recorder, if there is one, and removes the tape. The network stays closed. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** A tape, and the session that answers requests from it. */
export interface OpenTape {
  readonly tape: TestTape;
  readonly session: TapeSession;
}

/** Called with a refused request. */
export type OnRefused = (error: RefusedError) => void;

const optionNames: OptionKinds<TapeOptions> = {
  afterLast: true,
  api: true,
  beforeReplay: true,
  beforeStore: true,
  clock: true,
  dir: true,
  from: "string",
  local: true,
  match: true,
  matchers: true,
  mode: true,
  name: true,
  origin: true,
  pace: true,
  redact: true,
  rule: true,
  tokens: true,
};

/**
 * Makes a tape ready to play. No request is routed to it yet.
 * @param onFirst Called with the first refusal of each text: a client may ask several times.
 * @throws RangeError for an option that is unknown, missing or of another type, an invalid mode, or one that CI does not
 *   allow, and for an invalid name or URL.
 * @throws RecordingSyntaxError for a file on the tape that is not a recording.
 */
export async function createTape(options: TapeOptions, onFirst: OnRefused = () => {}): Promise<OpenTape> {
  checkOptions("open a tape", options, optionNames, ["from", "name"]);
  const { from, dir = "recordings", local = false } = options;
  const mode = testModeOf(process.env, options.mode);
  const name = tapeNameOf(options.name);
  const { origin } = checkUrl("open a tape", "from", from);
  const place = join(dir, name);
  const onFile = await (mode === "record" ? newTape : readTape)(dir, name, recordedOrigin(options));
  const { player, clock, release } = takePlayer(onFile, options);
  const upstream = mode === "replay" ? null : upstreamOf({ ...options, name }, onFile.apis, place, mode);
  const composed = composedOf(mode, player, upstream, from);
  const refusals: RefusedError[] = [];
  const onRefused: OnRefused = (error) => {
    if (!refusals.some(({ message }) => message === error.message)) onFirst(error);
    refusals.push(error);
  };
  // After the test the player may belong to another one.
  let final: Findings | null = null;
  const handler = createTapeHandler({
    play: async (ask) => {
      if (final !== null) throw endedError(name, ask.target);
      return answerPrepared(composed, ask);
    },
    player,
    from,
    tape: name,
    nowhere:
      mode === "replay" && onFile.tapes.length === 0
        ? `nothing is recorded in ${JSON.stringify(shownPlace(place))}`
        : `tape "${name}" does not have it`,
    onRefused,
  });
  const session: TapeSession = {
    tape: name,
    origin,
    local,
    answer: handler.answer,
    onRefused,
  };
  const findings = (): Findings =>
    final ?? { misses: player.misses(), unplayed: mode === "record" ? [] : unplayedBy(player) };
  let closing: Promise<void> | null = null;

  const close = async (): Promise<void> => {
    final = findings();
    // A player that stored answers of the live API is not reused.
    if (mode === "replay") release();
    const left = final.unplayed.map((each) => ({ ...each, tape: each.recording }));
    appendUsage(() => tapeUsage(place, mode, onFile.placed, left));
    await upstream?.close();
  };
  const end = (): Promise<void> => {
    closing ??= close();
    return closing;
  };
  const tape: TestTape = {
    name,
    mode,
    fetch: (input, init) => handler(input, init),
    player,
    clock,
    misses: () => findings().misses,
    refusals: () => [...refusals],
    unplayed: () => findings().unplayed,
    assertAllPlayed: () => {
      const { unplayed } = findings();
      if (unplayed.length > 0) throw new Error(unplayedText(name, unplayed));
    },
    close: end,
    [Symbol.asyncDispose]: end,
  };
  return { tape, session };
}

interface Findings {
  readonly misses: readonly Miss[];
  readonly unplayed: readonly Unplayed[];
}

function shownPlace(place: string): string {
  const below = relative(process.cwd(), place);
  return below.startsWith("..") ? place : below;
}

/** Returns the origin in recordings. A test's own service has another port each time, so recordings omit it. */
function recordedOrigin({ from, origin }: TapeOptions): string {
  return origin ?? (isLoopback(new URL(from).host) ? "http://localhost" : new URL(from).origin);
}

function upstreamOf(options: TapeOptions, onFile: readonly Api[], out: string, mode: TestMode): LazyUpstream {
  const { from, name: tape, tokens, redact, api, match = [], rule, dir = "recordings" } = options;
  const origin = recordedOrigin(options);
  const apis = api === undefined ? onFile : [api].flat();
  const task = {
    from,
    out,
    match: [...match, ...apis.flatMap((each) => each.match)],
    lasting: mode === "auto",
    // Where none comes after the last answer, an equal one counts.
    fillsGaps: mode === "auto" && (options.afterLast === "end" || ("changes" as const)),
    // A description that a test passes in code is not written beside its tape.
    describedIn: api === undefined ? describedIn(dir, tape, origin) : null,
    ...(origin !== new URL(from).origin && { origin }),
    ...(redact && { redact }),
    ...(rule && { rule }),
    ...(tokens && { tokens }),
  };
  return openUpstream(tape, task, options.beforeStore);
}

function composedOf(mode: TestMode, player: Player, upstream: LazyUpstream | null, from: string): Handler {
  if (upstream === null) return player;
  return mode === "auto"
    ? recordMisses(player, upstream.ask, { from, inOrder: true })
    : passthrough(player, upstream.ask, { paths: ["/**"], player });
}
