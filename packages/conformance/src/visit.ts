import {
  type Credential,
  createPlayer,
  type MovableClock,
  type Player,
  type PlayerOptions,
  stoppedClock,
} from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import type { Door } from "./door.ts";
import type { ObservedResponse } from "./message.ts";
import { credentials, specimen } from "./specimen.ts";

/** How to ask, beyond what for. */
export interface Manner {
  readonly method?: string;
  /** An alias among the credentials; default nobody. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A player behind an open door, and the hand on its clock. */
export interface Visit {
  readonly ask: (target: string, manner?: Manner) => Promise<ObservedResponse>;
  readonly clock: MovableClock;
  readonly player: Player;
}

/** How the player behind the door differs from the usual one, which plays the specimen under the profile `service`. */
export type Setting = Partial<Omit<PlayerOptions, "clock">>;

/**
 * Opens a door to a fresh player, hands it over, and closes the door again whatever happens.
 * @example
 * await visit(functionDoor, {}, async ({ ask }) => text(await ask("/zen")));
 */
export async function visit<Result>(
  door: Door,
  setting: Setting,
  use: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  const clock = stoppedClock(pinnedMoment);
  const player = createPlayer({ tapes: specimen, credentials, ...setting, clock });
  return visitPlayer(door, player, clock, setting.credentials ?? credentials, use);
}

/** The same with a player of one's own, and its clock. */
export async function visitPlayer<Result>(
  door: Door,
  player: Player,
  clock: MovableClock,
  known: readonly Credential[],
  use: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  const { ask, close } = await door.open(player);
  try {
    return await use({
      clock,
      player,
      ask: (target, { method = "GET", as, headers = {}, body } = {}) => {
        const token = known.find(({ alias }) => alias === as)?.token;
        const authorization: Record<string, string> = token === undefined ? {} : { authorization: `token ${token}` };
        return ask({ method, target, headers: { ...authorization, ...headers }, body: body ?? null });
      },
    });
  } finally {
    await close();
  }
}
