// The lists that pages were cut from last, so that a page is a slice of what was read once. It knows no request and no
// recording. Read next: paginate.ts, which reads them.
import { finish, inTurns, type JsonElements, type Steps } from "@tapedeck/tape/internal";

/** A recorded list, and the elements of it that are asked for, in order; all as recorded if `places` is null. */
export interface RecordedList extends JsonElements {
  readonly places: readonly number[] | null;
}

/** The lists that pages were cut from last. */
export interface RecordedLists {
  /** Reads a list in turns with the event loop, for {@link RecordedLists.get}; null if it is there. */
  prepare(key: string, read: () => Steps<RecordedList | null>): Promise<void> | null;
  /** Returns a list, which is read at one go if it is not there; null if its elements cannot be arranged as asked. */
  get(key: string, read: () => Steps<RecordedList | null>): RecordedList | null;
}

/** Maximum size of the lists in memory, in bytes, about; the latest stays, whatever its size. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Makes the lists of a player.
 * @example
 * const lists = createRecordedLists();
 * await lists.prepare("/repos", read); // in turns
 * lists.get("/repos", read); // at once
 */
export function createRecordedLists(): RecordedLists {
  const lists = new Map<string, RecordedList | null>();
  const reading = new Map<string, Promise<void>>();
  // One at a time: a list is in memory more than once while it is read, and each name of the server has its own.
  let latest = Promise.resolve();
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= sizeOf(key, lists.get(key) ?? null);
    lists.delete(key);
  };
  const keep = (key: string, list: RecordedList | null): RecordedList | null => {
    if (lists.has(key)) drop(key);
    lists.set(key, list);
    bytes += sizeOf(key, list);
    for (const oldest of lists.keys()) {
      if (bytes <= mostBytes || oldest === key) break;
      drop(oldest);
    }
    return list;
  };
  return {
    prepare(key, read) {
      if (lists.has(key)) return null;
      const begun = reading.get(key);
      if (begun !== undefined) return begun;
      const fresh = latest
        .then(() => inTurns(read()))
        .then((list) => void keep(key, list))
        .finally(() => reading.delete(key));
      latest = fresh.catch(() => {});
      reading.set(key, fresh);
      return fresh;
    },
    get: (key, read) => keep(key, lists.has(key) ? (lists.get(key) ?? null) : finish(read())),
  };
}

/** Returns the texts of some elements of a list, with commas between them. */
export function elementsAt({ text, starts, places }: RecordedList, from: number, to: number): string {
  const at = (nth: number): number => starts[Math.min(nth, starts.length - 1)] as number;
  if (places === null) return text.slice(at(from), Math.max(0, at(to) - 1));
  return places
    .slice(from, to)
    .map((nth) => text.slice(at(nth), at(nth + 1) - 1))
    .join(",");
}

// Characters of two bytes.
function sizeOf(key: string, list: RecordedList | null): number {
  return 2 * (key.length + (list?.text.length ?? 0)) + (list?.starts.byteLength ?? 0) + 8 * (list?.places?.length ?? 0);
}
