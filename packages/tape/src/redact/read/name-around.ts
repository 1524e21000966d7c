import type { Span } from "./span.ts";

const longestName = 64;
const nameCharacter = /[\w.$-]/;

/** Returns the name around a position of a text. */
export function nameAround(text: string, at: number): Span {
  let start = at;
  while (start > 0 && at - start < longestName && nameCharacter.test(text[start - 1] ?? "")) start--;
  let end = at;
  while (end - start < longestName && nameCharacter.test(text[end] ?? "")) end++;
  return { start, end };
}
