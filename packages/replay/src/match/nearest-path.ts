import { editDistance } from "@tapedeck/tape/internal";
import type { ExchangeIndex } from "../index/lookup.ts";
import { firstPlace, pathKey, pathOfKey, type SortedPaths } from "../index/sorted-paths.ts";

/** Number of alphabetical neighbours that are compared with a name. */
const neighbours = 16;

/**
 * Returns the recorded path that is most similar to one that was not recorded: segment by segment, the same name if it
 * exists, else the most similar of its alphabetical neighbours. Takes time by the depth of the path, not by the size of
 * the index.
 * @returns null if the scope has no paths.
 */
export function nearestPath(index: ExchangeIndex, scope: string, path: string): string | null {
  const paths = index.paths(scope);
  let found: string | null = null;
  for (const name of pathKey(path).split("\0")) {
    const same: string = found === null ? name : `${found}\0${name}`;
    const next: string | null = paths.some((each) => hasBelow(each, same)) ? same : similar(paths, found, name);
    if (next === null) break;
    found = next;
  }
  const [first] = paths.flatMap((each) => firstBelow(each, found ?? "") ?? []).sort();
  return first === undefined ? null : pathOfKey(first);
}

function hasBelow(paths: SortedPaths, prefix: string): boolean {
  return firstBelow(paths, prefix) !== null;
}

/** Returns the first path that equals this one or continues it. */
function firstBelow(paths: SortedPaths, prefix: string): string | null {
  const place = firstPlace(paths, prefix);
  const found = place < paths.length ? paths.at(place) : null;
  return found === prefix || prefix === "" || found?.startsWith(`${prefix}\0`) ? found : null;
}

/** Returns the path with the most similar name for the next segment; null if none continues. */
function similar(paths: readonly SortedPaths[], before: string | null, name: string): string | null {
  const from = before === null ? "" : `${before}\0`;
  const names = new Set(paths.flatMap((each) => [...namesAround(each, from, name)]));
  const [best] = [...names]
    .sort()
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  return best === undefined ? null : from + best.candidate;
}

/** Returns the names before and after one, among those below a path. */
function* namesAround(paths: SortedPaths, from: string, name: string): Generator<string> {
  const start = firstPlace(paths, from + name);
  const nameAt = (place: number): string | null => {
    if (place < 0 || place >= paths.length) return null;
    const path = paths.at(place);
    return path.startsWith(from) ? (path.slice(from.length).split("\0", 1)[0] ?? null) : null;
  };
  for (let count = 0, place = start; count < neighbours; count += 1) {
    const next = nameAt(place);
    if (next === null) break;
    yield next;
    // Skips everything below it.
    place = firstPlace(paths, `${from}${next}\x01`, place);
  }
  for (let count = 0, place = start - 1; count < neighbours; count += 1) {
    const next = nameAt(place);
    if (next === null) break;
    yield next;
    place = firstPlace(paths, from + next) - 1;
  }
}
