import type { Player, SharedPlayer } from "@tapedeck/replay";
import { readTapes } from "@tapedeck/tape/files";
import { appendUsage, tapePlaces, tapeUsage } from "@tapedeck/testing/usage";

/**
 * Logs which recordings of a folder a player was asked for, as tests with a tape do: `verify --unused` and `prune` read
 * the log.
 * @param recorded Whether misses were recorded meanwhile.
 * @param log The folder that `TAPEDECK_PLAYED` names.
 */
export async function notePlayed(
  dir: string,
  player: Player | SharedPlayer,
  recorded: boolean,
  log: string,
): Promise<void> {
  const tapes = await readTapes(dir, { late: true, onUnreadable: () => {} });
  appendUsage(tapeUsage(dir, recorded ? "record" : "replay", tapes.flatMap(tapePlaces), player.unplayed()), log);
}
