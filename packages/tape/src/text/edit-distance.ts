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
