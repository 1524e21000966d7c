// A body that is read in pieces when it is sent, and never held in memory: the body of a recording in a file of its
// own.
import type { FiledBody, RecordedChunk } from "@tapedeck/tape";
import { type ChunkChange, chunksIn, cutPieces, followChunks, joined, streamRewriter } from "@tapedeck/tape/internal";
import type { PiecedChunks } from "../deliver/outcome.ts";

/** A body, or a part of one, that is read in pieces. */
export interface PiecedBody {
  /** Length in bytes. */
  readonly length: number;
  /** Returns a part of it, like `slice` of an array. */
  slice(start: number, end: number): PiecedBody;
  /**
   * Reads it, each piece when it is taken.
   * @param passing Whether a piece may be overwritten by the next one. Default: false.
   */
  pieces(passing?: boolean): Iterable<Uint8Array<ArrayBuffer>>;
}

/** Returns whether a body is read in pieces. By its members: under jsdom, Node's bytes are no `Uint8Array` of the page's. */
export function isPieced(body: Uint8Array | PiecedBody | null): body is PiecedBody {
  return body !== null && "pieces" in body;
}

/** Cuts a body into the recorded chunks, each read when it is taken. */
export function piecedChunks(body: PiecedBody, chunks: readonly RecordedChunk[]): PiecedChunks {
  return {
    [Symbol.iterator]: () => cutPieces(body.pieces(), chunks)[Symbol.iterator](),
    passing: () => cutPieces(body.pieces(true), chunks),
  };
}

/**
 * Makes a body of a file.
 * @example
 * [...piecedBody(file).slice(0, 5).pieces()]; // its first five bytes
 */
export function piecedBody(body: FiledBody, start = 0, end: number = body.bytes): PiecedBody {
  const length = Math.max(0, Math.min(end, body.bytes) - start);
  return {
    length,
    slice: (from, to) => piecedBody(body, start + from, start + Math.min(to, length)),
    pieces: (passing = false) => chunksIn(body, { first: start, last: start + length - 1, passing }),
  };
}

/**
 * Returns a body with one origin replaced by another; reads it once beforehand, for its new length and chunk
 * boundaries.
 */
export function rewrittenPieces(
  body: FiledBody,
  from: readonly string[],
  to: string,
  chunks: readonly RecordedChunk[] | null,
): readonly [body: PiecedBody, chunks: readonly RecordedChunk[]] {
  const rewrite = streamRewriter(from, to);
  // To follow where it was cut takes three times as long.
  const follower = chunks === null ? null : followChunks();
  let length = 0;
  const became = (bytes: Uint8Array<ArrayBuffer>): void => {
    length += bytes.length;
    follower?.became(bytes);
  };
  for (const { bytes, afterMs } of cutPieces(chunksIn(body), chunks ?? [])) {
    follower?.came(bytes, afterMs);
    became(rewrite.chunk(bytes));
  }
  became(rewrite.end());
  const part = (start: number, end: number): PiecedBody => ({
    length: end - start,
    slice: (first, last) => part(start + first, Math.min(start + last, end)),
    pieces: () => within(changed(chunksIn(body), streamRewriter(from, to)), start, end),
  });
  return [part(0, length), follower?.end() ?? []];
}

/** Reads a whole body, for callers that cannot take it in pieces. */
export function wholeBody(body: Uint8Array<ArrayBuffer> | PiecedBody): Uint8Array<ArrayBuffer> {
  return isPieced(body) ? joined([...body.pieces()]) : body;
}

function* changed(pieces: Iterable<Uint8Array<ArrayBuffer>>, change: ChunkChange): Generator<Uint8Array<ArrayBuffer>> {
  for (const piece of pieces) yield change.chunk(piece);
  yield change.end();
}

function* within(
  pieces: Iterable<Uint8Array<ArrayBuffer>>,
  start: number,
  end: number,
): Generator<Uint8Array<ArrayBuffer>> {
  let at = 0;
  for (const piece of pieces) {
    const part = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += piece.length;
    if (part.length > 0) yield part;
    if (at >= end) return;
  }
}
