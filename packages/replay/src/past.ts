import type { Answer } from "./answer.ts";
import type { Turns } from "./deck.ts";
import type { Miss } from "./explain.ts";
import type { JournalEntry } from "./journal.ts";

/** What a player remembers of the answers it gave; what they cost is kept elsewhere. */
export interface Past {
  readonly turns: Turns;
  readonly asked: () => number;
  /** The latest thousand requests, oldest first. */
  readonly journal: () => readonly JournalEntry[];
  /** The first thousand requests that no tape had. */
  readonly misses: () => readonly Miss[];
  /** Lets an answer become true. */
  readonly keep: (given: Answer) => void;
  /** Plays the tapes from their start again. */
  readonly rewind: () => void;
  readonly forget: () => void;
}

/** As many requests as a player remembers. */
const journalLength = 1000;

/** Makes the memory of a player that was asked nothing yet. */
export function createPast(): Past {
  const turns = new Map<string, number>();
  let journal: JournalEntry[] = [];
  let misses: Miss[] = [];
  let asked = 0;
  return {
    turns,
    asked: () => asked,
    journal: () => journal.slice(-journalLength),
    misses: () => [...misses],
    keep: ({ entry, key }) => {
      asked += 1;
      if (key !== null) turns.set(key, (turns.get(key) ?? 0) + 1);
      journal.push(entry);
      if (entry.source.kind === "missed" && misses.length < journalLength) misses.push(entry.source.miss);
      if (journal.length >= 2 * journalLength) journal = journal.slice(-journalLength);
    },
    rewind: () => turns.clear(),
    forget: () => {
      turns.clear();
      journal = [];
      misses = [];
      asked = 0;
    },
  };
}
