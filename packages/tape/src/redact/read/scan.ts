// Searches a text once for many words: most are not there, and one look at three characters tells.

import type { Span } from "./span.ts";

/** A word that is searched for. */
export interface Word<Meaning> {
  readonly word: string;
  readonly ignoresCase?: boolean;
  readonly meaning: Meaning;
}

/** Calls `visit` wherever a word begins, in order; for words with the same beginning, each. */
export type Scan<Meaning> = (
  text: string,
  windows: readonly Span[],
  visit: (at: number, meaning: Meaning, word: string) => void,
) => void;

interface Spelled<Meaning> extends Word<Meaning> {
  readonly small: Uint16Array;
  readonly capital: Uint16Array;
}

const slots = 2 ** 15;

/**
 * Makes the search of the windows of a text for words. Five bits of each of three characters rule most positions out;
 * lower and upper case have the same five.
 * @example
 * const scan = createScan([{ word: "ghp_", meaning: 1 }, { word: "glpat-", meaning: 2 }]);
 * scan("a ghp_x", [{ start: 0, end: 7 }], (at, meaning) => {}); // calls with 2 and 1
 */
export function createScan<Meaning>(words: readonly Word<Meaning>[]): Scan<Meaning> {
  const begins = new Uint8Array(slots);
  const byBeginning: Spelled<Meaning>[][] = [];
  for (const each of words)
    for (const word of [spelled(each)])
      for (const slot of slotsOf(each.word)) {
        begins[slot] = 1;
        byBeginning[slot] = [...(byBeginning[slot] ?? []), word];
      }
  return (text, windows, visit) => {
    for (const { start, end } of windows) {
      // A word of two characters at the very end is no name.
      const stop = Math.min(end, text.length - 2);
      let slot = ((text.charCodeAt(start) & 31) << 5) | (text.charCodeAt(start + 1) & 31);
      for (let at = start; at < stop; at++) {
        slot = ((slot << 5) | (text.charCodeAt(at + 2) & 31)) & (slots - 1);
        if (begins[slot] === 0) continue;
        for (const each of byBeginning[slot] as Spelled<Meaning>[])
          if (stands(text, at, each)) visit(at, each.meaning, each.word);
      }
    }
  };
}

function spelled<Meaning>(word: Word<Meaning>): Spelled<Meaning> {
  const codes = (text: string): Uint16Array => Uint16Array.from(text, (_, at) => text.charCodeAt(at));
  if (word.ignoresCase !== true) return { ...word, small: codes(word.word), capital: codes(word.word) };
  return { ...word, small: codes(word.word.toLowerCase()), capital: codes(word.word.toUpperCase()) };
}

function slotsOf(word: string): readonly number[] {
  const [first = 0, second, third] = Array.from(
    { length: Math.min(3, word.length) },
    (_, at) => word.charCodeAt(at) & 31,
  );
  const any = Array.from({ length: 32 }, (_, code) => code);
  return (second === undefined ? any : [second]).flatMap((middle) =>
    (third === undefined ? any : [third]).map((last) => (first << 10) | (middle << 5) | last),
  );
}

function stands<Meaning>(text: string, at: number, { small, capital }: Spelled<Meaning>): boolean {
  for (let nth = 0; nth < small.length; nth++) {
    const code = text.charCodeAt(at + nth);
    if (code !== small[nth] && code !== capital[nth]) return false;
  }
  return true;
}
