import type { Api } from "@tapedeck/api";
import { createPlayer, type MovableClock, type Player, type PlayerOptions, stoppedClock } from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import type { TapeOnFile } from "./read-tape.ts";

/** How a tape is played. */
export interface PlayingOptions extends Pick<PlayerOptions, "afterLast" | "api" | "redact" | "rule"> {
  /** The credentials that the client uses, by the alias that stands for each in the recordings. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** Default: stands still at the moment of the recording, anew for each test. */
  readonly clock?: MovableClock;
}

/** A player, and the clock that it goes by. */
interface Clocked {
  readonly player: Player;
  readonly clock: MovableClock;
}

/** A player for one test. */
export interface TapePlayer extends Clocked {
  /** Returns it to the pool, for another test. */
  readonly release: () => void;
}

// A pool by tape and options, since to index a large tape takes longer than most tests.
const idle = new WeakMap<TapeOnFile, Map<string, Clocked[]>>();

/** Returns a player for a test: a new one, or one that another test has released, reset. */
export function takePlayer(onFile: TapeOnFile, options: PlayingOptions): TapePlayer {
  const key = JSON.stringify([
    options.tokens,
    options.afterLast,
    nameOf(options.api ?? onFile.apis),
    options.redact,
    options.rule,
  ]);
  const byOptions = idle.get(onFile) ?? new Map<string, Clocked[]>();
  idle.set(onFile, byOptions);
  const waiting = byOptions.get(key) ?? [];
  byOptions.set(key, waiting);
  const start =
    onFile.tapes.length === 0 ? pinnedMoment : Math.max(...onFile.tapes.map(({ recordedAt }) => recordedAt));

  const used = options.clock === undefined ? waiting.pop() : undefined;
  if (used) {
    used.player.reset();
    used.clock.set(start);
    return { ...used, release: () => waiting.push(used) };
  }
  const clock = options.clock ?? stoppedClock(start);
  const { tokens, afterLast, redact, rule } = options;
  const api = options.api ?? apisOnFile(onFile);
  const player = createPlayer({
    tapes: onFile.tapes,
    clock,
    credentials: credentialsOf(tokens),
    ...(afterLast && { afterLast }),
    ...(api && { api }),
    ...(redact && { redact }),
    ...(rule && { rule }),
  });
  const release = options.clock === undefined ? () => void waiting.push({ player, clock }) : () => {};
  return { player, clock, release };
}

/** The APIs that the tape's folder describes; undefined where it describes none. */
function apisOnFile({ apis: [first, ...rest] }: TapeOnFile): readonly [Api, ...Api[]] | undefined {
  return first && [first, ...rest];
}

function nameOf(api: Api | readonly Api[]): readonly string[] {
  return [api].flat().map(({ name }) => name);
}

/** Lists tokens by alias, as players and recorders take them. */
export function credentialsOf(tokens: Readonly<Record<string, string>> = {}): { alias: string; token: string }[] {
  return Object.entries(tokens).map(([alias, token]) => ({ alias, token }));
}
