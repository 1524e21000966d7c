// A body that lies in a file, read piece by piece. Not how it comes there: the recorder writes it as it comes, and `store/`
// keeps it beside its HAR. Read next: body.ts, body-mark.ts.
import type { FiledBody } from "./exchange.ts";

/** Bytes of a piece. */
export const pieceBytes: number = 64 * 1024;

// Asked for at run time: browsers have no such module, nor any body in a file.
const files = () =>
  (globalThis as { readonly process?: Partial<NodeJS.Process> }).process?.getBuiltinModule?.("node:fs");

/**
 * Reads a body that lies in a file, a piece at a time, each when it is taken.
 * @param first The first byte, from 0.
 * @param last The last one, included.
 * @throws RangeError if the file ends before the body does: it was changed since.
 * @example
 * for (const bytes of chunksIn(body)) hash.update(bytes);
 */
export function* chunksIn(
  { path, start = 0, bytes }: Pick<FiledBody, "path" | "start" | "bytes">,
  first = 0,
  last: number = bytes - 1,
): Generator<Uint8Array<ArrayBuffer>> {
  const fs = files();
  if (fs === undefined) throw new RangeError("a body in a file cannot be read here");
  const descriptor = fs.openSync(path, "r");
  try {
    for (let at = first; at <= last; ) {
      const piece = new Uint8Array(Math.min(pieceBytes, last + 1 - at));
      const read = fs.readSync(descriptor, piece, 0, piece.length, start + at);
      if (read === 0) throw new RangeError("its file ended before it did");
      yield read === piece.length ? piece : piece.subarray(0, read);
      at += read;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
