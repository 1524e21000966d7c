import { editDistance } from "./edit-distance.ts";

/**
 * The word that a mistyped one was probably meant to be; null if none is near.
 * @example
 * nearest("revalidte", ["times", "revalidate"]); // "revalidate"
 */
export function nearest(word: string, words: readonly string[]): string | null {
  const ranked = words
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3))
    ? best.candidate
    : null;
}
