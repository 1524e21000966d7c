// Keeps a JSON document one: text in its strings reads like lines, markup and statements, whose values seem to go on
// behind the string that has them.
import { type Hit, sorted } from "./hits.ts";
import { isOrdinaryValue } from "./judge/ordinary-value.ts";
import { isPlaceholderNumber } from "./placeholder.ts";
import { firstAt } from "./read/coded/decode.ts";
import type { Span } from "./read/span.ts";
import { isDue, type Steps } from "./steps.ts";

const documentStart = /^\s*[{[]/;
const quote = /(?<!\\)(?:\\\\)*"/;
// What stands between strings, and may stand in one.
const betweenStrings = /^(?:[\s\d.eE+:,{}[\]-]|true|false|null)+$/;
const number = /^-?\d[\d.eE+-]*$/;
const behindString = /^[\s,:}\]]/;
const beforeString = /[\s,:{[]$/;
const string = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;

/**
 * Returns what to hide of a text: if it is JSON, of a hit that is more than a part of one string or a number, its parts of
 * strings, but for names.
 * @example
 * finish(withinStrings('{"a":"x1","b":2}', [{ start: 6, end: 10, kind: "field", value: 'x1",', rank: 1 }]))[0]?.end; // 8
 */
export function* withinStrings(text: string, hits: readonly Hit[]): Steps<readonly Hit[]> {
  const isAcross = ({ start, end, isNumber = false }: Hit): boolean => {
    const raw = text.slice(start, end);
    if (quote.test(raw) || isInEscape(text, start) || isInEscape(text, end)) return true;
    const isQuoted =
      text[start - 1] === '"' && text[end] === '"' && !(behindString.test(raw) && beforeString.test(raw));
    return !isNumber && !isQuoted && betweenStrings.test(raw);
  };
  if (!documentStart.test(text) || !hits.some(isAcross) || !isJson(text)) return hits;
  const strings: Span[] = [];
  for (const { index, 1: said = "", 2: colon } of text.matchAll(string)) {
    if (isDue()) yield;
    if (colon === undefined) strings.push({ start: index + 1, end: index + 1 + said.length });
  }
  let done = 0;
  return (yield* sorted(hits)).flatMap((hit) => {
    if (!isAcross(hit)) return hit;
    const rest = { ...hit, start: Math.max(hit.start, done) };
    done = Math.max(done, hit.end);
    return partsOf(text, rest, strings);
  });
}

function partsOf(text: string, hit: Hit, strings: readonly Span[]): readonly Hit[] {
  const parts: Hit[] = [];
  const raw = text.slice(hit.start, hit.end);
  if (number.test(raw) && !isWithin(hit, strings)) return isPlaceholderNumber(raw) ? [] : [{ ...hit, isNumber: true }];
  for (let nth = firstAt(strings, (at) => (strings[at] as Span).end > hit.start); nth < strings.length; nth++) {
    const { start, end } = strings[nth] as Span;
    if (start >= hit.end) break;
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
