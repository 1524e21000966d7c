// Reads the heads of requests that it understands completely: a GET or HEAD without body, upgrade or anything unusual.
// It refuses nothing: what it does not understand, it leaves to `node:http`. Read next: fast-path.ts.
import type { IncomingRequest } from "@tapedeck/replay";
import { RepeatedRequest } from "@tapedeck/replay/internal";
import { createTextMemory, dropOldest, textHash } from "@tapedeck/tape/internal";
import { type Admission, hostOf, isOurs } from "../read-request.ts";

/** The header fields of a request, as `node:http` presents them, and its base URL. */
interface Fields {
  /** Frozen: the same object has the same content. */
  readonly headers: IncomingRequest["headers"];
  readonly base: string;
}

/** A request, and where it ends in the text. */
export interface Head {
  /** If it came before, the same object for the same bytes from the same address. */
  readonly ask: IncomingRequest;
  readonly end: number;
}

/** Longer heads are left to `node:http`, which has a limit for them. */
const longestHead = 8192;
const mostBlocks = 1024;
const mostHeads = 65_536;
const longestKept = 2048;
/** Characters of all remembered heads. */
const mostKept = 16 * 1024 * 1024;

// RFC 9112, section 3.2.1; RFC 9110, sections 5.1 and 5.5. Only ASCII, no empty values, no folded lines.
const requestLine = /^(GET|HEAD) (\/[!"$-~]*) HTTP\/1\.1$/;
const field = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([!-~](?:[\t -~]*[!-~])?)[\t ]*$/;

/** Headers that announce a body, another protocol, or the end of the connection. */
const unusual: ReadonlySet<string> = new Set([
  ...["content-length", "expect", "http2-settings", "keep-alive", "proxy-connection"],
  ...["te", "trailer", "transfer-encoding", "upgrade", "__proto__"],
]);

/**
 * Reads the head that begins at a position of a text; returns null for one that is unusual or incomplete.
 * @param address The caller's address.
 */
type HeadReader = (text: string, start: number, address: string) => Head | null;

/**
 * Makes a reader of heads. It remembers what it read: clients repeat header fields, and whole requests.
 * @example
 * const read = createHeadReader({ names: null, headerFields: 9, headerBytes: 999 });
 * read("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 0, "127.0.0.1")?.ask.target; // "/"
 */
export function createHeadReader(admission: Admission): HeadReader {
  const blocks = new Map<string, Fields | null>();
  const heads = createTextMemory<IncomingRequest>(mostHeads, mostKept);
  const isRepeated = createSeen();

  const fieldsOf = (block: string): Fields | null => {
    let fields = blocks.get(block);
    if (fields === undefined) {
      fields = readFields(block, admission);
      if (block.length <= longestKept) blocks.set(block, fields);
      dropOldest(blocks, mostBlocks);
    }
    return fields;
  };

  return (text, start, address) => {
    // Usually one request that came before.
    const same = start === 0 ? heads.get(text) : undefined;
    if (same?.address === address) return { ask: same, end: text.length };
    const blockEnd = text.indexOf("\r\n\r\n", start);
    if (blockEnd < 0 || blockEnd - start > Math.min(longestHead, admission.headerBytes)) return null;
    const end = blockEnd + 4;
    const head = start === 0 && end === text.length ? text : text.slice(start, end);
    const known = head === text ? undefined : heads.get(head);
    if (known?.address === address) return { ask: known, end };
    const lineEnd = head.indexOf("\r\n");
    const [, method = "", target] = requestLine.exec(head.slice(0, lineEnd)) ?? [];
    if (target === undefined) return null;
    const fields = fieldsOf(head.slice(lineEnd + 2, -4));
    if (fields === null) return null;
    const ask = { method, target, headers: fields.headers, body: null, base: fields.base, address };
    if (head.length > longestKept || !isRepeated(head)) return { ask, end };
    const repeated = new RepeatedRequest(ask);
    heads.set(head, repeated);
    return { ask: repeated, end };
  };
}

/**
 * Makes the test of whether a text came before: one of thousands of others looks like one that did, and a text is
 * forgotten with all others. Texts that never come again would take more memory than those that do, and numbers in a
 * set outlive the collections of garbage in which most of what an answer makes goes.
 */
function createSeen(): (text: string) => boolean {
  // A bit each: of bytes, one new text in twenty would look like another in the end, and be remembered for nothing.
  const marks = new Uint32Array(2 * mostHeads);
  let count = 0;
  const isMarked = (mark: number): boolean => ((marks[mark >>> 5] as number) & (1 << (mark & 31))) !== 0;
  return (text) => {
    const [high, low] = textHash(text);
    const [a, b] = [high % (32 * marks.length), low % (32 * marks.length)];
    if (isMarked(a) && isMarked(b)) return true;
    if (count === mostHeads) marks.fill(0);
    count = count === mostHeads ? 1 : count + 1;
    for (const mark of [a, b]) marks[mark >>> 5] = (marks[mark >>> 5] as number) | (1 << (mark & 31));
    return false;
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
