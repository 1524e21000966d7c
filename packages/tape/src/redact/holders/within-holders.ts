// Keeps JSON, XML and forms what they are: text in their strings, elements and fields reads like lines and statements,
// whose values seem to go on behind what holds them.
import { type Hit, sorted } from "../hits.ts";
import { isOrdinaryValue } from "../judge/ordinary-value.ts";
import { isPlaceholderNumber } from "../placeholder.ts";
import { firstAt } from "../read/coded/decode.ts";
import type { Span } from "../read/span.ts";
import type { Steps } from "../steps.ts";
import { formFields } from "./form-fields.ts";
import type { Holders } from "./holders.ts";
import { isInEscape, jsonStrings } from "./json-strings.ts";
import { markupTexts } from "./markup-texts.ts";

// What stands between strings, and may stand in one.
const betweenStrings = /^(?:[\s\d.eE+:,{}[\]-]|true|false|null)+$/;
const number = /^-?\d[\d.eE+-]*$/;
const behindString = /^[\s,:}\]]/;
const beforeString = /[\s,:{[]$/;
const attributeStart = /=["']/;
const mayCut = /^;|[<>&'\]]|(?<!\\)(?:\\\\)*"/;

/**
 * Returns what to hide of a text: if it is JSON, XML or a form, of a hit that is more than a part of one of its strings,
 * texts or fields, or a number, its parts of them, but for names; of a form the first one alone.
 * @param isPart Whether the text is a stretch of a longer one.
 * @example
 * finish(withinHolders('{"a":"x1","b":2}', [{ start: 6, end: 10, kind: "field", value: 'x1",', rank: 1 }]))[0]?.end; // 8
 */
export function* withinHolders(text: string, hits: readonly Hit[], isPart = false): Steps<readonly Hit[]> {
  const isAcross = ({ start, end, isNumber = false }: Hit): boolean => {
    const raw = text.slice(start, end);
    if (
      mayCut.test(raw) ||
      attributeStart.test(text.slice(end - 1, end + 1)) ||
      isInEscape(text, start) ||
      isInEscape(text, end)
    )
      return true;
    const isQuoted =
      text[start - 1] === '"' && text[end] === '"' && !(behindString.test(raw) && beforeString.test(raw));
    return !isNumber && !isQuoted && betweenStrings.test(raw);
  };
  if (!hits.some(isAcross)) return hits;
  const holders = formFields(text) ?? (yield* jsonStrings(text, isPart)) ?? (yield* markupTexts(text, isPart));
  if (holders === null) return hits;
  let done = 0;
  return (yield* sorted(hits)).flatMap((hit) => {
    if (!isAcross(hit) || isHeld(hit, holders)) return hit;
    const rest = { ...hit, start: Math.max(hit.start, done) };
    if (rest.start >= hit.end) return [];
    const parts = partsOf(text, rest, holders);
    done = Math.max(done, hit.end, ...parts.slice(-1).map(({ end }) => end));
    return parts;
  });
}

function isHeld(hit: Hit, { spans, wholeAt }: Holders): boolean {
  const { start, end } = spans[firstBehind(hit, spans)] ?? { start: hit.end, end: hit.end };
  return start <= hit.start && hit.end <= end && wholeAt(hit.start) === hit.start && wholeAt(hit.end) === hit.end;
}

// With the digits beside it: among them a number would not be known for a placeholder.
function asNumber(text: string, hit: Hit): Hit {
  let { start, end } = hit;
  while (/\d/.test(text[start - 1] ?? "")) start -= 1;
  while (/\d/.test(text[end] ?? "")) end += 1;
  return { ...hit, start, end, value: text.slice(start, end), isNumber: true };
}

function partsOf(text: string, hit: Hit, { spans, most, wholeAt, said }: Holders): readonly Hit[] {
  const parts: Hit[] = [];
  const first = firstBehind(hit, spans);
  const raw = text.slice(hit.start, hit.end);
  if (number.test(raw) && (spans[first]?.start ?? hit.end) >= hit.end) {
    const whole = asNumber(text, hit);
    return isPlaceholderNumber(whole.value) ? [] : [whole];
  }
  for (let nth = first; nth < Math.min(spans.length, first + most); nth++) {
    const { start, end } = spans[nth] as Span;
    if (start >= hit.end) break;
    const part = { start: wholeAt(Math.max(start, hit.start)), end: wholeAt(Math.min(end, hit.end)) };
    const value = said(text.slice(part.start, part.end));
    if (!isOrdinaryValue(value)) parts.push({ ...hit, ...part, value });
  }
  return parts;
}

function firstBehind({ start }: Span, spans: readonly Span[]): number {
  return firstAt(spans, (at) => (spans[at] as Span).end > start);
}
