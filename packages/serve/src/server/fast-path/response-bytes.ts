// Writes responses as `node:http` would, byte for byte. Constant parts become bytes once. Responses with unusual
// headers are left to `node:http`. Read next: fast-path.ts.
import { STATUS_CODES } from "node:http";
import type { FixedHeaders, Outcome, OutgoingResponse } from "@tapedeck/replay";
import { isHeaderName, isHeaderValue, memoize } from "@tapedeck/replay/internal";
import { dropOldest } from "@tapedeck/tape/internal";

/** Headers by which `node:http` decides about framing, and the end of a connection. */
const framing: ReadonlySet<string> = new Set(["connection", "keep-alive", "trailer", "transfer-encoding", "upgrade"]);

/** Longer responses are left to `node:http`, which waits for slow readers. */
export const longestResponse = 65_536;

/** The status line and the headers that a response shares with others. */
class PreparedHead {
  readonly status: number;
  /** Null if they are unusual. */
  readonly bytes: Buffer | null;
  readonly hasLength: boolean;

  constructor(status: number, headers: OutgoingResponse["headers"]) {
    const lines = headers.map(([name, value]) => lineOf(name, value));
    const line = status >= 200 && status < 1000 ? `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n` : null;
    this.status = status;
    this.bytes = line === null || lines.includes(null) ? null : Buffer.from(line + lines.join(""), "latin1");
    this.hasLength = headers.some(isLength);
  }
}

function preparedHead(status: number, fixed: FixedHeaders): PreparedHead {
  const { prepared } = fixed;
  if (prepared instanceof PreparedHead && prepared.status === status) return prepared;
  const fresh = new PreparedHead(status, fixed.fields);
  fixed.prepared = fresh;
  return fresh;
}

/**
 * Writes a response.
 * @returns Where it ends in the buffer; -1 if it is left to `node:http`, or does not fit.
 */
export type ResponseWriter = (buffer: Buffer, at: number, method: string, reply: Outcome) => number;

/**
 * Makes a writer of responses for connections that stay open.
 * @param keepAliveMilliseconds How long they stay open, which a response tells.
 */
export function createResponseWriter(keepAliveMilliseconds: number): ResponseWriter {
  const seconds = Math.floor(keepAliveMilliseconds / 1000);
  const kept = keepAliveMilliseconds > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : "";
  const blockOf = createBlockWriter(Buffer.from(`Connection: keep-alive\r\n${kept}\r\n`));

  return (buffer, start, method, reply) => {
    if (reply.kind !== undefined || reply.reason !== undefined) return -1;
    const { status, headers, fixed = none, body } = reply;
    const { bytes, hasLength } = preparedHead(status, fixed);
    if (bytes === null) return -1;
    const first = fixed.fields.length;
    const bodiless = method === "HEAD" || status === 204 || status === 304;
    // A body without a length has other framing; a body where none is allowed is dropped.
    if (bodiless ? body !== null : body === null || !(hasLength || hasLengthFrom(headers, first))) return -1;
    const block = blockOf(headers, first);
    if (block === null) return -1;
    const at = start + bytes.length + block.length;
    const length = body?.length ?? 0;
    if (at + length > buffer.length) return -1;
    buffer.set(bytes, start);
    buffer.set(block, start + bytes.length);
    if (body !== null) buffer.set(body, at);
    return at + length;
  };
}

/** Headers in a row, as bytes. */
interface Block {
  readonly bytes: Buffer;
  /** What stands in the bytes, and where. */
  readonly lines: Array<{ readonly name: string; readonly at: number; value: string }>;
}

const mostBlocks = 64;

/**
 * Makes a writer of the headers from a place on, and of what follows them; it returns null if they are unusual. It
 * writes only what differs from the last headers of the same length: between two answers, that is a counter or two.
 */
function createBlockWriter(end: Buffer): (headers: OutgoingResponse["headers"], first: number) => Buffer | null {
  const blocks = new Map<number, Block>();
  return (headers, first) => {
    let length = end.length;
    for (let nth = first; nth < headers.length; nth += 1) {
      const [name, value] = headers[nth] as (typeof headers)[number];
      length += name.length + value.length + 4;
    }
    if (length > longestResponse) return null;
    let block = blocks.get(length);
    if (block === undefined) {
      block = { bytes: Buffer.allocUnsafeSlow(length), lines: [] };
      block.bytes.set(end, length - end.length);
      blocks.set(length, block);
      dropOldest(blocks, mostBlocks);
    }
    const { bytes, lines } = block;
    let at = 0;
    for (let nth = first; nth < headers.length; nth += 1) {
      const [name, value] = headers[nth] as (typeof headers)[number];
      const line = lines[nth - first];
      const next = at + name.length + value.length + 4;
      if (line?.at !== at || line.name !== name || line.value.length !== value.length) {
        lines.length = nth - first;
        const text = lineOf(name, value);
        if (text === null) return null;
        bytes.write(text, at, "latin1");
        lines.push({ name, at, value });
      } else if (line.value !== value) {
        if (!put(bytes, at + name.length + 2, value)) {
          lines.length = nth - first;
          return null;
        }
        line.value = value;
      }
      at = next;
    }
    // To set a length takes long, also the same one.
    if (lines.length > headers.length - first) lines.length = headers.length - first;
    return bytes;
  };
}

/**
 * Writes a short text, one byte for each character, in a loop that allocates nothing.
 * @returns Whether it is an {@link isHeaderValue}.
 */
function put(buffer: Buffer, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f || code > 0xff) return false;
    buffer[start + at] = code;
  }
  return true;
}

const none: FixedHeaders = { fields: [], prepared: null };

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
