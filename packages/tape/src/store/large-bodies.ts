// Large bodies on disk: each is written as it comes into a file without a place ("loose"), and given its name beside
// its HAR when that is written. Secrets were hidden by the caller before.
import { randomUUID } from "node:crypto";
import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createDigest } from "../body/digest.ts";
import { chunksIn } from "../body/filed-body.ts";
import type { Body, Exchange, FiledBody } from "../exchange.ts";
import { layoutOf } from "../har/body-layout.ts";
import { headerOf } from "../http/headers.ts";
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
 * Begins a large body. It lies in the folder, without a place, until an exchange with it is kept.
 * @throws Error with the system's reason where it cannot be written; so does each of its calls.
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

/** Reads what is to be known of a body that lies in a file. */
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
 * The file to name at a place: a loose body itself, or a copy of one that stands elsewhere, so that two may change
 * places; null where it stands there already.
 */
export function staged({ path, bytes }: FiledBody, place: string): WrittenFile | null {
  if (path === place) return null;
  if (loose.test(basename(path))) {
    // Of a try that failed later on.
    const isThere = statSync(path, { throwIfNoEntry: false }) === undefined;
    return isThere && statSync(place, { throwIfNoEntry: false })?.size === bytes ? null : { written: path };
  }
  mkdirSync(dirname(place), { recursive: true });
  const copy = `${place}.${randomUUID()}.tmp`;
  copyFileSync(path, copy);
  return { written: copy };
}

/** An exchange with its large bodies where they stand once it is written. */
export function settled(exchange: Exchange, folder: string, name: string): Exchange {
  return withBodies(exchange, (body, type, file) => {
    const { sidecar } = layoutOf(body, type, file(name));
    return { ...body, path: join(folder, sidecar?.name ?? "") };
  });
}

/** An exchange that a journal was left with: its large bodies lie beside that, wherever the folder was then. */
export function found(exchange: Exchange, folder: string): Exchange {
  return withBodies(exchange, (body) => ({ ...body, path: join(folder, basename(body.path)) }));
}

/** Removes a large body that no exchange is kept with. */
export function discardBody(body: Body | null): void {
  if (body?.encoding === "file" && loose.test(basename(body.path))) rmSync(body.path, { force: true });
}

/** Removes the bodies that no exchange came to be kept with. */
export function discardLoose(folder: string): void {
  for (const name of readdirSync(folder)) if (loose.test(name)) rmSync(join(folder, name), { force: true });
}

function withBodies(
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
