import zlib from "node:zlib";
import type { IncomingRequest, OutgoingResponse } from "@tapedeck/replay";
import { memoizeObject, weightsIn } from "@tapedeck/replay/internal";

type Coding = "br" | "gzip";
type Bytes = Uint8Array<ArrayBuffer>;

/** Smaller bodies cost more to compress than that saves. */
const leastBytes = 1024;

// A player returns the same bytes for the same answer, so each body is compressed once for its lifetime.
const compressors: Readonly<Record<Coding, (body: Bytes) => Bytes>> = {
  // Brotli's default is meant for files that are compressed once: a hundred times slower than this.
  br: memoizeObject(
    (body) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }) as Bytes,
  ),
  gzip: memoizeObject((body) => zlib.gzipSync(body) as Bytes),
};

/**
 * Compresses an answer as its caller accepts it: with the coding it prefers, `br` by default. Parts, short bodies and
 * compressed formats stay as they are. The bytes of a compressed body are those of the runtime's zlib: they decode to
 * the same everywhere, and are the same from run to run, but not between runtimes.
 * @see RFC 9110, sections 8.4, 8.8.3 (a strong validator is weakened) and 12.5.3
 */
export function compressed(ask: IncomingRequest, reply: OutgoingResponse): OutgoingResponse {
  if (!isCompressible(reply)) return reply;
  const { fixed: _fixed, ...varying } = { ...reply, headers: varies(reply.headers) };
  const coding = codingFor(ask.headers["accept-encoding"]);
  if (coding === null) return varying;
  const body = reply.body === null ? null : compressors[coding](reply.body);
  const headers: Array<readonly [string, string]> = varying.headers
    .filter(([name]) => name !== "content-length")
    .map(([name, value]) => [name, name === "etag" ? value.replace(/^"/, 'W/"') : value]);
  headers.push(["content-encoding", coding]);
  // The compressed length is unknown for a HEAD: its body was never made.
  if (body !== null) headers.push(["content-length", String(body.length)]);
  return { ...varying, headers, body };
}

/**
 * Returns the best coding that a caller accepts; null for the body as it is.
 * @example
 * codingFor("gzip;q=1.0, br;q=0.5"); // "gzip"
 */
export function codingFor(accepted: string | string[] | undefined): Coding | null {
  const weights = weightsIn([accepted ?? ""].flat().join(","));
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get("*") ?? 0;
  const best: Coding = weightOf("br") >= weightOf("gzip") ? "br" : "gzip";
  return weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : null;
}

function isCompressible({ status, headers, body }: OutgoingResponse): boolean {
  const of = (wanted: string): string => headers.find(([name]) => name === wanted)?.[1] ?? "";
  const length = body?.length ?? Number(of("content-length"));
  return (
    length >= leastBytes &&
    status !== 206 &&
    of("content-encoding") === "" &&
    !/\bno-transform\b/.test(of("cache-control")) &&
    /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|image\/svg)/.test(of("content-type"))
  );
}

function varies(headers: OutgoingResponse["headers"]): OutgoingResponse["headers"] {
  const named = headers.some(
    ([name, value]) => name === "vary" && /(?:^|[,\s])(?:accept-encoding|\*)(?:[,\s]|$)/i.test(value),
  );
  return named ? headers : [...headers, ["vary", "Accept-Encoding"]];
}
