// Where the spellings of many secrets may be in a text, by five characters and a hash of each. In columns and without
// the spellings, since a message may have hundreds of thousands: as objects they took 150 MB. Read next: secret-index.ts.
import { codesIn, longestStretch } from "../read/codes.ts";
import type { Span } from "../read/span.ts";

/** Where a spelling probably is: it has the same length and hash. */
export interface ProbableForm<Owner> extends Span {
  readonly owner: Owner;
  /** Which of its owner's it is. */
  readonly nth: number;
}

/** Spellings; the oldest are forgotten first. */
export interface FormTable<Owner> {
  /** @param forms At least {@link pieceLength} characters each, and 256 at most. */
  add(forms: readonly string[], owner: Owner): void;
  /** Forgets the spellings that were added first, if they are of this owner. */
  drop(owner: Owner): void;
  /** Returns the positions of a stretch at which characters stand by which a spelling is found. */
  placesIn(text: string, from: number): readonly number[];
  /** Returns the spellings that are found by the characters at a position. */
  formsAt(text: string, at: number): readonly ProbableForm<Owner>[];
}

export const pieceLength = 5;
/** Characters of a form among which its piece is chosen, number of candidates, and of forms that share it at which it is a bad one. */
const [mostLookedAt, mostCandidates, mostSharing] = [512, 8, 16];
const shortestRun = 8;
/** In few steps, as each links all forms anew: the last of them as many as 20,000 secrets usually have. */
const sizes = [2 ** 8, 2 ** 13, 2 ** 16, 2 ** 19];
/** Of which at most a quarter is used. */
const slotsOfForm = 4;

const mostOfOwner = 256;

/** Makes an empty table. */
export function createFormTable<Owner>(): FormTable<Owner> {
  // A ring: the oldest form is at `first`.
  let [first, count] = [0, 0];
  let keys = new Int32Array(0);
  // Where the piece is in the form, and which of its owner's it is.
  let places = keys;
  let lengths = keys;
  let hashes = keys;
  // Of the first characters alone: a whole long form is hashed where it begins like that.
  let heads = keys;
  let next = keys;
  let owners: (Owner | undefined)[] = [];
  // For each slot the number of its last form, from 1 on; the next one of the last is the first.
  let ends = keys;

  const slotOf = (key: number): number => (Math.imul(key, 0x9e3779b1) >>> 8) & (ends.length - 1);
  const nthAt = (at: number): number => (first + at) & (keys.length - 1);
  const link = (nth: number): void => {
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
    [keys, places, lengths, heads, hashes, next] = [
      moved(keys),
      moved(places),
      moved(lengths),
      moved(heads),
      moved(hashes),
      new Int32Array(size),
    ];
    owners = owners.slice(first).concat(owners.slice(0, first));
    ends = new Int32Array(size * slotsOfForm);
    first = 0;
    for (let at = 0; at < count; at++) link(at);
  };
  // At most so many.
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

  const addForm = (text: string, owner: Owner, nth: number): void => {
    if (count === keys.length) grow();
    // The piece that finds the fewest others: many secrets begin alike.
    let [piece, key, least] = [0, 0, Number.POSITIVE_INFINITY];
    const codes = codesIn(text, 0, Math.min(text.length, mostLookedAt));
    const many = candidates(codes, text.length);
    for (let tried = 0; tried < many; tried++) {
      const each = candidate[tried] as number;
      const own = each + pieceLength <= mostLookedAt ? keyOf(codes, each) : keyAt(text, each);
      const others = sharing(own, mostSharing);
      if (others < least) [piece, key, least] = [each, own, others];
      if (others === 0) break;
    }
    const at = nthAt(count);
    [keys[at], places[at], owners[at]] = [key, piece * mostOfOwner + nth, owner];
    [lengths[at], heads[at], hashes[at]] = [text.length, headOf(text, 0, text.length), hashOf(text, 0, text.length)];
    count += 1;
    link(at);
  };

  return {
    add: (forms, owner) => forms.forEach((text, nth) => void addForm(text, owner, nth)),
    drop(owner) {
      for (; count > 0 && owners[first] === owner; first = nthAt(1), count -= 1) {
        // Within its slot, too, it is the first.
        const slot = slotOf(keys[first] as number);
        const last = (ends[slot] as number) - 1;
        if (last === first) ends[slot] = 0;
        else next[last] = next[first] as number;
        owners[first] = undefined;
      }
    },
    placesIn(text, from) {
      const places: number[] = [];
      const codes = codesIn(text, from, from + longestStretch + pieceLength);
      const stop = Math.min(longestStretch, text.length - from - pieceLength + 1);
      let key = keyOf(codes, 0) >> 6;
      for (let at = 0; at < stop; at++) {
        key = ((key << 6) | ((codes[at + pieceLength - 1] as number) & 63)) & longestKey;
        if (sharing(key, 1) > 0) places.push(from + at);
      }
      return places;
    },
    formsAt(text, at) {
      const found: ProbableForm<Owner>[] = [];
      const key = keyAt(text, at);
      const last = (ends[slotOf(key)] as number) - 1;
      // Of forms that are alike, once.
      let hashed = { start: -1, end: -1, hash: 0 };
      for (let nth = last; nth >= 0; ) {
        nth = next[nth] as number;
        const place = places[nth] as number;
        const start = at - Math.floor(place / mostOfOwner);
        const end = start + (lengths[nth] as number);
        if (keys[nth] === key && start >= 0 && end <= text.length && heads[nth] === headOf(text, start, end)) {
          if (hashed.start !== start || hashed.end !== end) hashed = { start, end, hash: hashOf(text, start, end) };
          if (hashed.hash === hashes[nth])
            found.push({ owner: owners[nth] as Owner, start, end, nth: place % mostOfOwner });
        }
        if (nth === last) break;
      }
      return found;
    },
  };
}

const longestKey = 2 ** (6 * pieceLength) - 1;

function keyOf(codes: Uint8Array, at: number): number {
  let key = 0;
  for (let nth = 0; nth < pieceLength; nth++) key = (key << 6) | ((codes[at + nth] as number) & 63);
  return key;
}

function keyAt(text: string, at: number): number {
  return keyOf(codesIn(text, at, at + pieceLength), 0);
}

function headOf(text: string, start: number, end: number): number {
  return hashOf(text, start, Math.min(end, start + 16));
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

// Within the longest run of letters and digits, since words are short; and at the end, as values that are counted, and
// JWTs, differ there. Filled into one list, since a message has a million forms; returns how many.
function candidates(codes: Uint8Array, length: number): number {
  const end = Math.min(length, mostLookedAt - pieceLength);
  let [from, most, start] = [0, 0, 0];
  for (let at = 0; at <= end; at++) {
    if (at < end && ofRun[codes[at] as number] === 1) continue;
    if (at - start > most) [from, most] = [start, at - start];
    start = at + 1;
  }
  if (most < shortestRun) [from, most] = [0, end];
  const room = most - pieceLength;
  const steps = Math.min(mostCandidates, room);
  candidate[0] = from + (room >> 1);
  for (let nth = 0; nth < steps; nth++) candidate[nth + 1] = from + Math.floor((nth * room) / steps);
  candidate[Math.max(0, steps) + 1] = length - pieceLength;
  return Math.max(0, steps) + 2;
}

const candidate = new Int32Array(mostCandidates + 2);

const ofRun = new Uint8Array(256);
for (const each of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") ofRun[each.charCodeAt(0)] = 1;
