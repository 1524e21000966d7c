// How a value is spelled in the codings that no layer decodes: base64, also of base64, and hexadecimal. A spelling is read
// character by character and seldom written down, since a message may have hundreds of thousands. Read next: form-table.ts.

import { bytesToHex } from "@noble/hashes/utils.js";
import { latin1Text } from "../../../body/body.ts";
import { dropOldest } from "../../../drop-oldest.ts";
import { levelsOf } from "../../read/coded/decode.ts";
import type { Span } from "../../read/span.ts";
import { finish } from "../../steps.ts";

/** How characters stand for those of a text. Whatever is around a text in base64, these are the same. */
interface Spelling {
  readonly lengthOf: (text: string) => number;
  /** Returns the first character that stands for none in front of a position of the text. */
  readonly indexOf: (at: number) => number;
  readonly codeAt: (text: string, index: number) => number;
  /** Returns it in each alphabet. */
  readonly write: (text: string) => readonly string[];
}

/** A text, and the numbers of its spellings. */
export interface SpelledText {
  readonly text: string;
  readonly spellings: readonly number[];
}

/** Characters by whose key a spelling is found: five of the text determine as many of each spelling. */
export const pieceLength = 5;
export const longestKey: number = 2 ** (6 * pieceLength) - 1;

/** Keys appear in any coding, documents seldom in base64 of base64. */
const longestCodedTwice = 4096;
const shortestSpelling = 8;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const [standard, forUrls] = ["+/", "-_"].map((signs) => new TextEncoder().encode(letters + signs)) as [
  Uint8Array,
  Uint8Array,
];
const encoder = new TextEncoder();

/** Six bits for each byte: those of base64, in either alphabet. */
export const sixBits: Uint8Array = new Uint8Array(256).map((_, code) => code & 63);
for (const alphabet of [standard, forUrls]) for (const [bits, code] of alphabet.entries()) sixBits[code] = bits;

const asItStands: Spelling = {
  lengthOf: ({ length }) => length,
  indexOf: (at) => at,
  codeAt: (text, index) => text.charCodeAt(index),
  write: (text) => [text],
};

/** @param offset Bytes of its group of three before the text. */
function base64(offset: number, inner: Spelling = asItStands, alphabet: Uint8Array = standard): Spelling {
  // Only characters that share no bits with neighbours are the same each time.
  const lead = Math.ceil((offset * 8) / 6);
  return {
    lengthOf: (text) => Math.floor(((inner.lengthOf(text) + offset) * 8) / 6) - lead,
    indexOf: (at) => Math.ceil(((inner.indexOf(at) + offset) * 8) / 6) - lead,
    codeAt(text, index) {
      const bit = 6 * (index + lead) - 8 * offset;
      const two = (inner.codeAt(text, bit >> 3) << 8) | inner.codeAt(text, (bit >> 3) + 1);
      return alphabet[(two >> (10 - (bit & 7))) & 63] as number;
    },
    write: (text) =>
      inner.write(text).flatMap((said) => {
        const core = btoa("\0".repeat(offset) + said).slice(lead, Math.floor(((said.length + offset) * 8) / 6));
        return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
      }),
  };
}

function hexadecimal(digits: string): Spelling {
  const codes = encoder.encode(digits);
  return {
    lengthOf: ({ length }) => 2 * length,
    indexOf: (at) => 2 * at,
    codeAt: (text, index) => codes[(text.charCodeAt(index >> 1) >> (index % 2 === 0 ? 4 : 0)) & 15] as number,
    write: (text) => {
      const hex = bytesToHex(Uint8Array.from(text, (each) => each.charCodeAt(0)));
      return [digits === digits.toLowerCase() ? hex : hex.toUpperCase()];
    },
  };
}

const offsets = [0, 1, 2];
const once = offsets.map((offset) => base64(offset));
const twice = [standard, forUrls].map((alphabet) =>
  offsets.flatMap((first) => offsets.map((offset) => base64(offset, base64(first, asItStands, alphabet)))),
);
const hex = ["0123456789abcdef", "0123456789ABCDEF"].map(hexadecimal);
const spellings: readonly Spelling[] = [asItStands, ...once, ...twice.flat(), ...hex];
const numbersOf = (some: readonly Spelling[]): readonly number[] => some.map((each) => spellings.indexOf(each));
const [plain, inBase64, inHex] = [[asItStands], once, hex].map(numbersOf) as [number[], number[], number[]];
const [inBase64Twice, inBase64ForUrls] = twice.map(numbersOf) as [number[], number[]];
const usual: readonly number[] = [...inBase64, ...inBase64Twice, ...inHex];
const ofWord: readonly number[] = [...plain, ...usual];
// A byte of which base64 has a sign, which is another one for URLs.
const hasSign = /[>?~\x7f-\xff]/;

/** Returns what a value may stand for in a text: itself, its bytes, and what readers make of it. */
export function spelledTexts(value: string): readonly SpelledText[] {
  // Most are tokens.
  if (value.length <= longestCodedTwice && /^[\w.-]*$/.test(value)) return [{ text: value, spellings: ofWord }];
  const bytes = bytesOf(value);
  // A body that is not text is searched with one character for each byte.
  const texts = new Map<string, readonly number[]>([
    [value, plain],
    ...[...readingsOf(value)].map((text) => [text, plain] as const),
    [bytes, plain],
  ]);
  // Credentials are percent-encoded before base64. RFC 6749, section 2.3.1. A form encodes more signs.
  const form = String(new URLSearchParams([["", value]])).slice(1);
  for (const text of [bytes, encodeURIComponent(value.toWellFormed()), form]) {
    const coded = [
      ...inBase64,
      ...(value.length > longestCodedTwice ? [] : inBase64Twice),
      ...(value.length > longestCodedTwice || !hasSign.test(text) ? [] : inBase64ForUrls),
      ...(text === bytes ? inHex : []),
    ];
    texts.set(text, [...(texts.get(text) ?? []), ...coded]);
  }
  return [...texts]
    .map(([text, numbers]) => ({ text, spellings: numbers }))
    .filter(({ text }) => text.length >= shortestSpelling);
}

function bytesOf(text: string): string {
  return /[\x80-\uffff]/.test(text) ? latin1Text(encoder.encode(text)) : text;
}

/**
 * What a value is read as within a text in a coding, whose readers take off all that looks like one, and where a form has
 * "+" for a space: `a %41` is `a+%2541` there, and read as `a+%41`, and as `a+A`.
 */
function readingsOf(value: string): ReadonlySet<string> {
  const levels = finish(levelsOf(value)).map(({ text }) => text);
  return new Set(levels.flatMap((text) => [text, text.replaceAll(" ", "+")]));
}

/** Returns the key of the piece of a spelling that begins at a position of its text. */
export function keyOfPiece(nth: number, text: string, at: number): number {
  const { codeAt, indexOf } = spellings[nth] as Spelling;
  const index = indexOf(at);
  let key = 0;
  for (let each = 0; each < pieceLength; each++)
    key = (key << 6) | (sixBits[codeAt(text, index + each) & 255] as number);
  return key;
}

const sampled = 16;
const mostRemembered = 16;

/** Returns where a spelling is in a text, if its piece stands at a position there; else null. */
type FindSpelling = (value: string, which: PieceOfValue, within: string, place: number) => Span | null;

/** A piece: which text of a value it is of, which spelling of that, and where it begins in it. */
export interface PieceOfValue {
  readonly text: number;
  readonly spelling: number;
  readonly at: number;
}

/** Makes a search for spellings. It remembers those of some values, which may begin at every position of a text. */
export function createSpellingSearch(): FindSpelling {
  const texts = new Map<string, readonly SpelledText[]>();
  const written = new Map<string, Map<number, readonly string[]>>();
  const textOf = (value: string, nth: number): string => {
    if (nth === 0) return value;
    const all = remembered(texts, value, () => spelledTexts(value));
    return (all[nth] as SpelledText).text;
  };
  return (value, { text: nth, spelling, at }, within, place) => {
    const text = textOf(value, nth);
    const { lengthOf, indexOf, codeAt, write } = spellings[spelling] as Spelling;
    const start = place - indexOf(at);
    const length = lengthOf(text);
    if (start < 0 || start + length > within.length) return null;
    // To write it takes long.
    for (let each = 0; each < sampled; each++) {
      const index = Math.floor((each * (length - 1)) / (sampled - 1));
      const [code, other] = [codeAt(text, index), within.charCodeAt(start + index)];
      if (sixBits[code & 255] !== sixBits[other & 255]) return null;
    }
    // Eighty times as fast as `startsWith`.
    const said = within.slice(start, start + length);
    const wrote = (): readonly string[] =>
      remembered(
        remembered(written, text, () => new Map()),
        spelling,
        () => write(text),
      );
    const is = spelling === 0 ? said === text : wrote().includes(said);
    return is ? { start, end: start + length } : null;
  };
}

function remembered<Key, Value>(memory: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = memory.get(key);
  if (known !== undefined) return known;
  dropOldest(memory, mostRemembered);
  const made = make();
  memory.set(key, made);
  return made;
}
