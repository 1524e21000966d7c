import { type HarEntry, isExchange } from "@tapedeck/tape/har";

/** Entries of a recording of which at most one can be meant. */
interface Duplicate {
  /** Counted from 0, at least two. */
  readonly places: readonly number[];
  /** The place in the order of answers that each of them claims; null if they claim none. */
  readonly order: number | null;
  /** Whether they hold the same request and the same answer. */
  readonly alike: boolean;
}

/**
 * Finds duplicate entries: those that claim the same place among the answers to a request (`_id`, `_order`), or,
 * without such numbers, equal ones. The nth answer to a request that was sent n times is not a duplicate.
 * @example
 * duplicatesIn(har.log.entries); // [{ places: [0, 2], order: 0, alike: true }]
 */
export function duplicatesIn(entries: readonly HarEntry[]): readonly Duplicate[] {
  const places = new Map<string, number[]>();
  for (const [at, entry] of entries.entries()) {
    // A request without an answer is on no tape.
    if (!isExchange(entry)) continue;
    const key = isNumbered(entry) ? JSON.stringify([entry._id, entry._order]) : contentOf(entry);
    const same = places.get(key);
    if (same === undefined) places.set(key, [at]);
    else same.push(at);
  }
  return [...places.values()]
    .filter((same) => same.length > 1)
    .map((same) => {
      const those = same.flatMap((at) => entries[at] ?? []);
      const order = those.find(isNumbered)?._order ?? null;
      return { places: same, order, alike: new Set(those.map(contentOf)).size === 1 };
    });
}

function isNumbered(entry: HarEntry): boolean {
  return typeof entry._id === "string" && typeof entry._order === "number";
}

// Times and sizes are ignored: they differ between measurements, not between answers.
function contentOf({ request, response }: HarEntry): string {
  const asked = [request.method, request.url, request.headers, request.postData?.text];
  return JSON.stringify([asked, response.status, response.headers, response.content?.text, response.content?.encoding]);
}
