// Writes responses as `node:http` would, byte for byte. What is the same each time becomes bytes once.
// It writes none whose headers need more thought: those are left to `node:http`. Read next: fast-path.ts.
import { STATUS_CODES } from "node:http";
import { isHeaderName, isHeaderValue, memoize, type Outcome, type OutgoingResponse } from "@tapedeck/replay";

/** Headers by which `node:http` decides how a message is framed, and when its connection ends. */
const framing: ReadonlySet<string> = new Set(["connection", "keep-alive", "trailer", "transfer-encoding", "upgrade"]);

/** Longer responses are left to `node:http`, which waits for slow readers. */
export const longestResponse = 65_536;

/** The status line and the headers that a response shares with others. */
interface Prepared {
  readonly status: number;
  /** Null where they need more thought. */
  readonly bytes: Buffer | null;
  readonly hasLength: boolean;
}

/**
 * Writes a response.
 * @returns Where it ends in the buffer; -1 for one that is not to be written here, or for which there is no room.
 */
export type ResponseWriter = (buffer: Buffer, at: number, method: string, reply: Outcome) => number;

/**
 * Makes a writer of responses on connections that stay open.
 * @param keepAliveMilliseconds How long they stay open, which a response tells.
 */
export function createResponseWriter(keepAliveMilliseconds: number): ResponseWriter {
  const prepared = new WeakMap<OutgoingResponse["headers"], Prepared>();
  const seconds = Math.floor(keepAliveMilliseconds / 1000);
  const end = `Connection: keep-alive\r\n${keepAliveMilliseconds > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : ""}\r\n`;

  const preparedOf = (status: number, headers: OutgoingResponse["headers"]): Prepared => {
    const known = prepared.get(headers);
    if (known?.status === status) return known;
    const lines = linesOf(headers, 0);
    const line = status >= 200 && status < 1000 ? `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n` : null;
    const fresh: Prepared = {
      status,
      bytes: line === null || lines === null ? null : Buffer.from(line + lines, "latin1"),
      hasLength: headers.some(isLength),
    };
    prepared.set(headers, fresh);
    return fresh;
  };

  return (buffer, start, method, reply) => {
    if (reply.kind !== undefined || reply.ended !== undefined) return -1;
    const { status, headers, fixed = none, body } = reply;
    const { bytes, hasLength } = preparedOf(status, fixed);
    const live = linesOf(headers, fixed.length);
    if (bytes === null || live === null) return -1;
    const bodiless = method === "HEAD" || status === 204 || status === 304;
    // What has a body and no length is framed otherwise; what has none and yet a body is cut short.
    if (bodiless ? body !== null : body === null || !(hasLength || hasLengthFrom(headers, fixed.length))) return -1;
    const length = body?.length ?? 0;
    if (start + bytes.length + live.length + end.length + length > buffer.length) return -1;
    buffer.set(bytes, start);
    let at = start + bytes.length;
    at += buffer.write(live + end, at, "latin1");
    if (body !== null) buffer.set(body, at);
    return at + length;
  };
}

const none: OutgoingResponse["headers"] = [];

/** Header lines from one on; null where they need more thought. */
function linesOf(headers: OutgoingResponse["headers"], first: number): string | null {
  let lines = "";
  for (let at = first; at < headers.length; at += 1) {
    const [name, value] = headers[at] as (typeof headers)[number];
    if (!isPlain(name) || !isHeaderValue(value)) return null;
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

const isPlain = memoize(1024, (name: string) => isHeaderName(name) && !framing.has(name.toLowerCase()));

function isLength([name]: OutgoingResponse["headers"][number]): boolean {
  return name.toLowerCase() === "content-length";
}

function hasLengthFrom(headers: OutgoingResponse["headers"], first: number): boolean {
  for (let at = first; at < headers.length; at += 1) if (isLength(headers[at] as (typeof headers)[number])) return true;
  return false;
}
