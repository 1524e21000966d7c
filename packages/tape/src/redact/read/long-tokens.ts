import type { Span } from "./span.ts";

const isWord = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") {
  isWord[character.charCodeAt(0)] = 1;
}

/**
 * Finds long runs of ASCII letters, digits, `_` and `-`. It looks at one position in each stretch of that length and
 * skips the stretch if the run there is short, so that ordinary text costs little.
 * @param least Minimum length of a run.
 * @param windows Where to look; of a run that begins before a window, only the part inside.
 * @example
 * [...longTokens("a bcdef g", 4, [{ start: 0, end: 9 }])]; // [{ start: 2, end: 7 }]
 */
export function* longTokens(text: string, least: number, windows: readonly Span[]): Iterable<Span> {
  let from = 0;
  for (const window of windows) {
    from = Math.max(from, window.start);
    while (from < window.end && from + least <= text.length) {
      let start = from + least;
      while (start > from && isWord[text.charCodeAt(start - 1)] === 1) start--;
      if (start > from) {
        from = start;
        continue;
      }
      let end = from + least;
      while (end < text.length && isWord[text.charCodeAt(end)] === 1) end++;
      yield { start, end };
      from = end + 1;
    }
  }
}
