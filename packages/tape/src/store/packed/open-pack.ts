// Opens a packed file: everything is read in place, on demand, and checked when it is read.

import { Buffer } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { createDigest } from "../../body/digest.ts";
import { chunksIn } from "../../body/filed-body.ts";
import type { FiledBody, HeaderList } from "../../exchange.ts";
import { parsedJson } from "../../json/json-value.ts";
import type { PackedExchange, PackedTapeInfo, PackedTapes } from "../../packed.ts";
import { checkArgument } from "../../text/check-options.ts";
import {
  isWithin,
  type ListName,
  magic,
  otherSections,
  type PackedBody,
  type PackedHeaders,
  type PackedRecord,
  type PackSummary,
  packVersion,
  pageBytes,
  placeBytes,
  recordHeadBytes,
  type SectionName,
  type TableName,
  tableNames,
  trailerBytes,
} from "./format.ts";
import { PackDamagedError } from "./pack-damaged-error.ts";
import { ReadExchange } from "./read-exchange.ts";
import { openSection, type Section } from "./section.ts";
import { openTable } from "./table.ts";

/** A packed file that is open. */
export interface OpenPack extends PackedTapes {
  readonly summary: PackSummary;
  /** Yields the other files of the folder, and tapes whose text differs from that of `toHar`. */
  files(): Iterable<{ readonly path: string; content(): Uint8Array | FiledBody }>;
  /** Lists the damaged parts of the index. */
  checkIndex(): Iterable<PackDamagedError>;
  close(): void;
}

/** Bytes that are allocated at once for exchanges, and of an exchange that is among them. */
const [pieceBytes, mostInPiece] = [256 * 1024, 32 * 1024];

type Allocate = (size: number) => Buffer;
type Shape = (value: Readonly<Record<string, unknown>>) => boolean;
/** Names what is read, if it is damaged: an answer would make two such texts for nothing. */
type Part = () => string;

const isRest = (rest: unknown): boolean =>
  isObjectOrList(rest) && isObjectOrList(rest["request"]) && isObjectOrList(rest["response"]);
const isBody = (body: unknown): boolean => Array.isArray(body) && body.length === 3;

// A checksum says that bytes are as they were written, not that they are at the right place: it is right for zeros, and
// for a block that a disk wrote elsewhere.
const shapes: Readonly<Record<ListName, Shape>> = {
  exchanges: (record) => {
    if (!Array.isArray(record)) return false;
    const [, tape, , , , target, , principal, status, body, , , headers, rest] = record as unknown as PackedRecord;
    return (
      [tape, target, principal].every((each) => typeof each === "string") &&
      typeof status === "number" &&
      (body === null || isBody(body)) &&
      (typeof headers === "number" || Array.isArray(headers)) &&
      (typeof rest === "number" || isRest(rest))
    );
  },
  tapes: ({ file, first, exchanges }) =>
    typeof file === "string" && isWithin(Number(first), Number(exchanges), 2 ** 32),
  files: ({ path, body, large }) => typeof path === "string" && (isBody(body) || isObjectOrList(large)),
  facts: (fact) => Array.isArray(fact) && fact.length === 2 && fact.every((text) => typeof text === "string"),
};

/**
 * Opens a packed file.
 * @throws PackDamagedError for a file that is truncated, of another kind, or of another version.
 * @throws Error (`ENOENT`, …) if it cannot be read.
 * @example
 * const pack = openPack("recordings.tapedeck");
 * pack.read(0).exchange.request.target;
 */
export function openPack(file: string): OpenPack {
  const descriptor = openFile(file);
  try {
    return opened(file, descriptor);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Returns whether a file is a packed one, by its first bytes. */
export function isPack(file: string): boolean {
  const descriptor = openFile(file);
  try {
    const start = Buffer.alloc("tapedeck pack ".length);
    return readSync(descriptor, start, 0, start.length, 0) === start.length && magic.indexOf(start) === 0;
  } finally {
    closeSync(descriptor);
  }
}

function openFile(file: string): number {
  checkArgument("open a packed file", "its name", file, "string");
  return openSync(file, "r");
}

function opened(file: string, descriptor: number): OpenPack {
  const summary = summaryOf(file, descriptor);
  const { origins, recordedAt, longestRequestBody, redact, keyedBy, fields, rests } = summary;
  const sections = Object.fromEntries(
    Object.entries(summary.sections).map(([name, place]) => [name, openSection(descriptor, file, name, place)]),
  ) as Record<SectionName, Section>;
  const tables = Object.fromEntries(tableNames.map((name) => [name, openTable(sections[name])])) as Record<
    TableName,
    ReturnType<typeof openTable>
  >;

  const { size } = fstatSync(descriptor);
  const readAt = (at: number, length: number, part: Part, allocate: Allocate = Buffer.allocUnsafe): Buffer => {
    // Nothing is held for more than there is.
    const bytes = allocate(isWithin(at, length, size) ? length : 0);
    if (bytes.length !== length || readSync(descriptor, bytes, 0, length, at) !== length)
      throw new PackDamagedError(file, part());
    return bytes;
  };
  // Out of larger pieces: to allocate and collect each by itself takes longer than to read it.
  let piece = Buffer.alloc(0);
  let used = 0;
  const allocate: Allocate = (size) => {
    if (size > mostInPiece) return Buffer.allocUnsafe(size);
    if (used + size > piece.length) [piece, used] = [Buffer.allocUnsafeSlow(pieceBytes), 0];
    used += size;
    return piece.subarray(used - size, used);
  };
  /** Returns a record, and the bytes after it. */
  const recordAt = (list: ListName, place: number, allocate?: Allocate): readonly [value: unknown, after: Buffer] => {
    const part = (): string => `${list.slice(0, -1)} ${place + 1}`;
    const where = sections[list];
    const bytes = readAt(where.uint48(place * placeBytes), where.uint32(place * placeBytes + 6), part, allocate);
    const end = recordHeadBytes + (bytes.length < recordHeadBytes ? 0 : bytes.readUInt32LE(4));
    const json = bytes.subarray(recordHeadBytes, end);
    if (bytes.length < end || crc32(json) !== bytes.readUInt32LE(0)) throw new PackDamagedError(file, part());
    return [parsed(json, shapes[list], file, part), bytes.subarray(end)];
  };
  const bodyAt = ([at, length, checksum]: PackedBody, after: Buffer, part: Part): Buffer => {
    const bytes = at === 0 ? after : readAt(at, length, part);
    if (bytes.length !== length || crc32(bytes) !== checksum) throw new PackDamagedError(file, part());
    return bytes;
  };
  const opened = (body: FiledBody): FiledBody => ({ ...body, path: file, descriptor });
  /** Offsets of large bodies that were read once, and are undamaged. */
  const whole = new Set<number>();
  const check = (body: FiledBody, part: Part): void => {
    const { start = 0, bytes, digest } = body;
    if (whole.has(start)) return;
    const read = createDigest();
    if (isWithin(start, bytes, size)) for (const piece of chunksIn(opened(body), { passing: true })) read.update(piece);
    if (read.end() !== digest) throw new PackDamagedError(file, part());
    whole.add(start);
  };
  const filedAt = (body: FiledBody, part: Part): FiledBody => {
    check(body, part);
    return opened(body);
  };
  const headersIn = (stored: PackedHeaders): HeaderList | null => {
    const headers = stored.map((field) => (typeof field === "number" ? fields[field] : field));
    return headers.includes(undefined) ? null : (headers as HeaderList);
  };
  // The same list each time: what is made of one is made once.
  const shared = summary.headers.map(headersIn);
  const read = (at: number, allocate?: Allocate): PackedExchange => {
    const [value, after] = recordAt("exchanges", at, allocate);
    const record = value as PackedRecord;
    const [own, tape, origin, place, , , , , , body, , , stored, others] = record;
    const headers = typeof stored === "number" ? shared[stored] : headersIn(stored);
    const rest = typeof others === "number" ? rests[others] : others;
    if (own !== at || !headers || rest === undefined) throw new PackDamagedError(file, `exchange ${at + 1}`);
    const part = (): string => `the body of exchange ${place} of ${tape}`;
    const { request, formed, response } = rest;
    for (const each of [request.body, formed?.body, response.body]) if (each?.encoding === "file") check(each, part);
    const bytes = body && bodyAt(body, after, part);
    return new ReadExchange(record, origins[origin] ?? "", headers, rest, bytes, opened);
  };
  const files = function* (): ReturnType<OpenPack["files"]> {
    for (let place = 0; place < summary.files; place += 1) {
      const [value, after] = recordAt("files", place);
      const { path, body, large } = value as { path: string; body: PackedBody; large?: FiledBody };
      const part = (): string => `the file ${path}`;
      yield { path, content: () => (large ? filedAt(large, part) : bodyAt(body, after, part)) };
    }
  };
  return {
    file,
    summary,
    size: summary.exchanges,
    ...{ origins, recordedAt, longestRequestBody, redact, keyedBy },
    only(text) {
      const [at, another] = tables.only.find(text);
      return at === undefined || another !== undefined ? null : read(at, allocate);
    },
    find: (table, text) => tables[table].find(text),
    hasFacts: sections.facts.length > 0,
    facts: (name) =>
      tables.fact.find(name).flatMap((place) => {
        const [own, value] = recordAt("facts", place)[0] as [string, string];
        return own === name ? [value] : [];
      }),
    paths: {
      length: sections.pathStarts.length / placeBytes,
      at(place) {
        const where = sections.pathStarts.bytes(place * placeBytes, placeBytes);
        return sections.paths.bytes(where.readUIntLE(0, 6), where.readUInt32LE(6)).toString();
      },
    },
    read: (place) => read(place),
    *tapes() {
      for (let place = 0; place < summary.tapes; place += 1) yield recordAt("tapes", place)[0] as PackedTapeInfo;
    },
    files,
    *checkIndex() {
      for (const section of Object.values(sections)) yield* damageIn(() => section.check());
      for (let place = 0; place * placeBytes < sections.facts.length; place += 1)
        yield* damageIn(() => void recordAt("facts", place));
    },
    close: () => closeSync(descriptor),
  };
}

function* damageIn(look: () => void): Generator<PackDamagedError> {
  try {
    look();
  } catch (error) {
    if (!(error instanceof PackDamagedError)) throw error;
    yield error;
  }
}

function summaryOf(file: string, descriptor: number): PackSummary {
  const { size } = fstatSync(descriptor);
  const trailer = Buffer.alloc(trailerBytes);
  const read = size < trailerBytes ? 0 : readSync(descriptor, trailer, 0, trailerBytes, size - trailerBytes);
  if (read < trailerBytes || !trailer.subarray(16).equals(magic)) {
    throw new PackDamagedError(
      file,
      "the end",
      `it does not end as a packed file of version ${packVersion}: it is cut off, or another version wrote it`,
    );
  }
  const [at, length] = [trailer.readDoubleLE(0), trailer.readUInt32LE(8)];
  const isPlaced = isWithin(at, length, size) && at + length + trailerBytes === size;
  const bytes = Buffer.alloc(isPlaced ? length : 0);
  if (isPlaced) readSync(descriptor, bytes, 0, length, at);
  if (bytes.length === 0 || crc32(bytes) !== trailer.readUInt32LE(12)) throw new PackDamagedError(file, "the summary");
  const isPlace = (place: unknown): boolean => {
    if (!isObjectOrList(place)) return false;
    const [start, long] = [Number(place["at"]), Number(place["length"])];
    return isWithin(start, long, at) && isWithin(start, long + Math.ceil(long / pageBytes) * 4, at);
  };
  const shape: Shape = ({ origins, redact, fields, headers, rests, sections }) =>
    Array.isArray(origins) &&
    [fields, headers, rests].every(Array.isArray) &&
    (headers as readonly unknown[]).every(Array.isArray) &&
    (rests as readonly unknown[]).every(isRest) &&
    Array.isArray(redact) &&
    isObjectOrList(sections) &&
    [...tableNames, ...otherSections].every((name) => isPlace(sections[name]));
  return parsed(bytes, shape, file, () => "the summary") as PackSummary;
}

function isObjectOrList(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parsed(json: Buffer, hasShape: Shape, file: string, part: Part): unknown {
  const value = parsedJson(json.toString());
  if (!isObjectOrList(value) || !hasShape(value)) throw new PackDamagedError(file, part());
  return value;
}
