import type { Tokens } from "@tapedeck/api";
import { createPlayer, type MovableClock, type Player, type PlayerOptions, stoppedClock } from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import { type Adapter, keptAt } from "./adapter.ts";
import { contractFixtures, knownToken, tokens } from "./fixtures/fixtures.ts";
import { homeApis } from "./home-apis.ts";
import type { ObservedResponse } from "./message.ts";

/** How to ask, beyond what for. */
export interface RequestOptions {
  readonly method?: string;
  /** An alias among the tokens. Default: anonymous. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A player behind an open adapter, and the hand on its clock. */
export interface PlayerSession {
  readonly ask: (target: string, manner?: RequestOptions) => Promise<ObservedResponse>;
  readonly clock: MovableClock;
  readonly player: Player;
  /** Where WebSockets can be opened; "" where nowhere. */
  readonly socketUrl: string;
}

/** How the player behind the adapter differs from the usual one, which plays the fixtures as the home APIs. */
export type Setting = Partial<Omit<PlayerOptions, "clock">>;

/**
 * Opens an adapter to a fresh player, hands it over, and closes the adapter again whatever happens.
 * @example
 * await withAdapter(functionAdapter, {}, async ({ ask }) => text(await ask("/zen")));
 */
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

/** The same with a player of one's own, and its clock. */
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
