// Large bodies on disk: each is written as it comes into a "loose" file, which gets its name beside its HAR when that
// is written. The caller has already hidden secrets.
import { randomUUID } from "node:crypto";
import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createDigest } from "../../body/digest.ts";
import { chunksIn } from "../../body/filed-body.ts";
import type { Body, Exchange, FiledBody } from "../../exchange.ts";
import { layoutOf } from "../../har/body-layout.ts";
import { headerOf } from "../../http/headers.ts";
import { finish } from "../../redact/steps.ts";
import { makeFolder } from "./make-folder.ts";
import type { WrittenFile } from "./write-files.ts";

const loose = /^\.tapedeck\.body\.[\da-f-]{36}$/;

/** A body that is being written. */
export interface BodyWriter {
  write(bytes: Uint8Array): void;
  end(): FiledBody;
  /** Removes what was written. */
  abandon(): void;
}

/**
 * Begins a large body. It lies loose in the folder until an exchange with it is stored.
 * @throws Error with the system's reason if it cannot be written, as does each of its calls.
 * @example
 * const writer = createBodyWriter("recordings");
 * writer.write(bytes);
 * writer.end().bytes; // as many as were written
 */
export function createBodyWriter(folder: string): BodyWriter {
  makeFolder(folder);
  const path = join(folder, `.tapedeck.body.${randomUUID()}`);
  const descriptor = openSync(path, "wx");
  const reader = bodyReader();
  return {
    write(bytes) {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      reader.read(bytes);
    },
    end() {
      closeSync(descriptor);
      return { encoding: "file", path, ...reader.end() };
    },
    abandon() {
      closeSync(descriptor);
      rmSync(path, { force: true });
    },
  };
}

/** Reads the facts about a body in a file. */
export function filedBody(path: string): FiledBody {
  const reader = bodyReader();
  for (const piece of chunksIn({ path, bytes: statSync(path).size }, { passing: true })) reader.read(piece);
  return { encoding: "file", path, ...reader.end() };
}

function bodyReader() {
  const digest = createDigest();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  let isText = true;
  const decode = (piece?: Uint8Array): void => {
    try {
      if (isText) decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      isText = false;
    }
  };
  return {
    read(piece: Uint8Array): void {
      bytes += piece.length;
      digest.update(piece);
      decode(piece);
    },
    end(): Pick<FiledBody, "bytes" | "digest" | "isText"> {
      decode();
      return { bytes, digest: digest.end(), isText };
    },
  };
}

/**
 * Returns the file to rename to a place: a loose body itself, or a copy of one that lies elsewhere, so that two may
 * swap places; null if it is there already.
 */
export function staged({ path, bytes }: FiledBody, place: string): WrittenFile | null {
  if (path === place) return null;
  if (loose.test(basename(path))) {
    // From an attempt that failed later.
    const isThere = statSync(path, { throwIfNoEntry: false }) === undefined;
    return isThere && statSync(place, { throwIfNoEntry: false })?.size === bytes ? null : { written: path };
  }
  mkdirSync(dirname(place), { recursive: true });
  const copy = `${place}.${randomUUID()}.tmp`;
  copyFileSync(path, copy);
  return { written: copy };
}

/** Returns an exchange with its large bodies at their final places. */
export function settled(exchange: Exchange, folder: string, name: string): Exchange {
  return withFiledBodies(exchange, (body, type, file) => {
    const { sidecar } = finish(layoutOf(body, type, file(name)));
    return { ...body, path: join(folder, sidecar?.name ?? "") };
  });
}

/**
 * Returns an exchange of a journal that was left: its large bodies lie beside the journal, wherever the folder was
 * then.
 */
export function found(exchange: Exchange, folder: string): Exchange {
  return withFiledBodies(exchange, (body) => ({ ...body, path: join(folder, basename(body.path)) }));
}

/** Removes a large body without an exchange. */
export function discardBody(body: Body | null): void {
  if (body?.encoding === "file" && loose.test(basename(body.path))) rmSync(body.path, { force: true });
}

/** Removes the bodies without exchanges. */
export function discardLoose(folder: string): void {
  for (const name of readdirSync(folder)) if (loose.test(name)) rmSync(join(folder, name), { force: true });
}

function withFiledBodies(
  exchange: Exchange,
  change: (body: FiledBody, type: string, file: (name: string) => string) => FiledBody,
): Exchange {
  const { request, response } = exchange;
  if (request.body?.encoding !== "file" && response.body?.encoding !== "file") return exchange;
  const changed = (body: Body | null, headers: typeof request.headers, file: (name: string) => string): Body | null =>
    body?.encoding === "file" ? change(body, headerOf(headers, "content-type") ?? "", file) : body;
  return {
    ...exchange,
    request: { ...request, body: changed(request.body, request.headers, (name) => `${name}.request`) },
    response: { ...response, body: changed(response.body, response.headers, (name) => name) },
  };
}
