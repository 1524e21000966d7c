// Reads only the request of a file with one exchange, since most responses of a large folder are never needed. `har.ts`
// reads files with another layout than `exchange-text.ts` writes.
import { Buffer } from "node:buffer";
import { lateResponse } from "../body/late-response.ts";
import { sortKey } from "../canonical.ts";
import type { Exchange, RecordedResponse } from "../exchange.ts";
import { RecordingSyntaxError } from "../recording-error.ts";
import { mayNotIssue } from "../redact/memory/recorded-tags.ts";
import { mayIssue } from "../redact/placeholder.ts";
import { type ReadSidecar, wholeOf } from "./body-layout.ts";
import { type HarFile, readHarFile } from "./har.ts";

const responseAt = Buffer.from('\n  "response": {\n    "status": ');
const contentAt = Buffer.from('\n    "content": { "mimeType": ');
const end = Buffer.from("\n}] } }\n");
// Another entry; a merge conflict; a stream; a possible rate-limit refusal, which is found in another way.
const unlike = ["}, {\n", "<<<<<<<", '\n    "_chunks": ', "RATE_LIMITED", "THROTTLED"].map((text) => Buffer.from(text));

/** A file whose response is read when it is first accessed. */
interface LateFile {
  /** Its name for errors. */
  readonly file: string;
  readonly sidecar: ReadSidecar;
  /** Reads it again, for the response. */
  readonly readWhole: () => HarFile;
}

/**
 * Reads a file up to its response.
 * @param bytes The whole file.
 * @returns null if it has to be read as a whole.
 * @throws RecordingSyntaxError as {@link readHarFile} does, for the part before the response.
 */
export function readRequest(bytes: Buffer, late: LateFile): HarFile | null {
  const at = bytes.indexOf(responseAt);
  const content = bytes.indexOf(contentAt, at);
  if (at < 0 || content < 0 || bytes.compare(end, 0, end.length, bytes.length - end.length) !== 0) return null;
  const [status = "", flow = ""] = /^(\d+), (?:[^\n]*?("_))?/.exec(line(bytes, at + responseAt.length))?.slice(1) ?? [];
  // Bodies in files, or as base64.
  if (!/^[23]\d\d$/.test(status) || flow !== "" || /"_file"|"encoding"/.test(line(bytes, content + 1))) return null;
  if (unlike.some((text) => bytes.indexOf(text, at + responseAt.length) >= 0)) return null;
  const file = headIn(bytes, at, Number(status), late);
  const method = file?.tape.exchanges[0]?.request.method ?? "";
  if (mayNotIssue(method)) return file;
  // What an answer issued is found by the answer.
  const [, shared] = /^ *"_headers": "([^"]+)"/.exec(line(bytes, bytes.indexOf(10, at + responseAt.length) + 1)) ?? [];
  const isShared = shared !== undefined && mayIssue(Buffer.from(wholeOf(late.sidecar(shared))));
  return isShared || mayIssue(bytes.subarray(at)) ? null : file;
}

/**
 * Reads the request of a file whose response cannot be read: accessing the response throws the error.
 * @returns null if the request cannot be read either.
 */
export function readBrokenRequest(bytes: Buffer, late: LateFile): HarFile | null {
  try {
    return headIn(bytes, bytes.indexOf(responseAt), 200, late);
  } catch {
    return null;
  }
}

function headIn(bytes: Buffer, end: number, status: number, { file, sidecar, readWhole }: LateFile): HarFile | null {
  if (end < 0) return null;
  const head = `${bytes.toString("utf8", 0, end)}\n  "response": { "status": ${status}, "headers": [] } }] } }`;
  const { tape, isPart } = readHarFile(head, file, sidecar);
  const [exchange] = tape.exchanges;
  return exchange ? { tape: { ...tape, exchanges: [withResponse(exchange, status, file, readWhole)] }, isPart } : null;
}

/**
 * Gives a request the response of its file, which is read when it is first accessed.
 * @param readWhole Reads the file then.
 */
export function withResponse(
  exchange: Omit<Exchange, "response">,
  status: number,
  file: string,
  readWhole: () => HarFile,
): Exchange {
  const read = (): RecordedResponse => {
    const [found] = readWhole().tape.exchanges;
    if (found === undefined || sortKey(found) !== sortKey({ ...exchange, response: found.response }))
      throw new RecordingSyntaxError(file, "it has changed since its folder was read; start again");
    return found.response;
  };
  return { ...exchange, response: lateResponse(status, read) };
}

function line(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at, Math.min(at + 400, bytes.indexOf(10, at)));
}
