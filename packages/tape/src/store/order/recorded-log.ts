// When each exchange of a collection was recorded, and its digest at that time: one file with a line for each, which
// git neither shows in diffs nor finds in conflict. A replay does not need it.
import { Buffer } from "node:buffer";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathBelow } from "../path-below.ts";
import { type Journal, startJournal } from "../write/journal.ts";
import type { WriteFile } from "../write/write-files.ts";

/** The file, in the folder of a collection. */
export const recordedFile = ".recorded";

// Both lines that two branches add may be kept: they are found by path.
const attributes = `* -text\n${recordedFile} -diff merge=union linguist-generated\n`;

/** How long an unchanged answer keeps its day: otherwise recording daily would change the whole log daily. */
const settledDays = 30;

/** What is known of an exchange on file. */
export interface Recorded {
  /** The day on which an API gave this answer, to within {@link settledDays}: `2026-11-22`. */
  readonly day: string;
  /** See `digestOf`. Several if merged branches recorded the same exchange. */
  readonly digests: ReadonlySet<string>;
}

/** Keeps the log of a run. */
export interface RecordedLog {
  /** Notes an exchange; resolves when the note is on disk, before the exchange itself. */
  add(path: string, digest: string): Promise<void>;
  /** Notes that an exchange was seen unchanged; on disk when the log closes. */
  seen(path: string, digest: string): void;
  removed(path: string): void;
  /** Rewrites the log, sorted, with each exchange once. */
  close(): Promise<void>;
}

/** When the exchanges of a collection were recorded. */
interface RecordedLines {
  readonly length: number;
  /** Finds what is known of a file, by its path below the collection. */
  find(file: string): Recorded | null;
}

/** Reads the log of a collection, and looks each file up in its text: a million lines would take ten times as much as objects. */
function readRecorded(root: string): RecordedLines {
  const text = textOfLog(root);
  const starts = sortedLines(text);
  return {
    length: starts.length,
    find(file) {
      const wanted = Buffer.from(file);
      const after = (at: number): number =>
        text.compare(wanted, 0, wanted.length, (starts[at] as number) + fileAt, endOf(text, starts[at] as number));
      let [from, to] = [0, starts.length];
      while (from < to) {
        const middle = (from + to) >>> 1;
        if (after(middle) < 0) from = middle + 1;
        else to = middle;
      }
      for (to = from; to < starts.length && after(to) === 0; ) to += 1;
      const lines = Array.from(starts.subarray(from, to), (start) => text.toString("utf8", start, endOf(text, start)));
      return recordedIn(lines.join("\n")).get(file) ?? null;
    },
  };
}

/** Returns where the lines of a log begin, sorted by file; those of one file as they stand. */
function sortedLines(text: Buffer): Uint32Array {
  // Each line is longer than its beginning.
  const found = new Uint32Array(Math.ceil(text.length / fileAt));
  let count = 0;
  for (let start = 0; start < text.length; start = text.indexOf(10, start) + 1 || text.length)
    if (linePattern.test(text.toString("latin1", start, Math.min(start + fileAt + 1, endOf(text, start)))))
      found[count++] = start;
  const starts = found.subarray(0, count);
  const compare = (a: number, b: number): number =>
    text.compare(text, b + fileAt, endOf(text, b), a + fileAt, endOf(text, a)) || a - b;
  // Where branches were merged, the lines of both stand one after the other.
  return starts.some((start, at) => at > 0 && compare(starts[at - 1] as number, start) > 0)
    ? starts.sort(compare)
    : starts;
}

/** Where a line ends, without what ends it. */
function endOf(text: Buffer, start: number): number {
  const feed = text.indexOf(10, start);
  const end = feed < 0 ? text.length : feed;
  return text[end - 1] === 13 ? end - 1 : end;
}

function recordedIn(text: string): Map<string, Recorded> {
  const found = new Map<string, Recorded>();
  for (const [day, digest, file] of linesIn(text)) {
    const before = found.get(file);
    found.set(file, {
      day: before !== undefined && before.day > day ? before.day : day,
      digests: new Set([...(before?.digests ?? []), digest]),
    });
  }
  return found;
}

const linePattern = /^(\d{4}-\d\d-\d\d) ([\da-f]{16}) (.+)$/;

function* linesIn(text: string): Iterable<readonly [day: string, digest: string, file: string]> {
  for (const [, day = "", digest = "", file = ""] of text.matchAll(new RegExp(linePattern, "gm")))
    yield [day, digest, file];
}

/**
 * Returns what is known of the files of a folder, by the log of the collection of each.
 * @returns Null for a file that its log does not name, undefined for one without a log.
 */
export function recordedBelow(root: string): (file: string) => Recorded | null | undefined {
  const logs = new Map<string, RecordedLines>();
  return (file) => {
    const collection = collectionOf(root, file);
    const log = logs.get(collection) ?? readRecorded(collection);
    logs.set(collection, log);
    if (log.length === 0) return undefined;
    return log.find(pathBelow(collection, join(root, file)));
  };
}

/** Returns the collection of a file: the nearest folder above it with a log, else the root. */
export function collectionOf(root: string, file: string): string {
  for (let at = dirname(`${file}x`); ; at = dirname(at)) {
    if (at === "." || existsSync(join(root, at, recordedFile))) return join(root, at);
  }
}

/** Returns the day of a time, in UTC. @param now Epoch seconds. */
export function dayOf(now: number): string {
  return new Date(now * 1000).toISOString().slice(0, 10);
}

/**
 * Opens the log of a collection for a run that records on a day.
 * @param check Throws if nothing may be written any more.
 */
export function openRecordedLog(root: string, day: string, write: WriteFile, check: () => void): RecordedLog {
  /** The digests of exchanges by their paths; null for a removed one. */
  const changes = new Map<string, string | null>();
  // Added lines are in the file already, from this position on: a run may add a million lines.
  let from = Number.POSITIVE_INFINITY;
  let journal: Journal | null = null;
  return {
    async add(path, digest) {
      changes.delete(path);
      const isFirst = journal === null;
      journal ??= startJournal(join(root, recordedFile), check, "continue");
      // A killed run may have left half a line.
      const { start } = await journal.append(`${isFirst ? "\n" : ""}${lineOf(day, digest, path)}`);
      from = Math.min(from, start);
    },
    seen: (path, digest) => void changes.set(path, digest),
    removed: (path) => void changes.set(path, null),
    async close() {
      journal?.close();
      journal = null;
      if (changes.size === 0 && from === Number.POSITIVE_INFINITY) return;
      const path = join(root, recordedFile);
      const before = textOfLog(root);
      const seen = changes.entries().flatMap(([file, digest]) => (digest === null ? [] : [lineOf(day, digest, file)]));
      const all = changes.size === 0 ? before : Buffer.concat([before, Buffer.from(`\n${[...seen].join("\n")}`)]);
      const removed = changes.entries().flatMap(([file, digest]) => (digest === null ? [latin1Of(file)] : []));
      const [starts, gone] = [sortedLines(all), new Set(removed)];
      const settled = () => settledLines(all, starts, Math.min(from, before.length), day, gone);
      if (!areLinesOf(before, settled())) await write(path, settled());
      const rules = join(root, ".gitattributes");
      if (!existsSync(rules)) await write(rules, attributes);
    },
  };
}

/**
 * Yields the lines of a log sorted, with each exchange once. It works on bytes, and a line at a time: as texts, a hundred
 * thousand lines took 50 MB, and as a second log 18.
 * @param starts See {@link sortedLines}.
 * @param from Where the lines of the run begin, which recorded on a day.
 * @param removed The files that are gone, as Latin-1.
 */
function* settledLines(
  text: Buffer,
  starts: Uint32Array,
  from: number,
  day: string,
  removed: ReadonlySet<string>,
): Generator<Buffer, void> {
  // One for all: a line is written before the next is made.
  let room = Buffer.alloc(256);
  const bytesOf = (line: string): Buffer => {
    if (line.length > room.length) room = Buffer.alloc(2 * line.length);
    return room.subarray(0, room.write(line, "latin1"));
  };
  function* settle(file: string, past: string, latest: string | null): Generator<Buffer, void> {
    if (removed.has(file)) return;
    const { day: since = day, digests = new Set<string>() } = (past && recordedIn(past).get(file)) || {};
    const isSettled = latest === null || (digests.has(latest) && daysFrom(since, day) < settledDays);
    for (const digest of latest === null ? digests : [latest])
      yield bytesOf(`${lineOf(isSettled ? since : day, digest, file)}\n`);
  }
  let [file, past, latest]: [string, string, string | null] = ["", "", null];
  for (const start of starts) {
    const line = text.toString("latin1", start, endOf(text, start));
    if (line.slice(fileAt) !== file) {
      yield* settle(file, past, latest);
      [file, past, latest] = [line.slice(fileAt), "", null];
    }
    if (start < from) past += `${line}\n`;
    else [, latest = null] = line.split(" ", 2);
  }
  yield* settle(file, past, latest);
}

function areLinesOf(text: Buffer, lines: Iterable<Buffer>): boolean {
  let length = 0;
  for (const line of lines) {
    if (!text.subarray(length, length + line.length).equals(line)) return false;
    length += line.length;
  }
  return length === text.length;
}

function textOfLog(root: string): Buffer {
  const path = join(root, recordedFile);
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

function daysFrom(past: string, day: string): number {
  return (Date.parse(day) - Date.parse(past)) / 86_400_000;
}

function lineOf(day: string, digest: string, path: string): string {
  return `${day} ${digest} ${path}`;
}

// A day and a digest have a fixed length, so the paths begin at one column.
const fileAt = lineOf("2026-11-22", "0123456789abcdef", "").length;

function latin1Of(text: string): string {
  return Buffer.from(text).toString("latin1");
}
