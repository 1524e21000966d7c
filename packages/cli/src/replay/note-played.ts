import { join } from "node:path";
import type { Player, SharedPlayer } from "@tapedeck/replay";
import { readTapes } from "@tapedeck/tape/files";
import { appendUsage, realPath } from "@tapedeck/testing/usage";

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
  const left = player.unplayed().map(({ tape, place }) => `${place} ${tape}`);
  const found = (await readTapes(dir, { late: true, onUnreadable: () => {} })).flatMap(({ tape, files }) =>
    tape.exchanges.map((_, at) => ({ key: `${at + 1} ${tape.name}`, file: files[at] ?? "" })),
  );
  const [leftBy, foundBy] = [Object.groupBy(left, (key) => key), Object.groupBy(found, ({ key }) => key)];
  const counts = new Map<string, number>();
  const played: Record<string, number[]> = {};
  for (const { key, file } of found) {
    const place = (counts.get(file) ?? 0) + 1;
    counts.set(file, place);
    // Tapes of several tests may share a name: then each of them counts as played.
    if (leftBy[key]?.length === foundBy[key]?.length) continue;
    played[file] ??= [];
    played[file].push(place);
  }
  const folder = realPath(dir);
  const byPath = Object.fromEntries(Object.entries(played).map(([file, places]) => [join(folder, file), places]));
  appendUsage({ kind: "tape", mode: recorded ? "record" : "replay", folder, played: byPath }, log);
}
