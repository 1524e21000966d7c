import process from "node:process";
import { isDeepStrictEqual } from "node:util";
import type { Api } from "@tapedeck/api";
import { createPlayer, type MovableClock, type Player, type PlayerOptions, stoppedClock } from "@tapedeck/replay";
import { findOverrun, overrunText } from "@tapedeck/replay/internal";
import { pinnedMoment } from "@tapedeck/tape";
import { howToRecord } from "../test-mode.ts";
import type { TapeOnFile } from "./read-tape.ts";

/** How a tape is replayed. */
export interface PlayingOptions
  extends Pick<
    PlayerOptions,
    "afterLast" | "api" | "beforeReplay" | "match" | "matchers" | "pace" | "redact" | "rule" | "tokens"
  > {
  /** Default: a clock that stands still at the time of the recording, a new one for each test. */
  readonly clock?: MovableClock;
}

/** A player, and the clock that it goes by. */
interface Clocked {
  readonly player: Player;
  readonly clock: MovableClock;
}

/** A player for one test. */
interface TapePlayer extends Clocked {
  /** Returns it to the pool, for another test. */
  readonly release: () => void;
}

interface Idle extends Clocked {
  readonly settings: object;
}

// A pool for each tape, since indexing a large tape takes longer than most tests.
const pools = new WeakMap<TapeOnFile, Idle[]>();

/** Returns a player for a test: a new one, or one that another test has released, reset. */
export function takePlayer(onFile: TapeOnFile, options: PlayingOptions): TapePlayer {
  const { tokens, afterLast, redact, rule, match, matchers, beforeReplay, pace, api = apisOnFile(onFile) } = options;
  const comparing = { rule, match, matchers, redact };
  const recording = { inTest: howToRecord(process.env) };
  const settings = { ...comparing, api, tokens, recording, afterLast, beforeReplay, pace, onSharedAlias };
  const start =
    onFile.tapes.length === 0 ? pinnedMoment : Math.max(...onFile.tapes.map(({ recordedAt }) => recordedAt));
  if (options.clock !== undefined) return { ...made(onFile, settings, options.clock), release: () => {} };

  const pool = pools.get(onFile) ?? [];
  pools.set(onFile, pool);
  const at = pool.findIndex((idle) => isDeepStrictEqual(idle.settings, settings));
  const [{ player, clock } = made(onFile, settings, stoppedClock(start))] = at === -1 ? [] : pool.splice(at, 1);
  player.reset();
  clock.set(start);
  return { player, clock, release: () => void pool.push({ player, clock, settings }) };
}

function made(
  { tapes, unreadable }: TapeOnFile,
  settings: Omit<PlayerOptions, "tapes" | "clock">,
  clock: MovableClock,
): Clocked {
  const player = createPlayer({ ...settings, tapes, unreadable, clock });
  const overrun = findOverrun(player, settings.tokens);
  const advice = [
    "move the clock where the client waits: tape.clock.advance(SECONDS)",
    "let it run: clock: runningClock(Date.now)",
  ];
  if (overrun !== null) console.warn(overrunText(overrun, advice));
  return { player, clock };
}

// One for all, so that players have equal settings.
function onSharedAlias(): void {
  console.warn(
    "tapedeck: two credentials without an alias were sent: one may get what the other asked for\n" +
      "  - to tell credentials apart, give each an alias: tokens: { ada: ADA_TOKEN, bob: BOB_TOKEN }",
  );
}

/** Returns the APIs that the tape's folder describes, undefined if it describes none. */
function apisOnFile({ apis: [first, ...rest] }: TapeOnFile): readonly [Api, ...Api[]] | undefined {
  return first && [first, ...rest];
}
