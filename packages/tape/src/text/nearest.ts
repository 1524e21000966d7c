import { editDistance } from "./edit-distance.ts";

/**
 * The word that a mistyped one was probably meant to be; null if none is near.
 * @example
 * nearest("revalidte", ["times", "revalidate"]); // "revalidate"
 */
export function nearest(word: string, words: readonly string[]): string | null {
  const ranked = words
    .map((candidate) => ({ candidate, distance: slipsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  // Where every letter differs, the words are two.
  return best &&
    best.distance < word.length &&
    best.distance <= Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3))
    ? best.candidate
    : null;
}

/**
 * Ends a message about a word that none of the known ones is: `; did you mean "revalidate"?`, or nothing where none is near.
 * @example
 * didYouMean("revalidte", ["times", "revalidate"]); // '; did you mean "revalidate"?'
 */
export function didYouMean(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  return meant === null ? "" : `; did you mean "${meant}"?`;
}

// Two letters in each other's place are one slip of the fingers, and two edits: too many for a short word.
function slipsBetween(typed: string, meant: string): number {
  return areSwapped(typed, meant) ? 1 : editDistance(typed, meant);
}

function areSwapped(typed: string, meant: string): boolean {
  const at = typed.split("").findIndex((letter, place) => letter !== meant[place]);
  return at !== -1 && typed.slice(0, at) + typed.charAt(at + 1) + typed.charAt(at) + typed.slice(at + 2) === meant;
}
