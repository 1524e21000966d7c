// Reads the heads of requests that it understands wholly: a GET or HEAD without body, upgrade or anything unusual.
// It refuses nothing: what it does not understand, it leaves to `node:http`. Read next: fast-path.ts.
import type { IncomingRequest } from "@tapedeck/replay";
import { type Admission, hostOf, isOurs } from "../read-request.ts";

/** The header fields of a request, as `node:http` gives them; and the base URL that they name. */
interface Fields {
  /** Frozen: who sees the same object again knows what is in it. */
  readonly headers: IncomingRequest["headers"];
  readonly base: string;
}

/** The head of a request, and where it ends in the text. */
export interface Head extends Fields {
  readonly method: "GET" | "HEAD";
  readonly target: string;
  readonly end: number;
}

/** Longer heads are left to `node:http`, which knows how long they may be. */
const longestHead = 8192;
const mostBlocks = 1024;
const longestBlockKept = 2048;

// RFC 9112, section 3.2.1; RFC 9110, sections 5.1 and 5.5. No byte beyond ASCII, no empty value, no line that goes on.
const requestLine = /^(GET|HEAD) (\/[!"$-~]*) HTTP\/1\.1$/;
const field = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([!-~](?:[\t -~]*[!-~])?)[\t ]*$/;

/** What makes more of a request than a question: a body, another protocol, the end of the connection. */
const unusual: ReadonlySet<string> = new Set([
  ...["content-length", "expect", "http2-settings", "keep-alive", "proxy-connection"],
  ...["te", "trailer", "transfer-encoding", "upgrade", "__proto__"],
]);

/** Reads the head that begins at a place of a text; null for one that it does not understand, or that is not all there. */
export type HeadReader = (text: string, start: number) => Head | null;

/**
 * Makes a reader of heads. It remembers what it read: a client sends the same fields with each request.
 * @example
 * createHeadReader({ names: null, headerFields: 9, headerBytes: 999 })("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 0)?.target; // "/"
 */
export function createHeadReader(admission: Admission): HeadReader {
  const known = new Map<string, Fields | null>();
  let lastBlock = "";
  let lastFields: Fields | null = null;

  const fieldsOf = (block: string): Fields | null => {
    if (block === lastBlock) return lastFields;
    let fields = known.get(block);
    if (fields === undefined) {
      fields = readFields(block, admission);
      if (known.size >= mostBlocks) known.clear();
      if (block.length <= longestBlockKept) known.set(block, fields);
    }
    lastBlock = block;
    lastFields = fields;
    return fields;
  };

  return (text, start) => {
    const lineEnd = text.indexOf("\r\n", start);
    if (lineEnd < 0) return null;
    const blockEnd = text.indexOf("\r\n\r\n", lineEnd);
    if (blockEnd < 0 || blockEnd - start > Math.min(longestHead, admission.headerBytes)) return null;
    const [, method, target] = requestLine.exec(text.slice(start, lineEnd)) ?? [];
    if (target === undefined) return null;
    const fields = fieldsOf(text.slice(lineEnd + 2, blockEnd));
    if (fields === null) return null;
    return { method: method as Head["method"], target, headers: fields.headers, base: fields.base, end: blockEnd + 4 };
  };
}

function readFields(block: string, admission: Admission): Fields | null {
  const headers: Record<string, string> = {};
  const lines = block.split("\r\n");
  if (lines.length > admission.headerFields) return null;
  for (const line of lines) {
    const [, written = "", value = ""] = field.exec(line) ?? [];
    const name = written.toLowerCase();
    if (name === "" || unusual.has(name) || Object.hasOwn(headers, name)) return null;
    if (name === "connection" && value.toLowerCase() !== "keep-alive") return null;
    headers[name] = value;
  }
  const host = hostOf(headers["host"] ?? "");
  return host === null || !isOurs(host, admission) ? null : { headers: Object.freeze(headers), base: `http://${host}` };
}
