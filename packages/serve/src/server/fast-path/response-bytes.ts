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

  /** The live headers that were written last, by their place: most say again what they said. */
  const latest: Array<{ readonly name: string; readonly value: string; readonly line: string }> = [];
  const liveLines = (headers: OutgoingResponse["headers"], first: number): string | null => {
    let lines = "";
    for (let at = first; at < headers.length; at += 1) {
      const [name, value] = headers[at] as (typeof headers)[number];
      const before = latest[at - first];
      if (before !== undefined && before.value === value && before.name === name) {
        lines += before.line;
        continue;
      }
      const line = lineOf(name, value);
      if (line === null) return null;
      latest[at - first] = { name, value, line };
      lines += line;
    }
    return lines;
  };

  return (buffer, start, method, reply) => {
    if (reply.kind !== undefined) return -1;
    const { status, headers, fixed = none, body } = reply;
    const { bytes, hasLength } = preparedOf(status, fixed);
    const live = liveLines(headers, fixed.length);
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

/** The line of a header; null for one that needs more thought. */
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
