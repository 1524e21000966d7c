import { textHash } from "../../text/text-hash.ts";
import { entryBytes } from "./format.ts";
import type { Section } from "./section.ts";

/** A table in a packed file, sorted by the hashes of its keys and read in place. */
interface Table {
  /** Returns the numbers under a text, in order; possibly also those of another text with the same hash. */
  find(text: string): readonly number[];
}

/** Guesses before a search halves what is left: a damaged table may be distributed in any way. */
const mostGuesses = 16;

/** Opens a table. Hashes are evenly distributed, so each guess is close. */
export function openTable(section: Section): Table {
  const size = section.length / entryBytes;
  const high = (place: number): number => section.uint32(place * entryBytes);
  const low = (place: number): number => section.uint32(place * entryBytes + 4);
  return {
    find(text) {
      const [a, b] = textHash(text);
      // All before `from` are smaller, all from `to` on are not; the first halves of those between lie in the same way.
      let [from, to, least, most] = [0, size, 0, 2 ** 32];
      for (let nth = 0; from < to; nth += 1) {
        const share = nth < mostGuesses ? (a - least) / (most - least) : 0.5;
        const guess = from + Math.floor((to - from) * share);
        const own = high(guess);
        if (own < a || (own === a && low(guess) < b)) [from, least] = [guess + 1, own];
        else [to, most] = [guess, own + 1];
      }
      const found: number[] = [];
      for (; from < size && high(from) === a && low(from) === b; from += 1)
        found.push(section.uint32(from * entryBytes + 8));
      return found;
    },
  };
}
