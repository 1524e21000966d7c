import { Buffer } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";
import { type Exchange, rankOf } from "@tapedeck/tape";
import { countById, fromHar, harEntry, harFrame, type TapeLabel } from "@tapedeck/tape/har";

/** An answer that is kept. */
export interface Answer {
  /** Itself, or where it was written; of thousands in one file, memory should not hold all. */
  held: Exchange | Entry;
}

/** Where an entry stands in a file. */
export interface Entry {
  readonly path: string;
  readonly start: number;
  /** Where the digits of its `_order` stand, up to `orderEnd`. */
  readonly orderAt: number;
  readonly orderEnd: number;
  readonly end: number;
  readonly id: string;
  readonly rank: string;
}

/** Reads parts of files. */
interface Reader {
  /** The bytes, until others are asked for. */
  bytes(path: string, start: number, end: number): Buffer;
  close(): void;
}

// Keeps the files that it reads from open until it is closed.
function createReader(): Reader {
  const files = new Map<string, number>();
  let space = Buffer.alloc(0);
  return {
    bytes(path, start, end) {
      const file = files.get(path) ?? openSync(path, "r");
      files.set(path, file);
      if (space.length < end - start) space = Buffer.allocUnsafe(2 * (end - start));
      const bytes = space.subarray(0, end - start);
      let read = 0;
      while (read < bytes.length) {
        const more = readSync(file, bytes, read, bytes.length - read, start + read);
        if (more === 0) throw new Error(`Cannot read "${path}": it ends at ${start + read}, before its entry does`);
        read += more;
      }
      return bytes;
    },
    close() {
      for (const file of files.values()) closeSync(file);
      files.clear();
    },
  };
}

/** The exchange of an answer. */
export function readAnswer(answer: Answer, label: TapeLabel): Exchange {
  if (!isEntry(answer.held)) return answer.held;
  const { path, start, end } = answer.held;
  const reader = createReader();
  try {
    const { head, tail } = harFrame(label);
    const [exchange] = fromHar(`${head}${reader.bytes(path, start, end)}${tail}`, path).exchanges;
    if (exchange === undefined) throw new Error(`Cannot read "${path}": no entry where one was written`);
    return exchange;
  } finally {
    reader.close();
  }
}

/** An answer, and what it is compared by with others of its file. */
interface Ranked {
  readonly answer: Answer;
  readonly rank: string;
}

/**
 * Writes answers as the pieces of a file, in its order: what `toHar` writes, without all of it at once in memory. A
 * piece is good until the next one is asked for.
 * @param path The file that they will be in.
 * @param place Called for each of the answers with where its entry then is.
 */
export function* piecesOf(
  answers: readonly Answer[],
  label: TapeLabel,
  path: string,
  place: (answer: Answer, entry: Entry) => void,
): Iterable<string | Buffer> {
  const { head, between, tail, empty } = harFrame(label);
  if (answers.length === 0) {
    yield empty;
    return;
  }
  const reader = createReader();
  let at = 0;
  const told = <T extends string | Buffer>(piece: T): T => {
    at += Buffer.byteLength(piece);
    return piece;
  };
  try {
    const ordered = countById();
    yield told(head);
    for (const [nth, { answer, rank }] of arranged(answers).entries()) {
      if (nth > 0) yield told(between);
      const { id, before, after } = entryOf(answer, label, reader);
      const start = at;
      yield told(before());
      const orderAt = at;
      yield told(String(ordered(id)));
      const orderEnd = at;
      yield told(after());
      place(answer, { path, start, orderAt, orderEnd, end: at, id, rank });
    }
    yield tail;
  } finally {
    reader.close();
  }
}

function arranged(answers: readonly Answer[]): readonly Ranked[] {
  return answers
    .map((answer) => ({ answer, rank: isEntry(answer.held) ? answer.held.rank : rankOf(answer.held) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
}

/** An entry's id, and its text around the digits of its order. */
interface EntryText {
  readonly id: string;
  readonly before: () => string | Buffer;
  readonly after: () => string | Buffer;
}

function entryOf({ held }: Answer, label: TapeLabel, reader: Reader): EntryText {
  if (!isEntry(held)) {
    const { id, before, after } = harEntry(held, label);
    return { id, before: () => before, after: () => after };
  }
  const { path, start, orderAt, orderEnd, end, id } = held;
  return { id, before: () => reader.bytes(path, start, orderAt), after: () => reader.bytes(path, orderEnd, end) };
}

function isEntry(held: Answer["held"]): held is Entry {
  return "path" in held;
}
