// A body in a file, read piece by piece. How it got there is elsewhere: the recorder writes it as it comes, and
// `store/` keeps it beside its HAR. Read next: body.ts, body-mark.ts.
import type { FiledBody } from "../exchange.ts";
import { nodeModule } from "../node-module.ts";

const pieceBytes = 64 * 1024;

/** A body that is too large to be held while its message is in flight: it is read in pieces, any number of times. */
export interface SpooledBody {
  /** Length in bytes. */
  readonly length: number;
  pieces(): AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Present for a recorded body, which holds nothing to hide. */
  readonly filed?: FiledBody;
}

/**
 * Returns whether a body comes in pieces.
 * @example
 * isSpooled(new Uint8Array()); // false
 */
export function isSpooled(body: Uint8Array | SpooledBody | null): body is SpooledBody {
  return body !== null && "pieces" in body;
}

/** Returns a file's bytes as a body in pieces. */
export function spooledBody(body: FiledBody): SpooledBody {
  return {
    length: body.bytes,
    filed: body,
    async *pieces() {
      yield* chunksIn(body);
    },
  };
}

/** Returns held bytes as a body in pieces. */
export function heldPieces(bytes: Uint8Array): SpooledBody {
  return {
    length: bytes.length,
    async *pieces() {
      yield bytes as Uint8Array<ArrayBuffer>;
    },
  };
}

/** Reads all pieces of a body, for callers that need it whole. */
export async function collected(body: SpooledBody): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(body.length);
  let at = 0;
  for await (const piece of body.pieces()) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Which bytes of a body to read, and how. */
interface ChunksOptions {
  /** The first byte, from 0. */
  readonly first?: number;
  /** The last byte, inclusive. */
  readonly last?: number;
  /** Whether a piece may be reused for the next one. Default: false. */
  readonly passing?: boolean;
}

/**
 * Reads a body from a file, each piece when it is taken.
 * @throws RangeError if the file ends before the body does: it was changed.
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

/** Returns whether a body in a file contains a text. Its bytes are searched: 16 MB of text take twice as long. */
export function fileIncludes(body: FiledBody, wanted: string): boolean {
  const { Buffer } = (nodeModule as NodeJS.Process["getBuiltinModule"])("node:buffer");
  const reach = Buffer.byteLength(wanted) - 1;
  let before = Buffer.alloc(0);
  for (const piece of chunksIn(body, { passing: true })) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    if (bytes.includes(wanted) || Buffer.concat([before, bytes.subarray(0, reach)]).includes(wanted)) return true;
    before = Buffer.concat([before, bytes.subarray(-reach)]).subarray(-reach);
  }
  return false;
}
