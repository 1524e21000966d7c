// Opens a packed file: everything is read in place, on demand, and checked when it is read.

import { Buffer } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { toBase64 } from "../../body/body.ts";
import { createDigest } from "../../body/digest.ts";
import { chunksIn } from "../../body/filed-body.ts";
import type { Body, Exchange, FiledBody, HeaderList } from "../../exchange.ts";
import { parsedJson } from "../../json/json-value.ts";
import type { PackedExchange, PackedTapeInfo, PackedTapes } from "../../packed.ts";
import { checkArgument } from "../../text/check-options.ts";
import {
  isWithin,
  type ListName,
  magic,
  otherSections,
  type PackedBody,
  type PackedRecord,
  type PackSummary,
  packVersion,
  pageBytes,
  placeBytes,
  recordHeadBytes,
  type SectionName,
  tableNames,
  trailerBytes,
} from "./format.ts";
import { PackDamagedError } from "./pack-damaged-error.ts";
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

type Shape = (value: Readonly<Record<string, unknown>>) => boolean;

const isBody = (body: unknown): boolean => Array.isArray(body) && body.length === 3;

// A checksum says that bytes are as they were written, not that they are at the right place: it is right for zeros, and
// for a block that a disk wrote elsewhere.
const shapes: Readonly<Record<ListName, Shape>> = {
  exchanges: ({ exchange, headers, body }) =>
    Array.isArray(headers) &&
    isObjectOrList(exchange) &&
    isObjectOrList(exchange["request"]) &&
    isObjectOrList(exchange["response"]) &&
    (!body || isBody(body)),
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
  const { origins, recordedAt, longestRequestBody, redact, keyedBy, fields } = summary;
  const sections = Object.fromEntries(
    Object.entries(summary.sections).map(([name, place]) => [name, openSection(descriptor, file, name, place)]),
  ) as Record<SectionName, Section>;
  const tables = Object.fromEntries(tableNames.map((name) => [name, openTable(sections[name])]));

  const { size } = fstatSync(descriptor);
  const readAt = (at: number, length: number, part: string): Buffer => {
    // Nothing is held for more than there is.
    const bytes = Buffer.allocUnsafe(isWithin(at, length, size) ? length : 0);
    if (bytes.length !== length || readSync(descriptor, bytes, 0, length, at) !== length)
      throw new PackDamagedError(file, part);
    return bytes;
  };
  /** Returns a record, and the bytes after it. */
  const recordAt = (list: ListName, place: number): readonly [value: unknown, after: Buffer] => {
    const part = `${list.slice(0, -1)} ${place + 1}`;
    const where = sections[list].bytes(place * placeBytes, placeBytes);
    const bytes = readAt(where.readUIntLE(0, 6), where.readUInt32LE(6), part);
    const end = recordHeadBytes + (bytes.length < recordHeadBytes ? 0 : bytes.readUInt32LE(4));
    const json = bytes.subarray(recordHeadBytes, end);
    if (bytes.length < end || crc32(json) !== bytes.readUInt32LE(0)) throw new PackDamagedError(file, part);
    return [parsed(json, shapes[list], file, part), bytes.subarray(end)];
  };
  const bodyAt = ([at, length, checksum]: PackedBody, after: Buffer, part: string): Buffer => {
    const bytes = at === 0 ? after : readAt(at, length, part);
    if (bytes.length !== length || crc32(bytes) !== checksum) throw new PackDamagedError(file, part);
    return bytes;
  };
  /** Offsets of large bodies that were read once, and are undamaged. */
  const whole = new Set<number>();
  const filedAt = (body: FiledBody, part: string): FiledBody => {
    const { start = 0, bytes, digest } = body;
    const found = { ...body, path: file, descriptor };
    if (whole.has(start)) return found;
    const read = createDigest();
    if (isWithin(start, bytes, size)) for (const piece of chunksIn(found, { passing: true })) read.update(piece);
    if (read.end() !== digest) throw new PackDamagedError(file, part);
    whole.add(start);
    return found;
  };
  const read = (place: number): PackedExchange => {
    const [value, after] = recordAt("exchanges", place);
    const { tape, origin, place: onTape, pass, exchange, formed, body, ...said } = value as PackedRecord;
    const headers = said.headers.map((field) => (typeof field === "number" ? fields[field] : field));
    if (headers.includes(undefined)) throw new PackDamagedError(file, `exchange ${place + 1}`);
    const part = `the body of exchange ${onTape} of ${tape}`;
    const withFiled = <Message extends { readonly body: Body | null }>(message: Message): Message =>
      message.body?.encoding === "file" ? { ...message, body: filedAt(message.body, part) } : message;
    const { request, response, ...others } = exchange;
    const whole = withFiled({ ...response, headers: headers as HeaderList });
    const own = { request: withFiled(request), response: whole, ...others };
    const bytes = body && bodyAt(body, after, part);
    return {
      tape,
      origin: origins[origin] ?? "",
      place: onTape,
      pass,
      exchange: bytes ? withText(own, bytes) : own,
      formed: formed ? withFiled(formed) : own.request,
      refusal: said.refusal === true,
      namesOrigin: said.namesOrigin === true,
      body: bytes ? (bytes as Uint8Array<ArrayBuffer>) : null,
    };
  };
  const files = function* (): ReturnType<OpenPack["files"]> {
    for (let place = 0; place < summary.files; place += 1) {
      const [value, after] = recordAt("files", place);
      const { path, body, large } = value as { path: string; body: PackedBody; large?: FiledBody };
      const part = `the file ${path}`;
      yield { path, content: () => (large ? filedAt(large, part) : bodyAt(body, after, part)) };
    }
  };
  return {
    file,
    summary,
    size: summary.exchanges,
    ...{ origins, recordedAt, longestRequestBody, redact, keyedBy },
    find: (table, text) => tables[table]?.find(text) ?? [],
    hasFacts: sections.facts.length > 0,
    facts: (name) =>
      (tables["fact"]?.find(name) ?? []).flatMap((place) => {
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
    read,
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
  const shape: Shape = ({ origins, redact, fields, sections }) =>
    Array.isArray(origins) &&
    Array.isArray(fields) &&
    Array.isArray(redact) &&
    isObjectOrList(sections) &&
    [...tableNames, ...otherSections].every((name) => isPlace(sections[name]));
  return parsed(bytes, shape, file, "the summary") as PackSummary;
}

function isObjectOrList(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parsed(json: Buffer, hasShape: Shape, file: string, part: string): unknown {
  const value = parsedJson(json.toString());
  if (!isObjectOrList(value) || !hasShape(value)) throw new PackDamagedError(file, part);
  return value;
}

/** Returns the exchange with its body, whose text is made when it is read. */
function withText(exchange: Exchange, bytes: Buffer): Exchange {
  const { body, ...response } = exchange.response;
  let text: string | null = null;
  const whole = {
    ...body,
    get text() {
      text ??= body?.encoding === "base64" ? toBase64(bytes) : bytes.toString();
      return text;
    },
  };
  return { ...exchange, response: { ...response, body: whole as Body } };
}
