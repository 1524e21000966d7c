// Takes an answer off the wire as it comes: what flows is handed on at once and kept with the times of its chunks, and
// ends early where it is cut. It knows neither Polly.js nor files. Read next: chunk-queue.ts.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type Duplex, Readable } from "node:stream";
import { createBrotliDecompress, createInflate, createInflateRaw, createUnzip, createZstdDecompress } from "node:zlib";
import {
  BodyTooLargeError,
  type Cut,
  type FiledBody,
  flowsByType,
  type HeaderList,
  headerList,
  headerOf,
  type InformationalResponse,
  largestHeld,
  ownReason,
  type RecordedChunk,
  rawFields,
} from "@tapedeck/tape";

/** The head of an answer. */
interface ResponseHead {
  readonly status: number;
  readonly headers: HeaderList;
  /** Its reason phrase, where that is its own. */
  readonly reason?: string;
  /** Informational responses before it. */
  readonly informational?: readonly InformationalResponse[];
}

/** Takes an answer as it comes. */
export interface Tap {
  /** Takes a chunk, decoded; gives a promise where it takes no more for now. */
  chunk(bytes: Uint8Array<ArrayBuffer>): Promise<void> | undefined;
  /**
   * Hears that nothing more comes, what ended it, if not the answer itself, and which fields came after it; resolves once
   * all is handed on.
   */
  end(cut: Cut | null, trailers: HeaderList): Promise<void>;
}

/**
 * Opens a tap when the head of an answer that flows is there; null where only the recording takes it.
 * @param cut Ends the answer, which is then recorded as far as it came.
 */
export type OpenTap = (head: ResponseHead, cut: (why: Cut) => void) => Tap | null;

/** Takes a body that is too large to be held, as it comes. */
export interface LargeBody {
  /** @throws Error with the system's reason where it cannot be written. */
  chunk(bytes: Uint8Array<ArrayBuffer>): void;
  end(): FiledBody;
  abandon(): void;
}

/** Begins a large body, when as much of it is there as is held. */
export type OpenLarge = (head: ResponseHead) => LargeBody;

/** How an answer came, as it is recorded. */
export interface RecordedFlow {
  /** Where it flowed. */
  readonly chunks?: readonly RecordedChunk[];
  readonly cut?: Cut;
  /** Where it was large. */
  readonly body?: FiledBody;
  /** The coding that was undone as it came. */
  readonly coding?: string;
  /** The fields after its body. */
  readonly trailers?: HeaderList;
}

/** Which answers are streams, and their bounds. */
interface FlowOptions {
  /** The bytes that a body may have; what flows is cut there, anything else fails. Default: as many as the disk takes. */
  readonly maxBytes: number | undefined;
  /** How long an answer may flow. */
  readonly seconds: number;
  /** Whether every answer that comes in chunks is one that flows. */
  readonly chunked: boolean;
  /** Takes what is large. */
  readonly openLarge: OpenLarge;
}

/** An answer as the capture layer reads it: its body flows, and ends well also where it was cut. */
export type CapturedResponse = Readable & { readonly headers: IncomingHttpHeaders; readonly statusCode: number };

/** Decoders for each content coding, as the bytes come. The zlib of an early Node 22 has no zstd. */
const decoders: Readonly<Record<string, (first: Uint8Array) => Duplex>> = {
  br: () => createBrotliDecompress(),
  // Some send the raw stream within the format: RFC 1950, section 2.2, tells them apart.
  deflate: ([first = 0]) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  gzip: () => createUnzip(),
  "x-gzip": () => createUnzip(),
  ...(createZstdDecompress && { zstd: () => createZstdDecompress() }),
};

/** Bytes held at most: of a stream, and of a body in a coding that is undone as a whole. */
const mostHeld = 64 * 1024 * 1024;

/**
 * Passes a response to its captor, and on to the client as it comes. A large body goes past the captor.
 * @param told Called with how it came, before the capture ends.
 * @param now Milliseconds, of any clock.
 */
export function captureFlow(
  response: IncomingMessage,
  { maxBytes, seconds, chunked, openLarge }: FlowOptions,
  open: OpenTap,
  told: (flow: RecordedFlow) => void,
  now: () => number = () => performance.now(),
): CapturedResponse {
  const head = headOf(response);
  const coding = headerOf(head.headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
  // `none` is not registered, and sent nonetheless.
  const decode = coding === "identity" || coding === "none" ? null : decoders[coding];
  // A coding that is not known cannot be read as it comes.
  const isReadable = decode !== undefined;
  const flows = isReadable && head.status >= 200 && head.status < 300 && isFlow(head.headers, chunked);
  const isDecoded = decode !== null && isReadable;
  const { "content-encoding": _coded, ...decodedHeaders } = response.headers;
  const body = new Readable({ read() {} });
  const isLong = isReadable && Number(headerOf(head.headers, "content-length")) > largestHeld;
  const most = maxBytes ?? (flows || !isReadable ? mostHeld : Number.POSITIVE_INFINITY);

  const chunks: RecordedChunk[] = [];
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let large: LargeBody | null = null;
  let tap: Tap | null = null;
  let timer: NodeJS.Timeout | undefined;
  let source: Readable = response;
  let sent = 0;
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
  const fail = (error: Error): void => {
    captured = true;
    clearTimeout(timer);
    large?.abandon();
    body.destroy(error);
  };
  const finish = (cut: Cut | null, error?: Error): void => {
    if (over) return;
    over = true;
    if (cut !== null || error) response.destroy();
    const trailers = headerList(rawFields(response.rawTrailers));
    const handedOn = tap?.end(error ? "truncation" : cut, trailers);
    if (error) {
      fail(error);
      return;
    }
    try {
      const how = { ...(flows && { chunks }), ...(cut && { cut }), ...(isDecoded && { coding }) };
      told({ ...how, ...(large && { body: large.end() }), ...(trailers.length > 0 && { trailers }) });
    } catch (thrown) {
      fail(thrown as Error);
      return;
    }
    for (const bytes of gathered) body.push(bytes);
    // Work on a large body keeps the process from passing on the rest.
    if (handedOn) handedOn.then(capture);
    else capture();
  };
  const cut = (why: Cut): void => {
    // A client that does not read what is left is not waited for.
    if (over) capture();
    // A body that is no stream is worthless without its end.
    else finish(why, flows ? undefined : Object.assign(new Error("cut"), { code: "ECONNRESET" }));
    if (over && why === "bound") capture();
  };
  const openTap = (): void => {
    tap = open(head, cut);
    if (flows || tap !== null) timer = setTimeout(cut, seconds * 1000, "bound");
  };
  const keep = (bytes: Uint8Array<ArrayBuffer>): Promise<void> | undefined => {
    if (flows) {
      const time = now();
      chunks.push([bytes.length, Math.round(time - last)]);
      last = time;
      body.push(bytes);
      return tap?.chunk(bytes);
    }
    // A body that will be large is passed on at once.
    if (isLong && length === bytes.length) openTap();
    if (large !== null || !isReadable || length <= largestHeld) {
      if (large === null) gathered.push(bytes);
      else large.chunk(bytes);
      return tap?.chunk(bytes);
    }
    large = openLarge(head);
    // Of one whose length was told, the tap has had what is gathered.
    const late = tap === null ? gathered : [];
    if (tap === null) openTap();
    for (const each of late) tap?.chunk(each);
    for (const each of gathered) large.chunk(each);
    gathered = [];
    large.chunk(bytes);
    return tap?.chunk(bytes);
  };
  const take = (bytes: Uint8Array<ArrayBuffer>): void => {
    if (over) return;
    length += bytes.length;
    const isBomb = isDecoded && length > Math.max(largestHeld, sent * mostTimesLarger);
    if (length > most || isBomb) {
      finish("bound", flows && !isBomb ? undefined : new BodyTooLargeError(most, isBomb ? "decoded" : "sent"));
      return;
    }
    try {
      const taken = keep(bytes);
      if (taken === undefined) return;
      source.pause();
      taken.then(() => source.resume());
    } catch (error) {
      finish(null, error as Error);
    }
  };
  const broken = (error: Error): void => (flows ? finish("truncation") : finish(null, error));

  if (flows) openTap();
  const read = (stream: Readable): void => {
    source = stream
      .on("data", take)
      .on("end", () => finish(null))
      .on("error", broken);
  };
  response.on("error", broken);
  if (!isDecoded) read(response);
  else {
    // Some name a coding, and send no body.
    response.once("end", () => source === response && finish(null));
    response.once("data", (first: Uint8Array<ArrayBuffer>) => {
      const decoder = decode(first);
      read(decoder);
      sent += first.length;
      decoder.write(first);
      response.on("data", (more: Uint8Array) => {
        sent += more.length;
      });
      response.pipe(decoder);
    });
  }
  return Object.assign(body, {
    headers: isDecoded ? decodedHeaders : response.headers,
    statusCode: head.status,
  });
}

// As `decodeContent` has it: more is a bomb.
const mostTimesLarger = 1100;

function headOf({ statusCode = 0, statusMessage, rawHeaders }: IncomingMessage): ResponseHead {
  const headers = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ""] as const] : [],
  );
  return { status: statusCode, ...ownReason(statusCode, statusMessage), headers };
}

function isFlow(headers: HeaderList, chunked: boolean): boolean {
  return flowsByType(headers) || (chunked && /\bchunked\b/i.test(headerOf(headers, "transfer-encoding") ?? ""));
}
