// The tables of a packed file while it is written: lines that sort by the hash of a text, then by recorded order.
import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import type { PackKeys } from "../../packed.ts";
import { textHash } from "../../text/text-hash.ts";
import { entryBytes, type SectionName, type TableName, tableNames } from "./format.ts";
import { createPlaces } from "./places.ts";
import { createLineSorter } from "./sort-lines.ts";

/** What finds the exchanges of a packed file. */
interface PackTables {
  /** Adds the keys of an exchange. @param order Its place among others of the same key: a text that sorts. */
  add(keys: PackKeys, order: string, id: number): void;
  /** Adds a fact; of equal ones the first counts. */
  addFact(name: string, value: string, id: number): void;
  /** Yields the content of each section. Nothing can be added afterwards. */
  sections(): Generator<readonly [SectionName, Iterable<Uint8Array>]>;
  /** Removes what was written. */
  remove(): void;
}

/**
 * Makes the tables, in limited memory.
 * @param path Where files are made, with names appended.
 */
export function createPackTables(path: string): PackTables {
  const sorters = new Map(tableNames.map((name) => [name, createLineSorter(`${path}.${name}`)]));
  const among = createLineSorter(`${path}.among`);
  const paths = createLineSorter(`${path}.paths`);
  const add = (table: TableName, line: string): void => sorters.get(table)?.add(line);
  return {
    add({ tables, path: own, alone }, order, id) {
      for (const [name, texts] of Object.entries(tables))
        for (const text of texts) add(name as TableName, lineOf(text, order, id));
      paths.add(own);
      if (alone) among.add(`${hashOf(alone.among)}${alone.target === null ? "" : hashOf(alone.target)}\t${idText(id)}`);
    },
    addFact: (name, value, id) => add("fact", lineOf(name, hash("sha256", value).slice(0, 16), id)),
    *sections() {
      for (const line of aloneIn(among.sorted())) add("only", line);
      for (const name of tableNames) yield [name, entriesOf(sorters.get(name)?.sorted() ?? [], name === "fact")];
      const starts = createPlaces();
      yield ["paths", distinct(paths.sorted(), starts.add)];
      yield ["pathStarts", starts.bytes()];
    },
    remove() {
      for (const sorter of [...sorters.values(), among, paths]) sorter.remove();
    },
  };
}

/** Returns a line that sorts by hash, then by recorded order. Lines of equal order stay in the order in which they came. */
function lineOf(text: string, order: string, id: number): string {
  return `${hashOf(text)}${order}\t${idText(id)}`;
}

/** Characters of a hash in a line. */
const hashLength = 16;

function hashOf(text: string): string {
  return textHash(text)
    .map((number) => number.toString(16).padStart(8, "0"))
    .join("");
}

function idText(id: number): string {
  return String(id).padStart(10, "0");
}

/** Yields a line for each exchange that is alone among those that a request may get, by the hash of its target. */
function* aloneIn(lines: Iterable<string>): Generator<string> {
  let [first, group, count] = ["", "", 0];
  const isFound = (): boolean => count === 1 && first.indexOf("\t") > hashLength;
  for (const line of lines) {
    if (line.slice(0, hashLength) === group) count += 1;
    else {
      if (isFound()) yield first.slice(hashLength);
      [first, group, count] = [line, line.slice(0, hashLength), 1];
    }
  }
  if (isFound()) yield first.slice(hashLength);
}

function* entriesOf(lines: Iterable<string>, isSet: boolean): Generator<Uint8Array> {
  let last = "";
  // Each is copied before the next is made.
  const entry = Buffer.alloc(entryBytes);
  for (const line of lines) {
    const tab = line.lastIndexOf("\t");
    // The same fact, from another document.
    if (isSet && line.slice(0, tab) === last) continue;
    last = line.slice(0, tab);
    entry.writeUInt32LE(Number.parseInt(line.slice(0, 8), 16), 0);
    entry.writeUInt32LE(Number.parseInt(line.slice(8, 16), 16), 4);
    entry.writeUInt32LE(Number(line.slice(tab + 1)), 8);
    yield entry;
  }
}

/** Yields each text once, with its positions. */
function* distinct(lines: Iterable<string>, place: (start: number, length: number) => void): Generator<Uint8Array> {
  let last: string | null = null;
  let start = 0;
  for (const line of lines) {
    if (line === last) continue;
    last = line;
    const bytes = Buffer.from(line);
    place(start, bytes.length);
    start += bytes.length;
    yield bytes;
  }
}
