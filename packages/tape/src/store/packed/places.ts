import { Buffer } from "node:buffer";
import { placeBytes } from "./format.ts";

const placesInPiece = 4096;

/** Collects positions in the file: see {@link placeBytes}. */
export function createPlaces(): {
  readonly length: number;
  add(at: number, length: number): number;
  bytes(): Iterable<Uint8Array>;
} {
  // In pieces: one that doubles would be half empty.
  const pieces: Buffer[] = [];
  let count = 0;
  return {
    get length() {
      return count;
    },
    add(at, length) {
      const used = (count % placesInPiece) * placeBytes;
      if (used === 0) pieces.push(Buffer.alloc(placesInPiece * placeBytes));
      const piece = pieces.at(-1) as Buffer;
      piece.writeUIntLE(at, used, 6);
      piece.writeUInt32LE(length, used + 6);
      count += 1;
      return count - 1;
    },
    bytes: () => pieces.map((piece, nth) => piece.subarray(0, (count - nth * placesInPiece) * placeBytes)),
  };
}
