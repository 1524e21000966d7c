// What is hidden of a text, as stretches of it: gathered from all readers and layers, made one list, and hidden once.

import { numberFor } from "./placeholder.ts";
import type { Span } from "./read/span.ts";

/** A stretch of a text that is hidden. */
export interface Hit extends Span {
  /** An alias, a format, or where it stands. */
  readonly kind: string;
  /** As it says, decoded. */
  readonly value: string;
  readonly name?: string;
  /** What takes its place; default: what is made of its kind and value. */
  readonly placeholder?: string;
  readonly isNumber?: boolean;
  /** Of two that are the same stretch, the lower one is hidden. */
  readonly rank: number;
}

/** The rank of a credential that has an alias: it goes by that in a longer value too. */
export const aliasRank = 0;

/**
 * Hides stretches of a text, the outer one where one is within another.
 * @param sign Gives what takes the place of one.
 * @param written Filled with where that stands, in order.
 */
export function splice(
  text: string,
  hits: readonly Hit[],
  sign: (hit: Hit) => string,
  written: { start: number; end: number }[] = [],
): string {
  if (hits.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  let length = 0;
  for (const { outer, inner } of apart(hits)) {
    const raw = text.slice(outer.start, outer.end);
    const value = inner.length === 0 ? outer.value : splice(raw, inner, ({ placeholder = "" }) => placeholder);
    const signed = sign({ ...outer, value });
    const placed = outer.isNumber ? numberFor(signed) : asWide(signed, raw);
    parts.push(text.slice(done, outer.start), placed);
    const start = length + outer.start - done;
    length = start + placed.length;
    written.push({ start, end: length });
    done = outer.end;
  }
  return parts.join("") + text.slice(done);
}

interface Apart {
  readonly outer: Hit;
  /** What has a name of its own within it, from where it begins. */
  readonly inner: Hit[];
}

function apart(hits: readonly Hit[]): readonly Apart[] {
  const sorted = [...hits].sort((a, b) => a.start - b.start || b.end - a.end || a.rank - b.rank);
  const found: { outer: Hit; inner: Hit[] }[] = [];
  for (const hit of sorted) {
    const last = found.at(-1);
    if (last === undefined || hit.start >= last.outer.end) found.push({ outer: hit, inner: [] });
    else if (hit.end > last.outer.end) last.outer = { ...last.outer, end: hit.end };
    else if (hit.rank === aliasRank && last.outer.rank !== aliasRank)
      last.inner.push({ ...hit, start: hit.start - last.outer.start, end: hit.end - last.outer.start });
  }
  return found;
}

// UTF-16, one character a byte.
function asWide(sign: string, raw: string): string {
  if (!raw.includes("\0")) return sign;
  if (/^(?:[^\0]\0)+$/.test(raw)) return Array.from(sign, (character) => `${character}\0`).join("");
  return /^(?:\0[^\0])+$/.test(raw) ? Array.from(sign, (character) => `\0${character}`).join("") : sign;
}
