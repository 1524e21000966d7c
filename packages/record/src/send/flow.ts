// Takes an answer off the wire as it comes: what flows is handed on at once and kept with the times of its chunks, and
// ends early where it is cut. It knows neither Polly.js nor files. Read next: chunk-queue.ts.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type Duplex, Readable } from "node:stream";
import { createBrotliDecompress, createUnzip, createZstdDecompress } from "node:zlib";
import {
  BodyTooLargeError,
  type Cut,
  flowsByType,
  type HeaderList,
  headerOf,
  type RecordedChunk,
} from "@tapedeck/tape";

/** The head of an answer. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: HeaderList;
}

/** Takes an answer as it comes. */
export interface Tap {
  /** Takes a chunk, decoded; gives a promise where it takes no more for now. */
  chunk(bytes: Uint8Array<ArrayBuffer>): Promise<void> | undefined;
  /** Hears that nothing more comes, and what ended it, if not the answer itself; resolves once all is handed on. */
  end(cut: Cut | null): Promise<void>;
}

/**
 * Opens a tap when the head of an answer that flows is there; null where only the recording takes it.
 * @param cut Ends the answer, which is then recorded as far as it came.
 */
export type OpenTap = (head: ResponseHead, cut: (why: Cut) => void) => Tap | null;

/** What is recorded of how an answer flowed. */
export interface RecordedFlow {
  readonly chunks: readonly RecordedChunk[];
  readonly cut?: Cut;
}

/** What of an answer flows. */
export interface FlowOptions {
  /** The bytes that a body may have; what flows is cut there, anything else fails. */
  readonly maxBytes: number;
  /** How long an answer may flow. */
  readonly seconds: number;
  /** Whether every answer that comes in chunks is one that flows. */
  readonly chunked: boolean;
  /** Whether a large body is handed on as it comes as well. */
  readonly large: boolean;
}

/** An answer as the capture layer reads it: its body flows, and ends well also where it was cut. */
export type CapturedResponse = Readable & { readonly headers: IncomingHttpHeaders; readonly statusCode: number };

/** What undoes a coding as the bytes come. The zlib of an early Node 22 has no zstd. */
const decoders: Readonly<Record<string, () => Duplex>> = {
  br: createBrotliDecompress,
  deflate: createUnzip,
  gzip: createUnzip,
  ...(createZstdDecompress && { zstd: createZstdDecompress }),
};

/** A body that is handed on as it comes, since to wait for it would take long: from so many bytes on. */
const largeBytes = 1024 * 1024;

/**
 * Puts itself between a response and who captures it.
 * @param told Called with how it flowed, before the capture ends.
 * @param now Milliseconds, of any clock.
 */
export function captureFlow(
  response: IncomingMessage,
  { maxBytes, seconds, chunked, large: wanted }: FlowOptions,
  open: OpenTap,
  told: (flow: RecordedFlow) => void,
  now: () => number = () => performance.now(),
): CapturedResponse {
  const head = headOf(response);
  const flows = head.status >= 200 && head.status < 300 && isFlow(head.headers, chunked);
  const large = wanted && Number(headerOf(head.headers, "content-length")) >= largeBytes;
  const coding = headerOf(head.headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
  // `none` is not registered, and sent nonetheless.
  const decoder = coding === "identity" || coding === "none" ? null : decoders[coding]?.();
  // A coding that is not known cannot be read as it comes.
  const isTapped = decoder !== undefined && (flows || large);
  const source: Readable = isTapped && decoder ? response.pipe(decoder) : response;
  const { "content-encoding": _coded, ...decodedHeaders } = response.headers;
  const body = new Readable({ read() {} });

  const chunks: RecordedChunk[] = [];
  let length = 0;
  let last = now();
  let over = false;
  let captured = false;
  const capture = (): void => {
    if (captured) return;
    captured = true;
    clearTimeout(timer);
    body.push(null);
  };
  const finish = (cut: Cut | null, error?: Error): void => {
    if (over) return;
    over = true;
    if (cut !== null) response.destroy();
    if (isTapped && flows) told({ chunks, ...(cut && { cut }) });
    const handedOn = tap?.end(error ? "truncation" : cut);
    if (error) {
      captured = true;
      clearTimeout(timer);
      body.destroy(error);
    }
    // What is done with a large body then keeps the process from handing on the rest.
    else if (handedOn) handedOn.then(capture);
    else capture();
  };
  const cut = (why: Cut): void => {
    // A client that does not read what is left is not waited for.
    if (over) capture();
    // What does not flow is worth nothing without its end.
    else finish(why, flows ? undefined : Object.assign(new Error("cut"), { code: "ECONNRESET" }));
    if (over && why === "bound") capture();
  };
  const tap = isTapped ? open(head, cut) : null;
  const timer = isTapped ? setTimeout(cut, seconds * 1000, "bound") : undefined;

  source.on("data", (bytes: Uint8Array<ArrayBuffer>) => {
    if (over) return;
    length += bytes.length;
    if (length > maxBytes) return finish("bound", isTapped && flows ? undefined : new BodyTooLargeError(maxBytes));
    const time = now();
    chunks.push([bytes.length, Math.round(time - last)]);
    last = time;
    body.push(bytes);
    const taken = tap?.chunk(bytes);
    if (taken === undefined) return;
    source.pause();
    taken.then(() => source.resume());
  });
  source.on("end", () => finish(null));
  const broken = (error: Error): void => (isTapped && flows ? finish("truncation") : finish(null, error));
  source.on("error", broken);
  if (source !== response) response.on("error", broken);
  return Object.assign(body, {
    headers: isTapped ? decodedHeaders : response.headers,
    statusCode: head.status,
  });
}

function headOf({ statusCode = 0, rawHeaders }: IncomingMessage): ResponseHead {
  const headers = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ""] as const] : [],
  );
  return { status: statusCode, headers };
}

function isFlow(headers: HeaderList, chunked: boolean): boolean {
  return flowsByType(headers) || (chunked && /\bchunked\b/i.test(headerOf(headers, "transfer-encoding") ?? ""));
}
