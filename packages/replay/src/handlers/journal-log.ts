import type { JournalEntry } from "../journal.ts";
import type { Miss } from "../match/explain.ts";

/** How much a player remembers of its requests. */
export interface JournalLimits {
  /** Number of requests in the journal, and of misses. Default: 1000. */
  readonly entries?: number;
  /** Approximate bytes in memory, of each of the two. Default: 8 MiB. */
  readonly bytes?: number;
}

/** A player's memory of requests: the latest ones, and the first misses. */
interface JournalLog {
  add(entry: JournalEntry): void;
  entries(): readonly JournalEntry[];
  misses(): readonly Miss[];
  clear(): void;
}

/**
 * Makes a journal that never exceeds its limits. It always holds the latest request and the first miss, however large
 * they are, so that a test that looks for misses finds one.
 * @example
 * const log = createJournalLog({ entries: 100 });
 */
export function createJournalLog({ entries: most = 1000, bytes = 8 * 1024 * 1024 }: JournalLimits = {}): JournalLog {
  let kept: Array<{ readonly entry: JournalEntry; readonly size: number }> = [];
  /** Position of the oldest remembered entry. */
  let first = 0;
  let held = 0;
  let misses: Miss[] = [];
  let heldByMisses = 0;

  return {
    add(entry) {
      const size = sizeOf(entry);
      kept.push({ entry, size });
      held += size;
      while (kept.length - first > 1 && (kept.length - first > most || held > bytes)) {
        held -= kept[first]?.size ?? 0;
        first += 1;
      }
      // Only now and then, since compaction costs as much as there are entries.
      if (first > most) {
        kept = kept.slice(first);
        first = 0;
      }
      if (entry.source.kind !== "missed" || misses.length >= most) return;
      if (misses.length > 0 && heldByMisses + size > bytes) return;
      heldByMisses += size;
      misses.push(entry.source.miss);
    },
    entries: () => kept.slice(first).map(({ entry }) => entry),
    misses: () => [...misses],
    clear() {
      [kept, misses] = [[], []];
      [first, held, heldByMisses] = [0, 0, 0];
    },
  };
}

/** Size of an entry besides its text, in bytes. */
const entryBytes = 256;

function sizeOf({ target, source }: JournalEntry): number {
  const text = source.kind === "missed" ? target.length + JSON.stringify(source.miss).length : target.length;
  return entryBytes + 2 * text;
}
