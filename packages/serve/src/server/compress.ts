import zlib from "node:zlib";
import type { IncomingRequest, OutgoingResponse } from "@tapedeck/replay";

type Coding = "br" | "gzip";
type Bytes = Uint8Array<ArrayBuffer>;

/** Smaller bodies cost more to compress than that saves. */
const leastBytes = 1024;

const compressors: Readonly<Record<Coding, (body: Bytes) => Bytes>> = {
  // Brotli's default is meant for files that are compressed once: a hundred times slower than this.
  br: (body) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }) as Bytes,
  gzip: (body) => zlib.gzipSync(body) as Bytes,
};

// A player returns the same bytes for the same answer, so each body is compressed once for its lifetime.
const kept: Readonly<Record<Coding, WeakMap<Bytes, Bytes>>> = { br: new WeakMap(), gzip: new WeakMap() };

/**
 * Compresses an answer as its caller accepts it: with the coding it prefers, `br` by default. Parts, short bodies and
 * compressed formats stay as they are. The bytes of a compressed body are those of the runtime's zlib: they decode to
 * the same everywhere, and are the same from run to run, but not between runtimes.
 * @see RFC 9110, sections 8.4, 8.8.3 (a strong validator is weakened) and 12.5.3
 */
export function compressed(ask: IncomingRequest, reply: OutgoingResponse): OutgoingResponse {
  if (!isCompressible(reply)) return reply;
  const { status, reason, ended } = reply;
  const varying: OutgoingResponse = {
    status,
    ...(reason && { reason }),
    headers: varies(reply.headers),
    body: reply.body,
    ...(ended && { ended }),
  };
  const coding = codingFor(ask.headers["accept-encoding"]);
  if (coding === null) return varying;
  const body = reply.body === null ? null : compressedOnce(reply.body, coding);
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
  const weights = new Map<string, number>();
  for (const each of [accepted ?? ""].flat().join(",").toLowerCase().split(",")) {
    const [name = "", ...parameters] = each.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    if (name !== "") weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
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

function compressedOnce(body: Bytes, coding: Coding): Bytes {
  const known = kept[coding].get(body);
  if (known) return known;
  const fresh = compressors[coding](body);
  kept[coding].set(body, fresh);
  return fresh;
}

function varies(headers: OutgoingResponse["headers"]): OutgoingResponse["headers"] {
  const named = headers.some(
    ([name, value]) => name === "vary" && /(?:^|[,\s])(?:accept-encoding|\*)(?:[,\s]|$)/i.test(value),
  );
  return named ? headers : [...headers, ["vary", "Accept-Encoding"]];
}
