// Decodes the codings of a `content-encoding` header, within limits, for bodies from a socket and bodies in files. It
// compresses nothing (serve/compress.ts does). Read next: body.ts, which stores the bytes.

import { nodeModule } from "../node-module.ts";
import { joined } from "./body.ts";
import { heldPieces } from "./filed-body.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Limits for decoding. */
interface DecodeLimits {
  /** Bytes of the decoded body, and of every stage before it. Default: 64 MiB. */
  readonly maxBytes?: number | undefined;
  /**
   * Maximum ratio of the decoded to the encoded length, beyond the first MiB. Default: {@link mostTimesLarger}.
   */
  readonly maxRatio?: number | undefined;
}

/** A body is in a coding that cannot be decoded here. Its code is `ECODING:` and the coding. */
export class UnknownCodingError extends RangeError {
  override readonly name = "UnknownCodingError";
  readonly code: string;
  constructor(coding: string) {
    // The header's text goes into messages.
    const shown = coding.replace(/[^\w.+ -]/g, "").slice(0, 30) || "(none)";
    super(`its content-encoding "${shown}" is not known`);
    this.code = `ECODING:${shown}`;
  }
}

/** What is too large: the body, as sent, as decoded, or for what was sent; a secret in it, or the number of values of one. */
type Stage = "sent" | "decoded" | "ratio" | "secret" | "values";

const tooLarge: Readonly<Record<Stage, readonly [code: string, message: (limit: number) => string]>> = {
  sent: ["EBODYTOOLARGE", (limit) => `The body is larger than ${limit} bytes`],
  decoded: ["EBODYTOOLARGE", (limit) => `The body is larger than ${limit} bytes once it is decoded`],
  ratio: [
    "EBODYRATIO",
    (limit) => `The body is larger than ${limit} bytes once it is decoded, too much for what was sent`,
  ],
  secret: ["ESECRETTOOLARGE", (limit) => `A secret in the body is larger than ${limit} bytes`],
  values: ["ESECRETTOOLARGE", (limit) => `A secret in the body has more than ${limit} values`],
};

/** A body is larger than allowed, as sent or as decoded. */
export class BodyTooLargeError extends RangeError {
  override readonly name = "BodyTooLargeError";
  /** Which bound it passes: `EBODYTOOLARGE`, `EBODYRATIO` or `ESECRETTOOLARGE`. */
  readonly code: string;
  /** The allowed number of bytes. */
  readonly limit: number;
  constructor(limit: number, stage: Stage = "sent") {
    const [code, message] = tooLarge[stage];
    super(message(limit));
    this.code = code;
    this.limit = limit;
  }
}

/** gzip and deflate reach 1032; more is a bomb in `br` or `zstd`, or nested codings. */
export const mostTimesLarger = 1100;

const mebibyte = 1024 * 1024;

/** Maximum number of nested codings; a body with more was made to be expensive. curl allows as many. */
const maxCodings = 5;

/** Number of bodies that are decoded at the same time: each may take `maxBytes`. */
const maxConcurrent = 2;

type Coding = "br" | "deflate" | "gzip" | "zstd";

/** Codings by all their names; null if there is nothing to decode. */
const codings: Readonly<Record<string, Coding | null>> = {
  // Empty elements of a list mean nothing (RFC 9110, section 5.6.1).
  "": null,
  br: "br",
  deflate: "deflate",
  gzip: "gzip",
  identity: null,
  // Not registered, but sent.
  none: null,
  "x-gzip": "gzip",
  zstd: "zstd",
};

/**
 * Decodes the codings of a `content-encoding` header, the last one first, without blocking the event loop.
 * @throws UnknownCodingError for a coding that is unknown, or that this runtime lacks.
 * @throws BodyTooLargeError for a body that would exceed the limits; no more than they allow is ever held.
 * @throws Error (code `Z_…`, `ZSTD_…`, `ERR_…`) for bytes that do not match the header.
 * @see RFC 9110, section 8.4
 * @example
 * await decodeContent(gzipped, "gzip", { maxBytes: 16 * 1024 * 1024 }); // the bytes within
 */
export async function decodeContent(
  bytes: Uint8Array,
  contentEncoding: string,
  limits: DecodeLimits = {},
): Promise<Uint8Array> {
  const names = codingsIn(contentEncoding);
  // A response without a body, as to HEAD, still names its coding.
  if (bytes.length === 0 || names.length === 0) return bytes;
  const within = limitFor(bytes.length, limits);
  await turn();
  try {
    let decoded = bytes;
    for (const name of names) decoded = await gathered(decodedOnce(heldPieces(decoded).pieces(), name), within);
    return decoded;
  } finally {
    endTurn();
  }
}

/**
 * Does the same synchronously, for files that are read as a whole. Not in browsers.
 * @throws UnknownCodingError, BodyTooLargeError and Error as {@link decodeContent} does.
 * @example
 * decodeContentSync(gzipped, "gzip"); // the bytes within
 */
export function decodeContentSync(bytes: Uint8Array, contentEncoding: string, limits: DecodeLimits = {}): Uint8Array {
  const { limit, stage } = limitFor(bytes.length, limits);
  let decoded = bytes;
  for (const name of codingsIn(contentEncoding)) {
    if (decoded.length === 0) break;
    const [method] = decoderFor(name, decoded);
    const decode =
      nodeModule?.("node:zlib")?.[`${method.charAt(0).toLowerCase()}${method.slice(1)}Sync` as "gunzipSync"];
    if (!decode) throw new UnknownCodingError(name);
    try {
      decoded = decode(decoded, { maxOutputLength: limit });
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      throw code === "ERR_BUFFER_TOO_LARGE" ? new BodyTooLargeError(limit, stage) : error;
    }
  }
  return decoded;
}

/**
 * Does the same for a body in pieces, and decodes each when it is taken.
 * @throws UnknownCodingError, BodyTooLargeError and Error as {@link decodeContent} does.
 */
export async function* decodedPieces(
  pieces: AsyncIterable<Bytes>,
  contentEncoding: string,
  { maxBytes = Number.POSITIVE_INFINITY, maxRatio }: DecodeLimits = {},
): AsyncGenerator<Bytes> {
  let [sent, length] = [0, 0];
  async function* counted(): AsyncGenerator<Bytes> {
    for await (const piece of pieces) {
      sent += piece.length;
      yield piece;
    }
  }
  let decoded: AsyncIterable<Bytes> = counted();
  for (const name of codingsIn(contentEncoding)) decoded = decodedOnce(decoded, name);
  for await (const bytes of decoded) {
    length += bytes.length;
    const { limit, stage } = limitFor(sent, { maxBytes, maxRatio });
    if (length > limit) throw new BodyTooLargeError(limit, stage);
    yield bytes;
  }
}

async function* decodedOnce(pieces: AsyncIterable<Bytes>, name: Coding): AsyncGenerator<Bytes> {
  const coming = pieces[Symbol.asyncIterator]();
  const first = await coming.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<Bytes> {
    for (let next = first; !next.done; next = await coming.next()) yield next.value;
  }
  const [zlib, stream] = [nodeModule?.("node:zlib"), nodeModule?.("node:stream")];
  const [method, format] = decoderFor(name, first.value);
  // The zlib of an early Node 22 has no zstd.
  const decoder = zlib?.[`create${method}`]?.({ chunkSize: pieceBytes });
  // A flaw in a piece is an error for its reader.
  if (decoder && stream) yield* stream.pipeline(stream.Readable.from(all()), decoder, () => {}) as AsyncIterable<Bytes>;
  else yield* platformDecoded(all(), name, format);
}

/** By the platform's own decoder, for browsers. */
function platformDecoded(pieces: AsyncGenerator<Bytes>, name: Coding, format: string): AsyncIterable<Bytes> {
  const sent = new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  try {
    return sent.pipeThrough(new DecompressionStream(format as "gzip")) as unknown as AsyncIterable<Bytes>;
  } catch {
    throw new UnknownCodingError(name);
  }
}

/**
 * Returns whether a body's codings can be decoded here.
 * @example
 * isDecodable("gzip"); // true; false for "aws-chunked"
 */
export function isDecodable(contentEncoding: string): boolean {
  try {
    return codingsIn(contentEncoding).length > 0;
  } catch {
    return false;
  }
}

/**
 * Returns whether a header names one coding, and it is none that compresses here: some services write `utf-8`, and storage
 * keeps `aws-chunked`. The body is kept and sent as it came, with the header, as every client takes it.
 * @example
 * isCodedByName("utf-8"); // true; false for "gzip", and for "gzip, utf-8", within which text could be
 */
export function isCodedByName(contentEncoding: string): boolean {
  return !contentEncoding.includes(",") && !Object.hasOwn(codings, contentEncoding.trim().toLowerCase());
}

/**
 * Returns whether a field describes how a body was encoded. Bodies are stored and passed on decoded: with such a field,
 * every client would decompress plain text.
 * @example
 * isOfEncodedBody(["content-encoding", "gzip"]); // true
 */
export function isOfEncodedBody([name, value]: readonly [name: string, value: string]): boolean {
  return name === "content-length" || (name === "content-encoding" && !isCodedByName(value));
}

function codingsIn(contentEncoding: string): readonly Coding[] {
  if (isCodedByName(contentEncoding)) return [];
  const names = contentEncoding.toLowerCase().split(",", maxCodings + 1);
  if (names.length > maxCodings) throw new UnknownCodingError("of more than five stages");
  return names.reverse().flatMap((name) => {
    const coding = codings[name.trim()];
    if (coding === undefined) throw new UnknownCodingError(name.trim());
    return coding ?? [];
  });
}

interface DecodeLimit {
  readonly limit: number;
  /** Which of the limits it is. */
  readonly stage: Stage;
}

function limitFor(
  encoded: number,
  { maxBytes = 64 * mebibyte, maxRatio = mostTimesLarger }: DecodeLimits,
): DecodeLimit {
  const limit = Math.max(mebibyte, Math.floor(encoded * maxRatio));
  return limit < maxBytes ? { limit, stage: "ratio" } : { limit: maxBytes, stage: "decoded" };
}

/**
 * Returns whether bytes begin with a zlib header.
 * @see RFC 1950, section 2.2
 */
export function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0;
}

/** By their names in `node:zlib`, and in the platform's streams. */
const decoders = {
  br: ["BrotliDecompress", "brotli"],
  deflate: ["Inflate", "deflate"],
  "deflate-raw": ["InflateRaw", "deflate-raw"],
  gzip: ["Gunzip", "gzip"],
  zstd: ["ZstdDecompress", "zstd"],
} as const;

function decoderFor(name: Coding, bytes: Uint8Array) {
  // Named after the zlib format, but some send the raw stream inside it.
  return decoders[name === "deflate" && !isZlib(bytes) ? "deflate-raw" : name];
}

// Deno decodes on the serving thread: after this many bytes, other requests have their turn. Captured before a test can
// replace it.
const pieceBytes = 64 * 1024;
const { setImmediate: soon } = globalThis as { readonly setImmediate?: (call: () => void) => void };
const turns = "Deno" in globalThis ? soon : undefined;

async function gathered(pieces: AsyncIterable<Uint8Array>, { limit, stage }: DecodeLimit): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > limit) throw new BodyTooLargeError(limit, stage);
    all.push(piece);
    if (turns) await new Promise<void>((resolve) => turns(resolve));
  }
  return joined(all);
}

let running = 0;
const waiting: Array<() => void> = [];

/** Waits until fewer than {@link maxConcurrent} bodies are being decoded. */
async function turn(): Promise<void> {
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
}

function endTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}
