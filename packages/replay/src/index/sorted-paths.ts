/** The recorded paths in order: segment by segment, so that "/a/b" stands before "/a-b". */
export interface SortedPaths {
  readonly length: number;
  /** The path at a place, from 0, as {@link pathKey} writes it. */
  at(place: number): string;
}

/** Those of sorted paths whose first segment is this one, without it. */
export function startingWith(paths: SortedPaths, start: string): SortedPaths {
  const first = firstPlace(paths, `${start}\0`);
  const end = firstPlace(paths, `${start}\x01`);
  return { length: end - first, at: (place) => paths.at(first + place).slice(start.length) };
}

/** A path as it is sorted: U+0000 stands before every character of a segment. */
export function pathKey(path: string): string {
  return path.replaceAll("/", "\0");
}

/** Undoes {@link pathKey}. */
export function pathOfKey(key: string): string {
  return key.replaceAll("\0", "/");
}

/** The first place whose path is not before this one. */
export function firstPlace(paths: SortedPaths, key: string, from = 0): number {
  let low = from;
  let high = paths.length;
  // The wanted path is mostly near where the search begins.
  for (let step = 1; from > 0 && low + step < high; step *= 2) {
    if (paths.at(low + step) >= key) high = low + step;
    else low += step;
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if (paths.at(middle) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
