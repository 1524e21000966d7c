// Writes a packed file from beginning to end, once. The caller makes the keys: nothing here knows of rules.
import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
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
import { createBodyPlaces } from "./body-places.ts";
import {
  type ListName,
  listNames,
  magic,
  type PackedBody,
  type PackedHeaders,
  type PackedRecord,
  type PackedRest,
  type PackSummary,
  packVersion,
  recordHeadBytes,
  type SectionName,
  type SectionPlace,
} from "./format.ts";
import { numbered } from "./numbered.ts";
import { createPlaces } from "./places.ts";
import { createUnfinishedFile } from "./unfinished-file.ts";
import { createPackTables } from "./write-tables.ts";

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
  const output = createUnfinishedFile(file);
  const tables = createPackTables(output.path);
  const lists = new Map(listNames.map((name) => [name, createPlaces()]));
  // Equal bodies are written once.
  const bodies = createBodyPlaces();
  const fields = numbered<HeaderList[number]>();
  const headers = numbered<PackedHeaders>();
  const rests = numbered<PackedRest>();
  const redact = new Map<string, RedactOptions>();
  const origins = new Set<string>();
  let recordedAt = 0;
  let longestRequestBody = 0;

  const head = Buffer.alloc(recordHeadBytes);
  const record = (name: ListName, value: unknown, body: NewBody | null = null): number => {
    const bytes = Buffer.from(JSON.stringify(value));
    head.writeUInt32LE(crc32(bytes), 0);
    head.writeUInt32LE(bytes.length, 4);
    const start = output.write(head);
    output.write(bytes);
    if (body) bodies.add(body.digest, output.write(body.bytes));
    return lists.get(name)?.add(start, output.at - start) ?? 0;
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
    const start = known ?? output.at;
    if (known === null) {
      bodies.add(digest, start);
      for (const piece of chunksIn(body, { passing: true })) output.write(piece);
    }
    return { ...body, path: "", start };
  };
  const filedRequest = (request: Exchange["request"]) => ({ ...request, body: filed(request.body) });
  output.write(magic);

  return {
    tape(path, { exchanges, ...tape }, keysOf, isWhole = true) {
      const passes = passesOf(exchanges);
      origins.add(tape.origin);
      recordedAt = Math.max(recordedAt, tape.recordedAt);
      if (tape.redact) redact.set(JSON.stringify(tape.redact), tape.redact);
      const originPlace = [...origins].indexOf(tape.origin);
      const first = lists.get("exchanges")?.length ?? 0;
      for (const [nth, exchange] of exchanges.entries()) {
        const keys = keysOf(exchange);
        const { request: formed } = keys;
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
          (keys.tables.refusal ?? []).length > 0 ? 1 : 0,
          keys.namesOrigin ? 1 : 0,
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
        tables.add(keys, order, id);
        for (const [name, value] of keys.facts) tables.addFact(name, value, record("facts", [name, value]));
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
      for (const [name, places] of lists) sections[name] = output.section(places.bytes());
      for (const [name, parts] of tables.sections()) sections[name] = output.section(parts);
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
      trailer.writeDoubleLE(output.write(bytes), 0);
      trailer.writeUInt32LE(bytes.length, 8);
      trailer.writeUInt32LE(crc32(bytes), 12);
      output.write(trailer);
      output.write(magic);
      output.keep();
      return summary;
    },
    abandon() {
      tables.remove();
      output.abandon();
    },
  };
}
