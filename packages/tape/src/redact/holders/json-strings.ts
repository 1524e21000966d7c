import type { Span } from "../read/span.ts";
import { isDue, type Steps } from "../steps.ts";
import type { Holders } from "./holders.ts";

const sign = /\\[\s\S]|"/g;
const documentStart = /^\s*[{["]/;

/**
 * Returns the strings of JSON that are no names, or null for another text.
 * @param isPart Whether the text is a stretch of a longer one.
 */
export function* jsonStrings(text: string, isPart: boolean): Steps<Holders | null> {
  if (!isPart && !documentStart.test(text)) return null;
  const spans = yield* stringsOf(text);
  if (spans === null) return null;
  // A key may be a list of its lines.
  return { spans, most: spans.length, wholeAt: (at) => (isInEscape(text, at) ? at - 1 : at), said };
}

/** Returns whether a position of JSON is amid an escape. */
export function isInEscape(text: string, at: number): boolean {
  let count = 0;
  while (text[at - 1 - count] === "\\") count++;
  return count % 2 === 1;
}

function said(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    return raw;
  }
}

// By what is beside each quote, for a stretch of a document may begin anywhere.
function* stringsOf(text: string): Steps<readonly Span[] | null> {
  const quotes: number[] = [];
  for (const { index, 0: said } of text.matchAll(sign)) {
    if (isDue()) yield;
    if (said === '"') quotes.push(index);
  }
  const opens = (at: number): boolean => /^[{[,:]?$/.test(besides(text, at, -1));
  const closes = (at: number): boolean => /^[\]},:]?$/.test(besides(text, at, 1));
  for (const first of [0, 1]) {
    if (quotes.length <= first || !quotes.every((at, nth) => (nth % 2 === first ? opens(at) : closes(at)))) continue;
    const strings: Span[] = [];
    // From the string that the stretch begins in.
    for (let nth = -first; nth < quotes.length; nth += 2) {
      const [start, end = text.length] = [(quotes[nth] ?? -1) + 1, quotes[nth + 1]];
      if (besides(text, end, 1) !== ":") strings.push({ start, end });
    }
    return strings;
  }
  return null;
}

/** Returns what stands before or behind a position, but for blanks; "" where the text ends. */
function besides(text: string, at: number, step: 1 | -1): string {
  let next = at + step;
  while (/\s/.test(text[next] ?? "")) next += step;
  return text[next] ?? "";
}
