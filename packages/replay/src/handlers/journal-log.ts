import type { JournalEntry } from "../journal.ts";
import type { Miss } from "../match/explain.ts";

/** How much a player remembers of its requests. */
export interface JournalLimits {
  /** Requests in the journal, and misses beside it. Default: 1000. */
  readonly entries?: number;
  /** Bytes of each of the two, as they stand in memory: about. Default: 8 MiB. */
  readonly bytes?: number;
}

/** The memory of a player's requests: the latest, and the first of those that no tape had. */
interface JournalLog {
  add(entry: JournalEntry): void;
  entries(): readonly JournalEntry[];
  misses(): readonly Miss[];
  clear(): void;
}

/**
 * Makes a journal that holds no more than its limits, whatever is asked. The latest request is always in it, and the first
 * miss, however large they are: a test that looks for misses finds one.
 * @example
 * const log = createJournalLog({ entries: 100 });
 */
export function createJournalLog({ entries: most = 1000, bytes = 8 * 1024 * 1024 }: JournalLimits = {}): JournalLog {
  let entries: JournalEntry[] = [];
  let sizes: number[] = [];
  /** Where the oldest stands that is still remembered. */
  let first = 0;
  let held = 0;
  let misses: Miss[] = [];
  let heldByMisses = 0;

  return {
    add(entry) {
      const size = sizeOf(entry);
      entries.push(entry);
      sizes.push(size);
      held += size;
      while (entries.length - first > 1 && (entries.length - first > most || held > bytes)) {
        held -= sizes[first] ?? 0;
        first += 1;
      }
      // Now and then, since each time it costs as much as there are entries.
      if (first > most) {
        entries = entries.slice(first);
        sizes = sizes.slice(first);
        first = 0;
      }
      if (entry.source.kind !== "missed" || misses.length >= most) return;
      if (misses.length > 0 && heldByMisses + size > bytes) return;
      heldByMisses += size;
      misses.push(entry.source.miss);
    },
    entries: () => entries.slice(first),
    misses: () => [...misses],
    clear() {
      entries = [];
      sizes = [];
      first = 0;
      held = 0;
      misses = [];
      heldByMisses = 0;
    },
  };
}

/** Size of an entry besides its text, in bytes. */
const entryBytes = 256;

function sizeOf({ target, source }: JournalEntry): number {
  const text = source.kind === "missed" ? target.length + JSON.stringify(source.miss).length : target.length;
  return entryBytes + 2 * text;
}
