/** The recorded paths in order, segment by segment: "/a/b" comes before "/a-b". */
export interface SortedPaths {
  readonly length: number;
  /** Returns the path at a position, from 0, as {@link pathKey} writes it. */
  at(place: number): string;
}

/** Returns those of sorted paths whose first segment is this one, without it. */
export function startingWith(paths: SortedPaths, start: string): SortedPaths {
  const first = firstPlace(paths, `${start}\0`);
  const end = firstPlace(paths, `${start}\x01`);
  return { length: end - first, at: (place) => paths.at(first + place).slice(start.length) };
}

/** Yields what stands between the slashes of a path, one at a time: a client may send thousands, and few are looked at. */
export function* segmentsIn(path: string): Generator<string, void> {
  for (let from = 0, end = 0; from <= path.length; from = end + 1) {
    const slash = path.indexOf("/", from);
    end = slash < 0 ? path.length : slash;
    yield path.slice(from, end);
  }
}

/** Returns a path in its sortable form: U+0000, which sorts before every character, separates segments. */
export function pathKey(path: string): string {
  return path.replaceAll("/", "\0");
}

/** Undoes {@link pathKey}. */
export function pathOfKey(key: string): string {
  return key.replaceAll("\0", "/");
}

/** Returns the first position whose path does not sort before this one. */
export function firstPlace(paths: SortedPaths, key: string, from = 0): number {
  let low = from;
  let high = paths.length;
  // The wanted path is usually close to the start of the search.
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
