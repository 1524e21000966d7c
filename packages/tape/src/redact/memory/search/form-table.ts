// Where the spellings of many secrets may be in a text, by the key of a piece of each. In columns and without the
// spellings, since a message may have hundreds of thousands: as objects they took 150 MB. Read next: secret-index.ts.
import { codesIn, longestStretch } from "../../read/codes.ts";
import { longestKey, pieceLength, sixBits } from "./spellings.ts";

/** Pieces, by their keys; the oldest are forgotten first. */
export interface FormTable<Owner> {
  /** @param place Tells the owner which of its pieces it is. */
  add(key: number, place: number, owner: Owner): void;
  /** Forgets the pieces that were added first, if they are of this owner. */
  drop(owner: Owner): void;
  /** Returns how many pieces have a key: at most so many. */
  sharing(key: number, most: number): number;
  /** Returns the positions of a stretch at which a piece stands. */
  placesIn(text: string, from: number): readonly number[];
  /** Calls for each piece that stands at a position. */
  piecesAt(text: string, at: number, found: (owner: Owner, place: number) => void): void;
}

/** In few steps, as each links all pieces anew: the last of them as many as 20,000 secrets usually have. */
const sizes = [2 ** 8, 2 ** 13, 2 ** 16, 2 ** 19];
/** A probe of those seldom leaves the processor's cache, as one of the slots does. */
const bitsOfPiece = 8;

/** Makes an empty table. */
export function createFormTable<Owner>(): FormTable<Owner> {
  // A ring: the oldest piece is at `first`.
  let [first, count] = [0, 0];
  let keys = new Int32Array(0);
  let places = keys;
  let next = keys;
  let owners: (Owner | undefined)[] = [];
  // For each slot the number of its last piece, from 1 on; the next one of the last is the first.
  let ends = keys;
  // Whether a piece may have a key: also one of those that were forgotten lately.
  let bits = keys;
  let forgotten = 0;
  let bitsOfHash = 0;

  // The bit of a key, and its slot.
  const bitOf = (key: number): number => Math.imul(key ^ (key >>> 15), 0x9e3779b1) >>> (32 - bitsOfHash);
  const slotOf = (key: number): number => Math.floor(bitOf(key) / bitsOfPiece);
  const mark = (nth: number): void => {
    const bit = bitOf(keys[nth] as number);
    bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
  };
  const mayHave = (key: number): boolean => {
    const bit = bitOf(key);
    return (((bits[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
  };
  const nthAt = (at: number): number => (first + at) & (keys.length - 1);
  const link = (nth: number): void => {
    mark(nth);
    const slot = slotOf(keys[nth] as number);
    const last = (ends[slot] as number) - 1;
    next[nth] = last < 0 ? nth : (next[last] as number);
    if (last >= 0) next[last] = nth;
    ends[slot] = nth + 1;
  };
  const grow = (): void => {
    const size = sizes.find((each) => each > count) ?? count * 2;
    const moved = (column: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(size);
      larger.set(column.subarray(first));
      larger.set(column.subarray(0, first), column.length - first);
      return larger;
    };
    [keys, places, next] = [moved(keys), moved(places), new Int32Array(size)];
    owners = owners.slice(first).concat(owners.slice(0, first));
    ends = new Int32Array(size);
    bits = new Int32Array((size * bitsOfPiece) / 32);
    bitsOfHash = Math.log2(size * bitsOfPiece);
    first = 0;
    for (let at = 0; at < count; at++) link(at);
  };
  const sharing = (key: number, most: number): number => {
    const last = (ends[slotOf(key)] as number) - 1;
    let found = 0;
    for (let nth = last; nth >= 0 && found < most; ) {
      nth = next[nth] as number;
      if (keys[nth] === key) found += 1;
      if (nth === last) break;
    }
    return found;
  };

  return {
    add(key, place, owner) {
      if (count === keys.length) grow();
      const at = nthAt(count);
      [keys[at], places[at], owners[at]] = [key, place, owner];
      count += 1;
      link(at);
    },
    sharing,
    drop(owner) {
      for (; count > 0 && owners[first] === owner; first = nthAt(1), count -= 1) {
        // Within its slot, too, it is the first.
        const slot = slotOf(keys[first] as number);
        const last = (ends[slot] as number) - 1;
        if (last === first) ends[slot] = 0;
        else next[last] = next[first] as number;
        owners[first] = undefined;
        forgotten += 1;
      }
      if (forgotten < keys.length) return;
      forgotten = 0;
      bits.fill(0);
      for (let at = 0; at < count; at++) mark(nthAt(at));
    },
    placesIn(text, from) {
      const places: number[] = [];
      const codes = codesIn(text, from, from + longestStretch + pieceLength);
      const stop = Math.min(longestStretch, text.length - from - pieceLength + 1);
      let key = 0;
      for (let nth = 0; nth < pieceLength - 1; nth++) key = (key << 6) | (sixBits[codes[nth] as number] as number);
      for (let at = 0; at < stop; at++) {
        key = ((key << 6) | (sixBits[codes[at + pieceLength - 1] as number] as number)) & longestKey;
        if (mayHave(key) && sharing(key, 1) > 0) places.push(from + at);
      }
      return places;
    },
    piecesAt(text, at, found) {
      let key = 0;
      for (let nth = 0; nth < pieceLength; nth++)
        key = (key << 6) | (sixBits[text.charCodeAt(at + nth) & 255] as number);
      const last = (ends[slotOf(key)] as number) - 1;
      for (let nth = last; nth >= 0; ) {
        nth = next[nth] as number;
        if (keys[nth] === key) found(owners[nth] as Owner, places[nth] as number);
        if (nth === last) break;
      }
    },
  };
}
