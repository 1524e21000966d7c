/**
 * Returns the word that a mistyped one was probably meant to be; null if none is similar.
 * @example
 * nearest("revalidte", ["times", "revalidate"]); // "revalidate"
 */
export function nearest(word: string, words: readonly string[]): string | null {
  const ranked = words
    .map((candidate) => ({ candidate, distance: slipsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  // If every letter differs, it is another word.
  return best &&
    best.distance < word.length &&
    best.distance <= Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3))
    ? best.candidate
    : null;
}

/**
 * Returns the end of a message about an unknown word: `; did you mean "revalidate"?`, or nothing if no known word is
 * similar.
 * @example
 * didYouMean("revalidte", ["times", "revalidate"]); // '; did you mean "revalidate"?'
 */
export function didYouMean(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  return meant === null ? "" : `; did you mean "${meant}"?`;
}

// Two swapped letters are one slip of the fingers, but two edits: too many for a short word.
function slipsBetween(typed: string, meant: string): number {
  return areSwapped(typed, meant) ? 1 : editDistance(typed, meant);
}

function areSwapped(typed: string, meant: string): boolean {
  const at = typed.split("").findIndex((letter, place) => letter !== meant[place]);
  return at !== -1 && typed.slice(0, at) + typed.charAt(at + 1) + typed.charAt(at) + typed.slice(at + 2) === meant;
}

/**
 * Returns how many letters must be added, removed or changed to make one word of another (Levenshtein).
 * @example
 * editDistance("adda", "ada"); // 1
 */
export function editDistance(from: string, to: string): number {
  // A row at a time.
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
