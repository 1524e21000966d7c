// Searches a text once for many words: most are not there, and one look at three characters tells.

import { codesIn } from "./codes.ts";
import type { Span } from "./span.ts";

/** A word that is searched for. */
export interface Word<Meaning> {
  readonly word: string;
  readonly ignoresCase?: boolean;
  readonly meaning: Meaning;
}

/** Calls `visit` wherever a word begins in a stretch, in order; for words with the same beginning, each. */
export type Scan<Meaning> = (text: string, stretch: Span, visit: (at: number, meaning: Meaning) => void) => void;

interface Spelled<Meaning> {
  readonly meaning: Meaning;
  readonly small: string;
  readonly capital: string;
}

const slots = 2 ** 15;
/** Characters of a word that are looked at before all of it is compared. */
const known = 4;

/**
 * Makes the search of a stretch of a text for words. Five bits of each of four characters rule most positions out; lower
 * and upper case have the same five.
 * @example
 * const scan = createScan([{ word: "ghp_", meaning: 1 }, { word: "glpat-", meaning: 2 }]);
 * scan("a ghp_x", { start: 0, end: 7 }, (at, meaning) => {}); // calls with 2 and 1
 */
export function createScan<Meaning>(words: readonly Word<Meaning>[]): Scan<Meaning> {
  // The number of the words that begin so; 0 for none.
  const groupOf = new Uint16Array(slots);
  const groups: Spelled<Meaning>[][] = [[]];
  // A bit for each fourth character.
  const fourths: number[] = [0];
  for (const { word, ignoresCase = false, meaning } of words) {
    const small = ignoresCase ? word.toLowerCase() : word;
    const spelled = { meaning, small, capital: ignoresCase ? word.toUpperCase() : word };
    const [first, last] = slotsOf(word);
    for (let slot = first; slot <= last; slot++) {
      groupOf[slot] ||= groups.push([]) - 1;
      const group = groupOf[slot] as number;
      groups[group]?.push(spelled);
      // Beyond ASCII, other cases may have other bits.
      const fourth = word.charCodeAt(known - 1);
      fourths[group] = (fourths[group] ?? 0) | (fourth < 128 ? 1 << (fourth & 31) : -1);
    }
  }
  return (text, { start, end }, visit) => {
    const codes = codesIn(text, start, end + known);
    // A word of two characters at the very end is no name.
    const stop = Math.min(end, text.length - 2) - start;
    let slot = (((codes[0] as number) & 31) << 5) | ((codes[1] as number) & 31);
    for (let at = 0; at < stop; at++) {
      slot = ((slot << 5) | ((codes[at + 2] as number) & 31)) & (slots - 1);
      const group = groupOf[slot] as number;
      if (group === 0 || (((fourths[group] as number) >> ((codes[at + known - 1] as number) & 31)) & 1) === 0) continue;
      for (const each of groups[group] as Spelled<Meaning>[])
        if (stands(text, start + at, each)) visit(start + at, each.meaning);
    }
  };
}

/** Returns the first and the last slot of texts that begin with a word: a short one leaves some bits open. */
function slotsOf(word: string): readonly [first: number, last: number] {
  let beginning = 0;
  for (let at = 0; at < 3; at++) beginning = (beginning << 5) | (word.charCodeAt(at) & 31);
  return [beginning, beginning + 2 ** (5 * Math.max(0, 3 - word.length)) - 1];
}

function stands<Meaning>(text: string, at: number, { small, capital }: Spelled<Meaning>): boolean {
  for (let nth = 0; nth < small.length; nth++) {
    const code = text.charCodeAt(at + nth);
    if (code !== small.charCodeAt(nth) && code !== capital.charCodeAt(nth)) return false;
  }
  return true;
}
