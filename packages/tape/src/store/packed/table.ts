import { textHash } from "../../text/text-hash.ts";
import { entryBytes } from "./format.ts";
import type { Section } from "./section.ts";

/** A table in a packed file, sorted by the hashes of its keys and read in place. */
interface Table {
  /** Returns the numbers under a text, in order; possibly also those of another text with the same hash. */
  find(text: string): readonly number[];
}

/** Opens a table. Hashes are evenly distributed, so the first guess is already close. */
export function openTable(section: Section): Table {
  const size = section.length / entryBytes;
  const high = (place: number): number => section.uint32(place * entryBytes);
  const low = (place: number): number => section.uint32(place * entryBytes + 4);
  const isBefore = (place: number, a: number, b: number): boolean => {
    const own = high(place);
    return own < a || (own === a && low(place) < b);
  };
  return {
    find(text) {
      const [a, b] = textHash(text);
      let from = 0;
      let to = size;
      // Gallops from the guess: the step doubles until the position is between two looks.
      let step = 64;
      let guess = Math.min(size - 1, Math.floor((a / 2 ** 32) * size));
      if (size > 0 && isBefore(guess, a, b)) {
        for (from = guess + 1; guess + step < size && isBefore(guess + step, a, b); step *= 2) from = guess + step + 1;
        to = Math.min(size, guess + step);
      } else if (size > 0) {
        for (to = guess; guess - step >= 0 && !isBefore(guess - step, a, b); step *= 2) to = guess - step;
        from = Math.max(0, guess - step);
      }
      while (from < to) {
        guess = (from + to) >> 1;
        if (isBefore(guess, a, b)) from = guess + 1;
        else to = guess;
      }
      const found: number[] = [];
      for (; from < size && high(from) === a && low(from) === b; from += 1)
        found.push(section.uint32(from * entryBytes + 8));
      return found;
    },
  };
}
