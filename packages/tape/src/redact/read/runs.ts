// Runs of characters of one kind: names, and long tokens.
import type { Span } from "./span.ts";

/** The characters of `\\w`. */
export const wordCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
const ofWord = tableOf(`${wordCharacters}-`);
const ofName = tableOf(`${wordCharacters}.$-`);
const longestName = 64;

/** Characters of one kind. */
interface Kind {
  readonly of: Uint8Array;
  /** Finds the end of a long run, in a seventh of the time that the table takes. */
  readonly after: RegExp;
}

const ofToken: Kind = { of: ofWord, after: /[^\w-]/g };
/** Of base64, base64url and paths. */
export const tokenOrPath: Kind = { of: tableOf(`${wordCharacters}.~+-/`), after: /[^\w.~+/-]/g };

/** Returns a table of ASCII characters: 1 for each of a text. A pattern for each character takes ten times as long. */
export function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const each of characters) table[each.charCodeAt(0)] = 1;
  return table;
}

/** Returns the name around a position of a text: at most 64 characters on each side. */
export function nameAround(text: string, at: number): Span {
  let start = at;
  while (at - start < longestName && ofName[text.charCodeAt(start - 1)] === 1) start--;
  let end = at;
  while (end - at < longestName && ofName[text.charCodeAt(end)] === 1) end++;
  return { start, end };
}

/**
 * Finds long runs of ASCII characters. It looks at one position in each stretch of that length and skips the stretch if
 * the run there is short, so that ordinary text costs little.
 * @param least Minimum length of a run.
 * @param windows Where to look; of a run that begins before a window, only the part inside.
 * @param kind The characters of a run. Default: letters, digits, `_` and `-`.
 * @example
 * [...longTokens("a bcdef g", 4, [{ start: 0, end: 9 }])]; // [{ start: 2, end: 7 }]
 */
export function* longTokens(
  text: string,
  least: number,
  windows: readonly Span[],
  { of, after }: Kind = ofToken,
): Iterable<Span> {
  let from = 0;
  for (const window of windows) {
    from = Math.max(from, window.start);
    while (from < window.end && from + least <= text.length) {
      let start = from + least;
      while (start > from && of[text.charCodeAt(start - 1)] === 1) start--;
      if (start > from) {
        from = start;
        continue;
      }
      after.lastIndex = from + least;
      const end = after.exec(text)?.index ?? text.length;
      yield { start, end };
      from = end + 1;
    }
  }
}
