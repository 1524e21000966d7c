// A body that is read in pieces when it is sent: that of a recording in a file of its own, which is never held in memory,
// and a long one in which addresses are replaced.
import type { FiledBody, RecordedChunk } from "@tapedeck/tape";
import {
  type ChunkChange,
  chunksIn,
  cutPieces,
  finish,
  followChunks,
  inTurns,
  joined,
  nextTurn,
  type Steps,
  streamRewriter,
} from "@tapedeck/tape/internal";
import type { Chunk, PiecedChunks } from "../deliver/outcome.ts";

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
  /** Finds its length in turns with the event loop; null if it is known. Default: it is. */
  measure?(): Promise<void> | null;
  /** Finds its chunks, if it is cut elsewhere than it was recorded. */
  cuts?(): Promise<readonly RecordedChunk[]>;
  /** Makes it as a whole, if its text is in memory: what changes more of it needs that. */
  held?(): BodyInMemory;
}

/** A body in memory, and where it is cut; null if it is no stream. */
export interface BodyInMemory {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly chunks: readonly RecordedChunk[] | null;
}

/** Returns whether a body is read in pieces. By its members: under jsdom, Node's bytes are no `Uint8Array` of the page's. */
export function isPieced(body: Uint8Array | PiecedBody | null): body is PiecedBody {
  return body !== null && "pieces" in body;
}

/** Cuts a body into the recorded chunks, or into its own, each read when it is taken. */
export function piecedChunks(body: PiecedBody, chunks: readonly RecordedChunk[]): PiecedChunks | AsyncIterable<Chunk> {
  if (body.cuts) return cutLate(body, body.cuts);
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

/** Makes a body of bytes. */
export function piecedBytes(bytes: Uint8Array<ArrayBuffer>): PiecedBody {
  return {
    length: bytes.length,
    slice: (start, end) => piecedBytes(bytes.subarray(start, end)),
    *pieces() {
      for (let at = 0; at < bytes.length; at += bytesInTurn) yield bytes.subarray(at, at + bytesInTurn);
    },
  };
}

/**
 * Returns a body with one origin replaced by another. Its length and its chunks are found by reading it once more, when
 * they are first asked for: the length at one go, the chunks in turns.
 * @param chunks Where it was cut when it was recorded; null if it is no stream.
 * @param held Makes it as a whole; null if it is in a file.
 */
export function rewrittenPieces(
  body: PiecedBody,
  from: readonly string[],
  to: string,
  chunks: readonly RecordedChunk[] | null,
  held: (() => BodyInMemory) | null = null,
): PiecedBody {
  const pieces = (passing = false): Iterable<Uint8Array<ArrayBuffer>> =>
    changed(body.pieces(passing), streamRewriter(from, to));
  let length: number | null = null;
  let measured: Promise<void> | null = null;
  let cuts: Promise<readonly RecordedChunk[]> | null = null;
  const part = (start: number, end: number): PiecedBody => ({
    length: end - start,
    slice: (first, last) => part(start + first, Math.min(start + last, end)),
    pieces: (passing) => within(pieces(passing), start, end),
  });
  return {
    get length() {
      length ??= finish(lengthSteps(pieces(true)));
      return length;
    },
    measure() {
      if (length !== null) return null;
      measured ??= inTurns(lengthSteps(pieces(true))).then(
        (counted) => {
          length = counted;
        },
        (error: unknown) => {
          measured = null;
          throw error;
        },
      );
      return measured;
    },
    slice(start, end) {
      return part(start, Math.min(end, this.length));
    },
    pieces,
    ...(held && { held }),
    ...(chunks && {
      cuts() {
        cuts ??= cutAnew(body, streamRewriter(from, to), chunks).catch((error: unknown) => {
          cuts = null;
          throw error;
        });
        return cuts;
      },
    }),
  };
}

/** Reads a whole body, for callers that cannot take it in pieces. */
export function wholeBody(body: Uint8Array<ArrayBuffer> | PiecedBody): Uint8Array<ArrayBuffer> {
  return isPieced(body) ? joined([...body.pieces()]) : body;
}

function* lengthSteps(pieces: Iterable<Uint8Array>): Steps<number> {
  let length = 0;
  for (const piece of pieces) {
    length += piece.length;
    yield;
  }
  return length;
}

async function* cutLate(body: PiecedBody, cuts: () => Promise<readonly RecordedChunk[]>): AsyncGenerator<Chunk> {
  yield* cutPieces(body.pieces(), await cuts());
}

async function cutAnew(
  body: PiecedBody,
  change: ChunkChange,
  chunks: readonly RecordedChunk[],
): Promise<readonly RecordedChunk[]> {
  const follower = followChunks();
  const followed = function* (): Generator<Uint8Array<ArrayBuffer>> {
    for (const piece of body.pieces()) {
      yield piece;
      // All its cuts are known by now.
      follower.became(change.chunk(piece));
    }
  };
  let sinceTurn = 0;
  for (const { bytes, afterMs } of cutPieces(followed(), chunks)) {
    follower.came(bytes, afterMs);
    sinceTurn += bytes.length;
    if (sinceTurn < bytesInTurn) continue;
    sinceTurn = 0;
    await nextTurn();
  }
  follower.became(change.end());
  return follower.end();
}

const bytesInTurn = 256 * 1024;

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
