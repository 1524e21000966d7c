// Writes responses as `node:http` would, byte for byte. Constant parts become bytes once. Responses with unusual
// headers are left to `node:http`. Read next: fast-path.ts.
import { STATUS_CODES } from "node:http";
import type { Outcome, OutgoingResponse } from "@tapedeck/replay";
import { isHeaderName, isHeaderValue, memoize } from "@tapedeck/replay/internal";

/** Headers by which `node:http` decides about framing, and the end of a connection. */
const framing: ReadonlySet<string> = new Set(["connection", "keep-alive", "trailer", "transfer-encoding", "upgrade"]);

/** Longer responses are left to `node:http`, which waits for slow readers. */
export const longestResponse = 65_536;

/** The status line and the headers that a response shares with others. */
interface Prepared {
  readonly status: number;
  /** Null if they are unusual. */
  readonly bytes: Buffer | null;
  readonly hasLength: boolean;
}

/**
 * Writes a response.
 * @returns Where it ends in the buffer; -1 if it is left to `node:http`, or does not fit.
 */
type ResponseWriter = (buffer: Buffer, at: number, method: string, reply: Outcome) => number;

/**
 * Makes a writer of responses for connections that stay open.
 * @param keepAliveMilliseconds How long they stay open, which a response tells.
 */
export function createResponseWriter(keepAliveMilliseconds: number): ResponseWriter {
  const prepared = new WeakMap<OutgoingResponse["headers"], Prepared>();
  const seconds = Math.floor(keepAliveMilliseconds / 1000);
  const kept = keepAliveMilliseconds > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : "";
  const end = Buffer.from(`Connection: keep-alive\r\n${kept}\r\n`);

  const preparedOf = (status: number, headers: OutgoingResponse["headers"]): Prepared => {
    const known = prepared.get(headers);
    if (known?.status === status) return known;
    const lines = headers.map(([name, value]) => lineOf(name, value));
    const line = status >= 200 && status < 1000 ? `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n` : null;
    const fresh: Prepared = {
      status,
      bytes: line === null || lines.includes(null) ? null : Buffer.from(line + lines.join(""), "latin1"),
      hasLength: headers.some(isLength),
    };
    prepared.set(headers, fresh);
    return fresh;
  };

  return (buffer, start, method, reply) => {
    if (reply.kind !== undefined || reply.reason !== undefined) return -1;
    const { status, headers, fixed = none, body } = reply;
    const { bytes, hasLength } = preparedOf(status, fixed);
    if (bytes === null) return -1;
    const bodiless = method === "HEAD" || status === 204 || status === 304;
    // A body without a length has other framing; a body where none is allowed is dropped.
    if (bodiless ? body !== null : body === null || !(hasLength || hasLengthFrom(headers, fixed.length))) return -1;
    const length = body?.length ?? 0;
    const room = buffer.length - bytes.length - end.length - length;
    let at = start;
    for (let nth = fixed.length; nth < headers.length; nth += 1) {
      const [name, value] = headers[nth] as (typeof headers)[number];
      at += name.length + value.length + 4;
    }
    if (at > room) return -1;
    buffer.set(bytes, start);
    at = start + bytes.length;
    for (let nth = fixed.length; nth < headers.length; nth += 1) {
      const [name, value] = headers[nth] as (typeof headers)[number];
      if (!isPlain(name)) return -1;
      at = put(buffer, at, name);
      buffer[at] = colon;
      buffer[at + 1] = space;
      at = put(buffer, at + 2, value);
      if (at < 0) return -1;
      buffer[at] = carriageReturn;
      buffer[at + 1] = lineFeed;
      at += 2;
    }
    buffer.set(end, at);
    at += end.length;
    if (body !== null) buffer.set(body, at);
    return at + length;
  };
}

const [colon = 0, space = 0, carriageReturn = 0, lineFeed = 0] = Buffer.from(": \r\n");

/**
 * Writes a short text, one byte for each character, in a loop that allocates nothing.
 * @returns Where it ends; -1 if it is no {@link isHeaderValue}.
 */
function put(buffer: Buffer, start: number, text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f || code > 0xff) return -1;
    buffer[start + at] = code;
  }
  return start + text.length;
}

const none: OutgoingResponse["headers"] = [];

/** Returns the line of a header; null for an unusual one. */
function lineOf(name: string, value: string): string | null {
  return isPlain(name) && isHeaderValue(value) ? `${name}: ${value}\r\n` : null;
}

const isPlain = memoize(1024, (name: string) => isHeaderName(name) && !framing.has(name.toLowerCase()));

function isLength([name]: OutgoingResponse["headers"][number]): boolean {
  return name.toLowerCase() === "content-length";
}

function hasLengthFrom(headers: OutgoingResponse["headers"], first: number): boolean {
  for (let at = first; at < headers.length; at += 1) if (isLength(headers[at] as (typeof headers)[number])) return true;
  return false;
}
