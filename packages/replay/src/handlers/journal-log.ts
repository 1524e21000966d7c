import type { JournalEntry, Source } from "../journal.ts";
import type { Miss } from "../match/explain.ts";

/** How much a player remembers of its requests. */
export interface JournalLimits {
  /** Number of requests in the journal, and of misses. Default: 1000. */
  readonly entries?: number;
  /** Approximate bytes in memory, of each of the two. Default: 8 MiB. */
  readonly bytes?: number;
}

/** A player's memory of requests: the latest ones, and the first misses. */
export interface JournalLog {
  /** Number of entries since it was last empty. */
  readonly added: number;
  add(entry: JournalEntry): void;
  /**
   * Adds the entry of an answer that was recorded.
   * @param turn How often it was played before; null if its source does not change.
   */
  addPlayed(answer: PlayedAnswer, at: number, cost: number, bucket: string, turn: number | null): void;
  entries(): readonly JournalEntry[];
  misses(): readonly Miss[];
  clear(): void;
}

/** The part of an entry that is the same each time. */
export interface PlayedAnswer extends Pick<JournalEntry, "method" | "target" | "principal" | "status" | "source"> {
  readonly operation: string | null;
  readonly redirectsTo: string | null;
}

/** An entry's place, which the next one overwrites: new objects would outlive all others that an answer makes. */
interface Slot {
  /** Null for an entry that the other fields say. */
  entry: JournalEntry | null;
  size: number;
  method: string;
  target: string;
  operation: string | null;
  principal: string;
  status: number;
  redirectsTo: string | null;
  source: Source;
  turn: number | null;
  at: number;
  cost: number;
  bucket: string;
}

/**
 * Makes a journal that never exceeds its limits. It always holds the latest request and the first miss, however large
 * they are, so that a test that looks for misses finds one.
 * @param onEntry Called with each entry.
 */
export function createJournalLog(
  { entries: most = 1000, bytes = 8 * 1024 * 1024 }: JournalLimits = {},
  onEntry?: (entry: JournalEntry) => void,
): JournalLog {
  const places = Math.max(1, most);
  let slots: Slot[] = [];
  let added = 0;
  let forgotten = 0;
  let held = 0;
  let misses: Miss[] = [];
  let heldByMisses = 0;

  const slotAt = (nth: number): Slot => slots[nth % places] as Slot;
  const forget = (): void => {
    const slot = slotAt(forgotten);
    held -= slot.size;
    slot.entry = null;
    slot.target = "";
    slot.source = passed;
    forgotten += 1;
  };
  const next = (size: number): Slot => {
    if (added - forgotten === places) forget();
    if (added < places) slots.push(emptySlot());
    const slot = slotAt(added);
    added += 1;
    held += size;
    slot.size = size;
    while (held > bytes && added - forgotten > 1) forget();
    return slot;
  };

  const noteMiss = ({ source }: JournalEntry, size: number): void => {
    if (source.kind !== "missed" || misses.length >= most) return;
    if (misses.length > 0 && heldByMisses + size > bytes) return;
    heldByMisses += size;
    misses.push(source.miss);
  };
  const add = (entry: JournalEntry): void => {
    const size = sizeOf(entry);
    next(size).entry = entry;
    noteMiss(entry, size);
    onEntry?.(entry);
  };

  return {
    get added() {
      return added;
    },
    add,
    addPlayed(answer, at, cost, bucket, turn) {
      if (onEntry !== undefined) return add(entryOf(answer, at, cost, bucket, turn));
      const { method, target, operation, principal, status, redirectsTo, source } = answer;
      const slot = next(entryBytes + 2 * target.length);
      slot.method = method;
      slot.target = target;
      slot.operation = operation;
      slot.principal = principal;
      slot.status = status;
      slot.redirectsTo = redirectsTo;
      slot.source = source;
      slot.turn = turn;
      slot.at = at;
      slot.cost = cost;
      slot.bucket = bucket;
    },
    entries: () => Array.from({ length: added - forgotten }, (_, nth) => entryIn(slotAt(forgotten + nth))),
    misses: () => [...misses],
    clear() {
      [slots, misses] = [[], []];
      [added, forgotten, held, heldByMisses] = [0, 0, 0, 0];
    },
  };
}

/** Returns an entry of the journal. */
export function entryOf(
  { method, target, operation, principal, status, redirectsTo, source: always }: PlayedAnswer,
  at: number,
  cost: number,
  bucket: string,
  turn: number | null,
): JournalEntry {
  const source = turn === null ? always : ({ ...always, turn } as Source);
  return {
    ...{ at, method, target },
    ...(operation !== null && { operation }),
    ...{ principal, status },
    ...(redirectsTo !== null && { redirectsTo }),
    ...{ cost, bucket, source },
  };
}

const passed: Source = { kind: "passed" };

function emptySlot(): Slot {
  const texts = { method: "", target: "", operation: null, principal: "", redirectsTo: null, bucket: "" };
  return { entry: null, size: 0, ...texts, status: 0, source: passed, turn: null, at: 0, cost: 0 };
}

function entryIn(slot: Slot): JournalEntry {
  return slot.entry ?? entryOf(slot, slot.at, slot.cost, slot.bucket, slot.turn);
}

/** Size of an entry besides its text, in bytes. */
const entryBytes = 256;

function sizeOf({ target, source }: JournalEntry): number {
  const text = source.kind === "missed" ? target.length + JSON.stringify(source.miss).length : target.length;
  return entryBytes + 2 * text;
}
