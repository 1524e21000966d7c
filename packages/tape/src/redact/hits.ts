// The stretches of a text to hide: collected from all readers and layers, merged into one list, and hidden once.

import { numberFor } from "./placeholder.ts";
import type { Span } from "./read/span.ts";
import { finish, isDue, longAtOnce, type Steps } from "./steps.ts";

/** A stretch of a text to hide. */
export interface Hit extends Span {
  /** An alias, a format, or its place. */
  readonly kind: string;
  /** Its decoded value. */
  readonly value: string;
  readonly name?: string;
  /** Its placeholder; default: made from its kind and value. */
  readonly placeholder?: string;
  readonly isNumber?: boolean;
  /** Whether it replaces a part of a longer secret, too: a client makes that of what it has. */
  readonly isPart?: boolean;
  /** Its value with the parts in it replaced, if it has some. */
  readonly made?: string;
  /** Of two hits for the same stretch, the one with the lower rank is hidden. */
  readonly rank: number;
}

/** The rank of a credential with an alias. */
export const aliasRank = 0;

/**
 * Hides stretches of a text; where one is within another, the outer one.
 * @param sign Returns the placeholder of a hit.
 * @param written Filled with the placeholders' places, in order.
 * @param from Where the text begins in the one that these places are of.
 */
export function* splice(
  text: string,
  hits: readonly Hit[],
  sign: (hit: Hit) => string,
  written: Span[] = [],
  from = 0,
): Steps<string> {
  if (hits.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  let length = 0;
  for (const { outer, inner } of apart(text, yield* sorted(hits))) {
    if (isDue() || outer.end - outer.start > longAtOnce) yield;
    const raw = text.slice(outer.start, outer.end);
    const made = inner.length > 0 && { made: finish(splice(raw, inner, ({ placeholder = "" }) => placeholder)) };
    const signed = sign({ ...outer, ...made });
    const placed = outer.isNumber ? numberFor(signed) : asWide(signed, raw);
    parts.push(text.slice(done, outer.start), placed);
    const start = length + outer.start - done;
    length = start + placed.length;
    written.push({ start: from + start, end: from + length });
    done = outer.end;
  }
  return parts.join("") + text.slice(done);
}

/** How often a text is read, since what is hidden in it may show another secret. */
export const mostPasses = 48;
const mostAsFound = 23;

/**
 * Returns what to hide at a pass: after two dozen, all from the first hit to the end of the text, and from there on ever
 * more before it, so that one pass finds nothing.
 */
export function widened(text: string, hits: readonly Hit[], pass: number): readonly Hit[] {
  if (pass <= mostAsFound) return hits;
  const { kind, rank, start: first } = hits.reduce((first, each) => (each.start < first.start ? each : first));
  const at = Math.min(first, text.length >> (pass - mostAsFound - 1));
  const start = /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
  return [{ start, end: text.length, kind, value: text.slice(start), rank }];
}

interface Apart {
  readonly outer: Hit;
  /** The parts within it, by where they begin. */
  readonly inner: Hit[];
}

// One at a time: a message may have a hundred thousand.
function* apart(text: string, sorted: readonly Hit[]): Iterable<Apart> {
  let last: Apart | null = null;
  for (const hit of sorted) {
    if (last === null || hit.start >= last.outer.end) {
      if (last !== null) yield last;
      last = { outer: hit, inner: [] };
    } else if (hit.end > last.outer.end) last = joined(text, last, hit.end);
    else if (hit.isPart && last.outer.rank !== aliasRank)
      last.inner.push({ ...hit, start: hit.start - last.outer.start, end: hit.end - last.outer.start });
  }
  if (last !== null) yield last;
}

// What is hidden with it has to make it another value: two requests may differ there alone.
function joined(text: string, { outer, inner }: Apart, end: number): Apart {
  if (outer.rank === aliasRank) return { outer: { ...outer, end }, inner };
  const { placeholder, made: _made, ...whole } = outer;
  const known = placeholder === undefined ? inner : [{ ...outer, start: 0, end: outer.end - outer.start }];
  return { outer: { ...whole, end, value: text.slice(outer.start, end) }, inner: known };
}

const mostAtOnce = 4096;

/** Sorts hits by where they begin: the halves of a long list one after the other. */
export function* sorted(hits: readonly Hit[]): Steps<readonly Hit[]> {
  if (hits.length <= mostAtOnce) return hits.toSorted(compare);
  const middle = hits.length >> 1;
  const first = yield* sorted(hits.slice(0, middle));
  const second = yield* sorted(hits.slice(middle));
  const all: Hit[] = [];
  let [one, other] = [0, 0];
  while (one < first.length || other < second.length) {
    if (isDue()) yield;
    const [a, b] = [first[one], second[other]];
    const isFirst = b === undefined || (a !== undefined && compare(a, b) <= 0);
    all.push((isFirst ? a : b) as Hit);
    if (isFirst) one += 1;
    else other += 1;
  }
  return all;
}

function compare(a: Hit, b: Hit): number {
  return a.start - b.start || b.end - a.end || a.rank - b.rank || compareKnown(a.placeholder, b.placeholder);
}

// Two known values that one stretch repeats, each in a coding of its own: not by which was sent first.
function compareKnown(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// UTF-16, with one character for each byte.
function asWide(sign: string, raw: string): string {
  if (!raw.includes("\0")) return sign;
  if (/^(?:[^\0]\0)+$/.test(raw)) return Array.from(sign, (character) => `${character}\0`).join("");
  return /^(?:\0[^\0])+$/.test(raw) ? Array.from(sign, (character) => `\0${character}`).join("") : sign;
}
