import { isDue, type Steps } from "@tapedeck/tape/internal";

/** Which items of a list are shown, and how they are sorted. */
export interface ListOrder {
  /** The members of an item that these look at: of an item that is long, no others are read. */
  readonly reads: ReadonlySet<string>;
  /** Returns whether an item is shown. */
  readonly shows: (item: unknown) => boolean;
  /** Returns the text that an item is sorted by; null if items keep their order. */
  readonly keyOf: ((item: unknown) => string) | null;
  readonly isDescending: boolean;
}

/** An item by its position in the whole list. */
interface Shown {
  readonly at: number;
  readonly key: string;
}

// Items that are sorted at one go.
const runLength = 4096;

/**
 * Returns the positions of the items that a list shows, in its order; of items with equal keys, the earlier one is
 * first. It pauses between items: a list may have hundreds of thousands.
 * @example
 * const byName = { reads: new Set<string>(), shows: () => true, keyOf: String, isDescending: true };
 * finish(arrangedSteps(["ada", "cleo", "ben"], byName)); // [1, 2, 0]
 */
export function* arrangedSteps(
  items: Iterable<unknown>,
  { shows, keyOf, isDescending }: ListOrder,
): Steps<readonly number[]> {
  const sign = isDescending ? -1 : 1;
  const compare = (a: Shown, b: Shown): number => (a.key < b.key ? -sign : a.key > b.key ? sign : a.at - b.at);
  const shown: Shown[] = [];
  let at = 0;
  for (const item of items) {
    if (isDue()) yield;
    if (shows(item)) shown.push({ at, key: keyOf?.(item) ?? "" });
    at += 1;
  }
  let runs: readonly (readonly Shown[])[] = [shown];
  if (keyOf !== null) {
    runs = yield* sortedRuns(shown, compare);
    while (runs.length > 1) runs = yield* mergedInPairs(runs, compare);
  }
  return (runs[0] ?? []).map((each) => each.at);
}

type Compare = (a: Shown, b: Shown) => number;

function* sortedRuns(shown: readonly Shown[], compare: Compare): Steps<readonly Shown[][]> {
  const runs: Shown[][] = [];
  for (let at = 0; at < shown.length; at += runLength) {
    runs.push(shown.slice(at, at + runLength).sort(compare));
    yield;
  }
  return runs;
}

function* mergedInPairs(runs: readonly (readonly Shown[])[], compare: Compare): Steps<readonly (readonly Shown[])[]> {
  const merged: (readonly Shown[])[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    const [left = [], right = []] = [runs[at], runs[at + 1]];
    const both: Shown[] = [];
    for (let [nth, place] = [0, 0]; nth < left.length || place < right.length; ) {
      if (isDue()) yield;
      const [a, b] = [left[nth], right[place]];
      if (b === undefined || (a !== undefined && compare(a, b) < 0)) {
        both.push(a as Shown);
        nth += 1;
      } else {
        both.push(b);
        place += 1;
      }
    }
    merged.push(both);
  }
  return merged;
}
