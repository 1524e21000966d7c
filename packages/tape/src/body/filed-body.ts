// A body that lies in a file, read piece by piece. Not how it comes there: the recorder writes it as it comes, and `store/`
// keeps it beside its HAR. Read next: body.ts, body-mark.ts.
import type { FiledBody } from "../exchange.ts";
import { nodeModule } from "../node-module.ts";

const pieceBytes = 64 * 1024;

/** A body that is too large to be held while its message is on its way: it is read in pieces, as often as it takes. */
export interface SpooledBody {
  /** In bytes. */
  readonly length: number;
  pieces(): AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Where it is a recorded one: nothing in it is left to hide. */
  readonly filed?: FiledBody;
}

/**
 * Whether a body comes in pieces.
 * @example
 * isSpooled(new Uint8Array()); // false
 */
export function isSpooled(body: Uint8Array | SpooledBody | null): body is SpooledBody {
  return body !== null && "pieces" in body;
}

/** Gives the bytes of a file as a body on its way. */
export function spooledBody(body: FiledBody): SpooledBody {
  return {
    length: body.bytes,
    filed: body,
    async *pieces() {
      yield* chunksIn(body);
    },
  };
}

/** What is held, as a body that is read in pieces. */
export function heldPieces(bytes: Uint8Array): SpooledBody {
  return {
    length: bytes.length,
    async *pieces() {
      yield bytes as Uint8Array<ArrayBuffer>;
    },
  };
}

/** All of a body in pieces, for who takes no other. */
export async function collected(body: SpooledBody): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(body.length);
  let at = 0;
  for await (const piece of body.pieces()) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Which bytes of a body are read, and how. */
interface ChunksOptions {
  /** The first, from 0. */
  readonly first?: number;
  /** The last one, included. */
  readonly last?: number;
  /** Whether a piece is no more needed when the next one is taken. Default: false. */
  readonly passing?: boolean;
}

/**
 * Reads a body that lies in a file, a piece at a time, each when it is taken.
 * @throws RangeError if the file ends before the body does: it was changed since.
 * @example
 * for (const bytes of chunksIn(body)) hash.update(bytes);
 */
export function* chunksIn(
  { path, descriptor: held, start = 0, bytes }: Pick<FiledBody, "path" | "descriptor" | "start" | "bytes">,
  { first = 0, last = bytes - 1, passing = false }: ChunksOptions = {},
): Generator<Uint8Array<ArrayBuffer>> {
  const fs = nodeModule?.("node:fs");
  if (fs === undefined) throw new RangeError("a body in a file cannot be read here");
  const descriptor = held ?? fs.openSync(path, "r");
  try {
    let piece = new Uint8Array(Math.min(pieceBytes, Math.max(0, last + 1 - first)));
    for (let at = first; at <= last; ) {
      const read = fs.readSync(descriptor, piece, 0, Math.min(piece.length, last + 1 - at), start + at);
      if (read === 0) throw new RangeError("its file ended before it did");
      yield piece.subarray(0, read);
      if (!passing) piece = new Uint8Array(piece.length);
      at += read;
    }
  } finally {
    if (held === undefined) fs.closeSync(descriptor);
  }
}
