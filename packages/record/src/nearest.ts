/**
 * The word that a mistyped one was probably meant to be; null if none is near.
 * @example
 * nearest("revalidte", ["times", "revalidate"]); // "revalidate"
 */
export function nearest(word: string, words: readonly string[]): string | null {
  const ranked = words
    .map((candidate) => ({ candidate, distance: edits(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3))
    ? best.candidate
    : null;
}

// Levenshtein's distance, a row at a time.
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
