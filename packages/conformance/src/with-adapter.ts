import type { Tokens } from "@tapedeck/api";
import { createPlayer, type MovableClock, type Player, type PlayerOptions, stoppedClock } from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import { type Adapter, keptAt } from "./adapter.ts";
import { contractFixtures, knownToken, tokens } from "./fixtures/fixtures.ts";
import { homeApis } from "./home-apis.ts";
import type { ObservedResponse } from "./message.ts";

/** Options of a request. */
export interface RequestOptions {
  readonly method?: string;
  /** The alias of a token. Default: anonymous. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A player behind an open adapter, and its clock. */
export interface PlayerSession {
  readonly ask: (target: string, manner?: RequestOptions) => Promise<ObservedResponse>;
  readonly clock: MovableClock;
  readonly player: Player;
  /** Base URL for WebSockets; "" if the adapter has none. */
  readonly socketUrl: string;
}

/** Options of the player that differ from the usual ones: the fixtures, as the home APIs. */
export type Setting = Partial<Omit<PlayerOptions, "clock">>;

/** Opens an adapter with a new player, calls a function with it, and closes the adapter in any case. */
export async function withAdapter<Result>(
  adapter: Adapter,
  setting: Setting,
  use: (session: PlayerSession) => Promise<Result>,
): Promise<Result> {
  const clock = stoppedClock(pinnedMoment);
  const [options, close] = keptAt(adapter, {
    api: homeApis(),
    tapes: contractFixtures,
    tokens,
    ...setting,
    clock,
  });
  try {
    return await withOpenAdapter(adapter, createPlayer(options), clock, setting.tokens ?? tokens, use);
  } finally {
    close();
  }
}

/** Does the same with a given player and its clock. */
export async function withOpenAdapter<Result>(
  adapter: Adapter,
  player: Player,
  clock: MovableClock,
  known: Tokens,
  use: (session: PlayerSession) => Promise<Result>,
): Promise<Result> {
  const { ask, close, socketUrl = "" } = await adapter.open(player);
  try {
    return await use({
      clock,
      player,
      socketUrl,
      ask: (target, { method = "GET", as, headers = {}, body } = {}) => {
        const token = knownToken(known, as);
        const authorization: Record<string, string> = token === undefined ? {} : { authorization: `token ${token}` };
        return ask({ method, target, headers: { ...authorization, ...headers }, body: body ?? null });
      },
    });
  } finally {
    await close();
  }
}
