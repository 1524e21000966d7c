// Takes an answer off the wire: passes a stream on at once, records the times of its chunks, and ends it early if it is
// cut. It knows neither Polly.js nor files. Read next: chunk-queue.ts.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Duplex, Readable } from "node:stream";
import { createBrotliDecompress, createInflate, createInflateRaw, createUnzip, createZstdDecompress } from "node:zlib";
import {
  type Cut,
  type FiledBody,
  type HeaderList,
  headerList,
  headerOf,
  type InformationalResponse,
  type RecordedChunk,
} from "@tapedeck/tape";
import {
  BodyTooLargeError,
  createByteBlocks,
  cutPieces,
  decodedPieces,
  flowsByType,
  isCodedByName,
  isDecodable,
  joined,
  largestHeld,
  mostTimesLarger,
  ownReason,
  rawFields,
} from "@tapedeck/tape/internal";
import { codeOf } from "@tapedeck/tape/upstream-error";
import { chunksAtOnce } from "./chunks-at-once.ts";

/** The head of an answer. */
interface ResponseHead {
  readonly status: number;
  readonly headers: HeaderList;
  /** Its reason phrase, if it is not the usual one. */
  readonly reason?: string;
  /** Informational responses before it. */
  readonly informational?: readonly InformationalResponse[];
}

/** Takes an answer as it comes. */
export interface Tap {
  /** Takes a decoded chunk; returns a promise if it cannot take more for now. */
  chunk(bytes: Uint8Array<ArrayBuffer>): Promise<void> | undefined;
  /**
   * Called when nothing more comes, with what cut the answer (if anything) and its trailers; resolves once everything
   * is passed on.
   */
  end(cut: Cut | null, trailers: HeaderList): Promise<void>;
}

/**
 * Opens a tap when the head of a stream is there; null if only the recording takes it.
 * @param cut Ends the answer, which is then recorded as far as it came.
 */
export type OpenTap = (head: ResponseHead, cut: (why: Cut) => void) => Tap | null;

/** Takes a body that is too large to be held, as it comes. */
export interface LargeBody {
  /**
   * Takes a chunk; resolves once it can take the next.
   * @param afterMs In a stream: milliseconds since the previous chunk.
   * @throws Error with the system's reason if it cannot be written.
   */
  chunk(bytes: Uint8Array<ArrayBuffer>, afterMs?: number): Promise<void>;
  /** Returns where the body lies, and for a stream its chunks. */
  end(): Promise<{ readonly body: FiledBody; readonly chunks?: readonly RecordedChunk[] }>;
  abandon(): void;
}

/** Begins a large body, when the part that is held in memory is full. */
export type OpenLarge = (head: ResponseHead) => LargeBody;

/** How an answer came, as it is recorded. */
export interface RecordedFlow {
  /** For a stream. */
  readonly chunks?: readonly RecordedChunk[];
  readonly cut?: Cut;
  /** For a large body. */
  readonly body?: FiledBody;
  /** The content coding that was decoded on the way. */
  readonly coding?: string;
  /** The trailers. */
  readonly trailers?: HeaderList;
}

/** Which answers are streams, and their limits. */
interface FlowOptions {
  /** Maximum bytes of a body; a stream is cut there, anything else fails. Default: what the disk takes. */
  readonly maxBytes: number | undefined;
  /** How long a stream may last. */
  readonly seconds: number;
  /** Whether every chunked answer is a stream. */
  readonly chunked: boolean;
  /** After how many milliseconds an answer of unknown length is handed on as it comes; undefined for never. */
  readonly handOnAfterMs: number | undefined;
  /** Takes large bodies. */
  readonly openLarge: OpenLarge;
}

/** An answer as the capture layer reads it: its body is a stream that ends normally even if the answer was cut. */
export type CapturedResponse = Readable & { readonly headers: IncomingHttpHeaders; readonly statusCode: number };

/** Makes a decoder of a stream of bytes. */
type Decode = (first: Uint8Array) => Duplex;

/** Decoders for each content coding. The zlib of an early Node 22 has no zstd. */
const decoders: Readonly<Record<string, Decode>> = {
  br: () => createBrotliDecompress(),
  // Some send the raw deflate stream without the zlib format: RFC 1950, section 2.2, distinguishes them.
  deflate: ([first = 0]) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  gzip: () => createUnzip(),
  "x-gzip": () => createUnzip(),
  ...(createZstdDecompress && { zstd: () => createZstdDecompress() }),
};

/** Returns the decoder for the codings of a header; null if there are none, undefined if one is unknown. */
function decoderOf(coding: string): Decode | null | undefined {
  // `none` is not registered, but it is sent.
  if (coding === "identity" || coding === "none" || isCodedByName(coding)) return null;
  const several = () =>
    Duplex.from((pieces: AsyncIterable<Uint8Array<ArrayBuffer>>) =>
      decodedPieces(pieces, coding, { maxRatio: Number.POSITIVE_INFINITY }),
    );
  return decoders[coding] ?? (isDecodable(coding) ? several : undefined);
}

/** Maximum bytes held of a body in an unknown coding. */
const mostHeld = 64 * 1024 * 1024;
/** Bytes of a large body that may wait to be written before upstream is held back. */
const mostUnwritten = 256 * 1024;

/**
 * Passes a response to its captor, and on to the client as it comes. A large body bypasses the captor.
 * @param told Called with how it came, before the capture ends.
 */
export function captureFlow(
  response: IncomingMessage,
  { maxBytes, seconds, chunked, handOnAfterMs, openLarge }: FlowOptions,
  open: OpenTap,
  told: (flow: RecordedFlow) => void,
): CapturedResponse {
  const head = headOf(response);
  const coding = headerOf(head.headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
  const decode = decoderOf(coding);
  // An unknown coding cannot be decoded as it comes.
  const isReadable = decode !== undefined;
  const isGiven = isReadable && head.status >= 200 && head.status < 300;
  const isChunked = chunked && /\bchunked\b/i.test(headerOf(head.headers, "transfer-encoding") ?? "");
  const flows = isGiven && (flowsByType(head.headers) || isChunked);
  // Endless audio, a feed of changes, a watch: whatever its type, one that is cut was a stream.
  const mayFlow = isGiven && handOnAfterMs !== undefined && headerOf(head.headers, "content-length") === null;
  const isDecoded = decode !== null && isReadable;
  const headers = listedHeaders(response);
  const { "content-encoding": _coded, ...decodedHeaders } = headers;
  const reader = Promise.withResolvers<void>();
  const body = new Readable({ read: () => reader.resolve() });
  const endsByItself = !flows && !mayFlow;
  const isLong = isReadable && Number(headerOf(head.headers, "content-length")) > largestHeld;
  const most = maxBytes ?? (isReadable ? Number.POSITIVE_INFINITY : mostHeld);

  let chunks: RecordedChunk[] = [];
  const gathered = createByteBlocks();
  let large: LargeBody | null = null;
  let tap: Tap | null = null;
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  let source: Readable = response;
  let sent = 0;
  let length = 0;
  let unwritten = 0;
  let last = performance.now();
  let over = false;
  /** Resolves when the client is no longer waited for. */
  const left = Promise.withResolvers<void>();
  const fail = (error: Error): void => {
    clearTimeout(timer);
    large?.abandon();
    // The first bytes come before anybody listens: an error then would end the process.
    reader.promise.then(() => body.destroy(error));
  };
  const captured = async (cut: Cut | null, trailers: HeaderList, handedOn?: Promise<void>): Promise<void> => {
    const { body: filed, chunks: times = chunks } = large === null ? {} : await large.end();
    const isStream = flows || (mayFlow && cut !== null);
    const how = { ...(isStream && { chunks: times }), ...(cut && { cut }), ...(isDecoded && { coding }) };
    told({ ...how, ...(filed && { body: filed }), ...(trailers.length > 0 && { trailers }) });
    for (const bytes of gathered.take()) body.push(bytes);
    // Processing a large body would keep the process from passing on the rest.
    if (handedOn) await Promise.race([handedOn, left.promise]);
    clearTimeout(timer);
    body.push(null);
  };
  const finish = (cut: Cut | null, error?: Error): void => {
    rest();
    if (over) return;
    over = true;
    if (!isOpen) clearTimeout(timer);
    if (cut !== null || error) response.destroy();
    const trailers = headerList(rawFields(response.rawTrailers));
    const handedOn = tap?.end(error ? "truncation" : cut, trailers);
    if (error) fail(error);
    else captured(cut, trailers, handedOn).catch(fail);
  };
  const cut = (why: Cut): void => {
    // Recorded to its end, as a small answer is: a client that fetches a file in parts leaves the first answer early.
    const goesOn = endsByItself && (why === "client" || response.complete);
    // A client that does not read the rest is not waited for.
    if (over || goesOn || why === "bound") left.resolve();
    if (goesOn) return;
    // A body that is no stream is useless without its end.
    finish(why, endsByItself ? Object.assign(new Error("cut"), { code: "ECONNRESET" }) : undefined);
  };
  const openTap = (): void => {
    clearTimeout(timer);
    isOpen = true;
    // A body of known length ends by itself: a recorder that is closed waits for it, as for any answer.
    tap = open(head, (why) => (endsByItself && why === "bound" ? undefined : cut(why)));
    if (flows || tap !== null) timer = setTimeout(cut, seconds * 1000, "bound");
  };
  const handOn = (): void => {
    openTap();
    for (const each of gathered.take()) {
      tap?.chunk(each);
      gathered.add(each);
    }
  };
  const keep = (bytes: Uint8Array<ArrayBuffer>): Promise<unknown> | undefined => {
    const time = performance.now();
    const afterMs = flows || mayFlow ? Math.round(time - last) : undefined;
    last = time;
    // A body that will be large is passed on at once.
    if (isLong && !flows && length === bytes.length) openTap();
    if (!isReadable || length <= largestHeld) {
      gathered.add(bytes);
      if (afterMs !== undefined) chunks.push([bytes.length, afterMs]);
      return tap?.chunk(bytes);
    }
    if (large === null) {
      large = openLarge(head);
      // For a stream, or a body of known length, the tap already has what was collected.
      if (!isOpen) handOn();
      for (const each of cutPieces([joined(gathered.take())], chunks))
        large.chunk(each.bytes, afterMs === undefined ? undefined : each.afterMs).catch(failed);
      chunks = [];
    }
    unwritten += bytes.length;
    const written = large.chunk(bytes, afterMs).then(() => {
      unwritten -= bytes.length;
    });
    const taken = tap?.chunk(bytes);
    if (unwritten > mostUnwritten) return Promise.all([written, taken]);
    written.catch(failed);
    return taken;
  };
  const take = (bytes: Uint8Array<ArrayBuffer>): void => {
    // A 205 has no body: RFC 9110, section 15.3.6.
    if (over || head.status === 205) return;
    length += bytes.length;
    const isBomb = isDecoded && length > Math.max(largestHeld, sent * mostTimesLarger);
    if (length > most || isBomb) {
      finish("bound", flows && !isBomb ? undefined : new BodyTooLargeError(most, length > most ? "sent" : "ratio"));
      return;
    }
    try {
      const taken = keep(bytes);
      if (taken === undefined) return;
      source.pause();
      isHeldBack = true;
      taken.then(goOn, failed);
    } catch (error) {
      finish(null, error as Error);
    }
  };
  let isHeldBack = false;
  const goOn = (): void => {
    isHeldBack = false;
    // What came meanwhile, as one.
    source.read();
    if (!isHeldBack) source.resume();
  };
  const { came, rest } = chunksAtOnce(take);
  const failed = (error: Error): void => finish(null, error);
  const flawed = (error: Error): void => (flows ? finish("truncation") : failed(error));
  /** The client gets what came of it, and the break. A plan gets none of it, and asks again. */
  const broken = (error: Error): void => {
    const why = breakOf(response, error);
    if (why === null || !isReadable || (handOnAfterMs === undefined && !flows)) flawed(error);
    else {
      if (!isOpen) handOn();
      finish(why);
    }
  };

  if (flows) openTap();
  else if (mayFlow) timer = setTimeout(handOn, handOnAfterMs);
  const read = (stream: Readable): void => {
    source = stream
      .on("data", came)
      .on("end", () => finish(null))
      .on("error", flawed);
  };
  if (!isDecoded) read(response.on("error", broken));
  else {
    response.on("error", broken);
    // Some declare a coding and send no body.
    response.once("end", () => source === response && finish(null));
    response.once("data", (first: Uint8Array<ArrayBuffer>) => {
      const decoder = decode(first);
      read(decoder);
      // Decoded are then all bytes that came before.
      response.off("error", broken).on("error", (error) => decoder.write("", () => broken(error)));
      sent += first.length;
      decoder.write(first);
      response.on("data", (more: Uint8Array) => {
        sent += more.length;
      });
      response.pipe(decoder);
    });
  }
  return Object.assign(body, {
    headers: isDecoded ? decodedHeaders : headers,
    // Polly.js takes no more.
    statusCode: Math.min(head.status, 599),
  });
}

/** Returns how an answer broke off; null if it did not: what came was no HTTP, or the recorder ended it. */
function breakOf({ socket }: IncomingMessage, error: Error): Cut | null {
  const code = codeOf(error);
  if (code === "ETIMEDOUT") return "stall";
  if (code === "ECLOSED" || code.startsWith("HPE_")) return null;
  return socket?.errored && codeOf(socket.errored) === "ECONNRESET" ? "reset" : "truncation";
}

function headOf({ statusCode = 0, statusMessage, rawHeaders }: IncomingMessage): ResponseHead {
  const headers = rawFields(rawHeaders).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { status: statusCode, ...ownReason(statusCode, statusMessage), headers };
}

/** Returns Node's headers, but keeps repeated fields apart: many clients read each by itself. */
function listedHeaders({ headers, rawHeaders }: IncomingMessage): IncomingHttpHeaders {
  if (Object.keys(headers).length * 2 === rawHeaders.length) return headers;
  const came = Object.groupBy(rawFields(rawHeaders), ([name]) => name.toLowerCase());
  const listed = Object.entries(headers).map(([name, value]) => {
    const values = came[name]?.map(([, each]) => each) ?? [];
    return [name, values.length > 1 && value === values.join(", ") ? values : value];
  });
  return Object.fromEntries(listed);
}
