// Keeps JSON, and a form its fields: text in their strings reads like lines, markup and statements, whose values seem to
// go on behind the string that has them.
import { type Hit, sorted } from "./hits.ts";
import { isOrdinaryValue } from "./judge/ordinary-value.ts";
import { isPlaceholderNumber } from "./placeholder.ts";
import { firstAt } from "./read/coded/decode.ts";
import type { Span } from "./read/span.ts";
import { isDue, type Steps } from "./steps.ts";

const quote = /(?<!\\)(?:\\\\)*"/;
// What stands between strings, and may stand in one.
const betweenStrings = /^(?:[\s\d.eE+:,{}[\]-]|true|false|null)+$/;
const number = /^-?\d[\d.eE+-]*$/;
const behindString = /^[\s,:}\]]/;
const beforeString = /[\s,:{[]$/;
const sign = /\\[\s\S]|"/g;
const documentStart = /^\s*[{["]/;
// Also a target with a query.
const form = /^[^\s"<>{}\\]*=[^\s"<>{}\\]*$/;
const field = /(?:[^=&]*=)?([^&]*)/g;

/**
 * Returns what to hide of a text: if it is JSON or a form, of a hit that is more than a part of one string or a number
 * its parts of strings, but for names; of a form the first one alone.
 * @param isPart Whether the text is a stretch of a longer one.
 * @example
 * finish(withinStrings('{"a":"x1","b":2}', [{ start: 6, end: 10, kind: "field", value: 'x1",', rank: 1 }]))[0]?.end; // 8
 */
export function* withinStrings(text: string, hits: readonly Hit[], isPart = false): Steps<readonly Hit[]> {
  const isAcross = ({ start, end, isNumber = false }: Hit): boolean => {
    const raw = text.slice(start, end);
    if (raw.includes("&") || quote.test(raw) || isInEscape(text, start) || isInEscape(text, end)) return true;
    const isQuoted =
      text[start - 1] === '"' && text[end] === '"' && !(behindString.test(raw) && beforeString.test(raw));
    return !isNumber && !isQuoted && betweenStrings.test(raw);
  };
  if (!hits.some(isAcross)) return hits;
  const isForm = form.test(text);
  const isDocument = isPart || documentStart.test(text);
  const strings = isForm ? fieldsOf(text) : isDocument ? yield* stringsOf(text) : null;
  if (strings === null) return hits;
  let done = 0;
  return (yield* sorted(hits)).flatMap((hit) => {
    if (!isAcross(hit)) return hit;
    const rest = { ...hit, start: Math.max(hit.start, done) };
    if (rest.start >= hit.end) return [];
    done = Math.max(done, hit.end);
    // A key may be a list of its lines; another field is another value.
    return partsOf(text, rest, strings, isForm ? 1 : strings.length);
  });
}

function partsOf(text: string, hit: Hit, strings: readonly Span[], most: number): readonly Hit[] {
  const parts: Hit[] = [];
  const raw = text.slice(hit.start, hit.end);
  if (number.test(raw) && !isWithin(hit, strings)) return isPlaceholderNumber(raw) ? [] : [{ ...hit, isNumber: true }];
  const first = firstAt(strings, (at) => (strings[at] as Span).end > hit.start);
  for (let nth = first; nth < Math.min(strings.length, first + most); nth++) {
    const { start, end } = strings[nth] as Span;
    if (start >= hit.end) break;
    if (start <= hit.start && hit.end <= end && !isInEscape(text, hit.end)) return [hit];
    const part = { start: Math.max(start, hit.start), end: Math.min(end, hit.end) };
    if (isInEscape(text, part.start)) part.start -= 1;
    if (isInEscape(text, part.end)) part.end -= 1;
    const value = decoded(text.slice(part.start, part.end));
    if (!isOrdinaryValue(value)) parts.push({ ...hit, ...part, value });
  }
  return parts;
}

function isWithin({ start }: Span, strings: readonly Span[]): boolean {
  const after = strings[firstAt(strings, (at) => (strings[at] as Span).end > start)];
  return after !== undefined && after.start <= start;
}

function isInEscape(text: string, at: number): boolean {
  let count = 0;
  while (text[at - 1 - count] === "\\") count++;
  return count % 2 === 1;
}

function decoded(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    return raw;
  }
}

function fieldsOf(text: string): readonly Span[] {
  return Array.from(text.matchAll(field), ({ index, 0: whole, 1: { length } = "" }) => {
    const end = index + whole.length;
    return { start: end - length, end };
  });
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
