// The layout of a packed file; everything is little-endian. First the magic, then each exchange followed by the bytes
// of its body, then sections in pages, then the summary as JSON, then its position. Only the summary is read to open a
// file, however large it is. Written by `write-pack.ts`, read by `open-pack.ts`.
import { Buffer } from "node:buffer";
import type { Exchange, HeaderList } from "../../exchange.ts";
import type { PackedContents } from "../../packed.ts";

/** The version of the layout; a file with another one is refused. */
export const packVersion = 4;

/** The first and last bytes of a packed file. */
export const magic: Buffer = Buffer.from(`tapedeck pack ${packVersion}\n`);

/** The last part of a file: offset (8), length (4) and checksum (4) of the summary, and the magic. */
export const trailerBytes: number = 16 + magic.length;

/** Bytes of a section with a checksum of their own, which are read at a time. */
export const pageBytes = 4080;

/** An entry of a table: the two numbers of a key's hash, and what it leads to. */
export const entryBytes = 12;

/** Position of a section, and its bytes without the checksum of four bytes after each page. */
export interface SectionPlace {
  readonly at: number;
  readonly length: number;
}

/** The tables, each from the hash of a text to positions of exchanges. */
export const tableNames = ["key", "only", "condition", "path", "refusal", "issuer", "fact"] as const;

export type TableName = (typeof tableNames)[number];

/** The part that is read when a file is opened. */
export interface PackSummary extends PackedContents {
  readonly version: number;
  readonly exchanges: number;
  readonly tapes: number;
  readonly files: number;
  /** What many exchanges have, which stands there as a number: a header, all headers of a response, and {@link PackedRest}. */
  readonly fields: HeaderList;
  readonly headers: ReadonlyArray<PackedHeaders>;
  readonly rests: readonly PackedRest[];
  /** The API descriptions, as they were given when it was packed. */
  readonly descriptions: unknown;
  readonly sections: Readonly<Record<SectionName, SectionPlace>>;
}

/** The lists of records, by their position. */
export const listNames = ["exchanges", "tapes", "files", "facts"] as const;

export type ListName = (typeof listNames)[number];

/** The sections besides the tables: positions, the recorded paths in order, and where each of them begins. */
export const otherSections: readonly [...typeof listNames, "paths", "pathStarts"] = [
  ...listNames,
  "paths",
  "pathStarts",
];

/** Returns whether a range lies within the first `size` bytes: damaged numbers may be anything. */
export function isWithin(at: number, length: number, size: number): boolean {
  return Number.isSafeInteger(at) && Number.isSafeInteger(length) && at >= 0 && length >= 0 && at + length <= size;
}

/** The name of a section. */
export type SectionName = TableName | (typeof otherSections)[number];

/** The bytes before the JSON of a record: its checksum (4) and length (4). */
export const recordHeadBytes = 8;

/** The position of a record, with the body that follows it, as bytes: offset (6), length (4). */
export const placeBytes = 10;

/**
 * An exchange as it is packed, with its body elsewhere: a list, since it is parsed for each answer. `at`: its own
 * position, for one that a disk wrote elsewhere. `origin`: the index of its origin in the summary. `formed`: the target of
 * its request in the compared form; null if that is the recorded one.
 */
export type PackedRecord = readonly [
  at: number,
  tape: string,
  origin: number,
  place: number,
  pass: number,
  target: string,
  formed: string | null,
  principal: string,
  status: number,
  body: PackedBody | null,
  isRefusal: 0 | 1,
  namesOrigin: 0 | 1,
  headers: PackedHeaders | number,
  rest: PackedRest | number,
];

/** The headers of a response, or their numbers in the summary. */
export type PackedHeaders = ReadonlyArray<HeaderList[number] | number>;

/** What else an exchange has: few differ in it. */
export interface PackedRest extends Omit<Exchange, "request" | "response"> {
  readonly request: Omit<Exchange["request"], "target" | "principal">;
  /** Its request in the compared form, if that differs in more than its target. */
  readonly formed?: Omit<Exchange["request"], "target">;
  /** Without the text of its body. */
  readonly response: Omit<Exchange["response"], "status" | "headers">;
}

/** The position of a body: offset (0 if it follows its exchange), length, checksum. */
export type PackedBody = readonly [at: number, length: number, checksum: number];
