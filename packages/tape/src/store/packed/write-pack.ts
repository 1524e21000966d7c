// Writes a packed file from beginning to end, once. The caller makes the keys: nothing here knows of rules.
import { Buffer } from "node:buffer";
import { hash, randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { bytesOf } from "../../body/body.ts";
import { chunksIn } from "../../body/filed-body.ts";
import { sortKey } from "../../canonical.ts";
import type { Body, Exchange, FiledBody, HeaderList, Tape } from "../../exchange.ts";
import { passesOf } from "../../har/passes.ts";
import type { PackKeys } from "../../packed.ts";
import { longestSent } from "../../redact/longest-sent.ts";
import type { RedactOptions } from "../../redact/options.ts";
import { checkArgument } from "../../text/check-options.ts";
import { textHash } from "../../text/text-hash.ts";
import { createBodyPlaces } from "./body-places.ts";
import {
  entryBytes,
  type ListName,
  listNames,
  magic,
  type PackedBody,
  type PackedHeaders,
  type PackedRecord,
  type PackedRest,
  type PackSummary,
  packVersion,
  pageBytes,
  recordHeadBytes,
  type SectionName,
  type SectionPlace,
  type TableName,
  tableNames,
} from "./format.ts";
import { numbered } from "./numbered.ts";
import { createPlaces } from "./places.ts";
import { createLineSorter } from "./sort-lines.ts";

/** A packed file that is being written. */
export interface PackWriter {
  /** Writes a tape, and the keys of its exchanges. `isWhole`: its files are exactly what is written of it. Default: true. */
  tape(file: string, tape: Tape, keysOf: (exchange: Exchange) => PackKeys, isWhole?: boolean): void;
  /** Writes a file as it is; a large one in pieces. */
  file(path: string, content: Uint8Array | FiledBody): void;
  /** Ends the file, flushes it, and renames it to its name. */
  finish(about: Pick<PackSummary, "keyedBy" | "descriptions">): PackSummary;
  /** Removes what was written. */
  abandon(): void;
}

const chunkBytes = 1024 * 1024;

/** A body to write after the record that it belongs to. */
interface NewBody {
  readonly bytes: Uint8Array;
  readonly digest: Uint8Array;
}

/**
 * Begins a packed file. It gets its name when it is finished; until then, nothing of that name is touched. Memory is
 * bounded, except for 30 to 60 bytes of each body, and 10 to 20 of each record.
 * @example
 * const writer = createPackWriter("recordings.tapedeck");
 */
export function createPackWriter(file: string): PackWriter {
  checkArgument("write a packed file", "its name", file, "string");
  const unfinished = `${file}.${randomUUID()}.tmp`;
  const descriptor = openSync(unfinished, "w");
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  let at = 0;
  let chunk = Buffer.allocUnsafe(chunkBytes);
  let filled = 0;
  const flush = (): void => {
    for (let done = 0; done < filled; ) done += writeSync(descriptor, chunk, done, filled - done);
    filled = 0;
  };
  const write = (bytes: Uint8Array): number => {
    const start = at;
    at += bytes.length;
    if (filled + bytes.length > chunk.length) flush();
    if (bytes.length > chunk.length) chunk = Buffer.allocUnsafe(bytes.length);
    chunk.set(bytes, filled);
    filled += bytes.length;
    return start;
  };
  const sorters = new Map(
    [...tableNames, "paths" as const].map((name) => [name, createLineSorter(`${unfinished}.${name}`)]),
  );
  const lists = new Map(listNames.map((name) => [name, createPlaces()]));
  // Equal bodies are written once.
  const bodies = createBodyPlaces();
  const fields = numbered<HeaderList[number]>();
  const headers = numbered<PackedHeaders>();
  const rests = numbered<PackedRest>();
  const among = createLineSorter(`${unfinished}.among`);
  const redact = new Map<string, RedactOptions>();
  const origins = new Set<string>();
  let recordedAt = 0;
  let longestRequestBody = 0;

  const head = Buffer.alloc(recordHeadBytes);
  const record = (name: ListName, value: unknown, body: NewBody | null = null): number => {
    const bytes = Buffer.from(JSON.stringify(value));
    head.writeUInt32LE(crc32(bytes), 0);
    head.writeUInt32LE(bytes.length, 4);
    const start = write(head);
    write(bytes);
    if (body) bodies.add(body.digest, write(body.bytes));
    return lists.get(name)?.add(start, at - start) ?? 0;
  };
  /** Returns the position of a body, and the bytes to write after the record if it is new. */
  const placed = (bytes: Uint8Array): readonly [place: PackedBody, body: NewBody | null] => {
    if (bytes.length === 0) return [[0, 0, 0], null];
    const digest = hash("sha256", bytes, "buffer");
    const known = bodies.find(digest);
    return [[known ?? 0, bytes.length, crc32(bytes)], known === null ? { bytes, digest } : null];
  };
  const bodyOf = ({ response }: Exchange): ReturnType<typeof placed> | null => {
    if (response.body === null || response.body.encoding === "file") return null;
    return placed(bytesOf(response.body));
  };
  /** Returns the note of a body; a large one is written in pieces, before its record. */
  const filed = <Kind extends Body | null>(body: Kind): Kind => {
    if (body?.encoding !== "file") return body;
    const digest = Buffer.from(body.digest, "hex");
    const known = bodies.find(digest);
    const start = known ?? at;
    if (known === null) {
      bodies.add(digest, start);
      for (const piece of chunksIn(body, { passing: true })) write(piece);
    }
    return { ...body, path: "", start };
  };
  const filedRequest = (request: Exchange["request"]) => ({ ...request, body: filed(request.body) });
  write(magic);

  return {
    tape(path, { exchanges, ...tape }, keysOf, isWhole = true) {
      const passes = passesOf(exchanges);
      origins.add(tape.origin);
      recordedAt = Math.max(recordedAt, tape.recordedAt);
      if (tape.redact) redact.set(JSON.stringify(tape.redact), tape.redact);
      const originPlace = [...origins].indexOf(tape.origin);
      const first = lists.get("exchanges")?.length ?? 0;
      for (const [nth, exchange] of exchanges.entries()) {
        const { request: formed, tables, path: own, namesOrigin, facts, alone } = keysOf(exchange);
        const { request, response, ...others } = exchange;
        longestRequestBody = Math.max(longestRequestBody, longestSent(request.body));
        const { text: _text, ...body } = filed(response.body) ?? { text: "" };
        const [place = null, fresh = null] = bodyOf(exchange) ?? [];
        const { target, principal, ...asked } = filedRequest(request);
        const { status, headers: fieldsOf, ...answered } = response;
        const pass = passes[nth] ?? 0;
        const isFormed = JSON.stringify({ ...formed, target }) !== JSON.stringify(request);
        const { target: formedTarget, ...formedRest } = filedRequest(formed);
        const entry: PackedRecord = [
          first + nth,
          tape.name,
          originPlace,
          nth + 1,
          pass,
          target,
          formedTarget === target ? null : formedTarget,
          principal,
          status,
          place,
          (tables.refusal ?? []).length > 0 ? 1 : 0,
          namesOrigin ? 1 : 0,
          headers.of(fieldsOf.map(fields.of)),
          rests.of({
            ...others,
            request: asked,
            ...(isFormed && { formed: formedRest }),
            response: { ...answered, body: response.body && (body as Body) },
          }),
        ];
        const id = record("exchanges", entry, fresh);
        const order = `${pass.toFixed(6).padStart(20, "0")}${sortKey(exchange).slice(0, 256).replaceAll("\n", " ")}`;
        for (const [name, texts] of Object.entries(tables))
          for (const text of texts) sorters.get(name as TableName)?.add(lineOf(text, order, id));
        sorters.get("paths")?.add(own);
        if (alone)
          among.add(`${hashOf(alone.among)}${alone.target === null ? "" : hashOf(alone.target)}\t${idText(id)}`);
        for (const [name, value] of facts) {
          const fact = record("facts", [name, value]);
          sorters.get("fact")?.add(lineOf(name, hash("sha256", value).slice(0, 16), fact));
        }
      }
      record("tapes", { file: path, ...tape, first, exchanges: exchanges.length, isWhole });
    },
    file(path, content) {
      if ("digest" in content) record("files", { path, large: filed(content) });
      else {
        const [body, fresh] = placed(content);
        record("files", { path, body }, fresh);
      }
    },
    finish(about) {
      const sections: Partial<Record<SectionName, SectionPlace>> = {};
      const section = (name: SectionName, parts: Iterable<Uint8Array>): void => {
        const start = at;
        const page = Buffer.alloc(pageBytes + 4);
        let used = 0;
        let length = 0;
        const end = (): void => {
          page.writeUInt32LE(crc32(page.subarray(0, used)), used);
          write(page.subarray(0, used + 4));
          length += used;
          used = 0;
        };
        for (const part of parts) {
          for (let done = 0; done < part.length; ) {
            const own = part.subarray(done, done + pageBytes - used);
            page.set(own, used);
            used += own.length;
            done += own.length;
            if (used === pageBytes) end();
          }
        }
        if (used > 0) end();
        sections[name] = { at: start, length };
      };
      for (const [name, places] of lists) section(name, places.bytes());
      for (const line of aloneIn(among.sorted())) sorters.get("only")?.add(line);
      for (const name of tableNames) section(name, entriesOf(sorters.get(name)?.sorted() ?? [], name === "fact"));
      const starts = createPlaces();
      section(
        "paths",
        distinct(sorters.get("paths")?.sorted() ?? [], (start, length) => starts.add(start, length)),
      );
      section("pathStarts", starts.bytes());
      const summary: PackSummary = {
        version: packVersion,
        exchanges: lists.get("exchanges")?.length ?? 0,
        tapes: lists.get("tapes")?.length ?? 0,
        files: lists.get("files")?.length ?? 0,
        origins: [...origins],
        recordedAt,
        longestRequestBody,
        redact: [...redact.values()],
        fields: fields.all,
        headers: headers.all,
        rests: rests.all,
        ...about,
        sections: sections as PackSummary["sections"],
      };
      const bytes = Buffer.from(JSON.stringify(summary));
      const trailer = Buffer.alloc(16);
      trailer.writeDoubleLE(write(bytes), 0);
      trailer.writeUInt32LE(bytes.length, 8);
      trailer.writeUInt32LE(crc32(bytes), 12);
      write(trailer);
      write(magic);
      flush();
      fsyncSync(descriptor);
      close();
      renameSync(unfinished, file);
      return summary;
    },
    abandon() {
      for (const sorter of [...sorters.values(), among]) sorter.remove();
      close();
      rmSync(unfinished, { force: true });
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
