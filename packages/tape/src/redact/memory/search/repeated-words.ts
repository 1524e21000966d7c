// Words and numbers that were hidden, where a text repeats them. A word of a secret may mean something else in a text, so
// that secret-index.ts does not follow it; a number of eight digits is hardly there by chance.
import type { Hit } from "../../hits.ts";
import { placeholderParts } from "../../placeholder.ts";
import { knownRank } from "../../read/read.ts";
import { isDue } from "../../steps.ts";
import { isCommon, type KnownWords } from "./known-words.ts";

// A number of six digits is no page and no count.
const whole = /^(?=.*\d)[^\s=&;]{6,4096}$|^[^\s=&;]{8,4096}$/;
// A cookie, a parameter, or the field of a form.
const field = /=([^\s=&;"]{8,4096})(?=[&;]|$)/g;
// Not a part of a longer word, of a UUID, of a range, of a fraction or an exponent.
const number = /(?<![A-Za-z\d]|\d-|[\da-f]{4}-|\d\.|\d[Ee][+-])\d[\d-]{6,62}\d(?![A-Za-z\d]|-[A-Za-z\d]|\.\d)/g;
// Characters in which a list of GraphQL begins.
const reach = 200;

/**
 * Finds them: numbers anywhere, others where a client sends them as all of a header, a cookie, a parameter or a field.
 * Null where it found nothing for a while.
 * @param isSent Whether a client sends the text.
 */
export function* repeatedWords(text: string, isSent: boolean, words: KnownWords): Iterable<Hit | null> {
  if (words.told === 0) return;
  for (const { start, value } of partsIn(text, isSent, words)) {
    if (isDue()) yield null;
    const word = words.get(value);
    if (word === undefined) continue;
    const { placeholder } = word;
    const isNumber = word.isNumber || isOfJson(text, isSent, start, start + value.length);
    const kind = placeholderParts(placeholder)?.kind ?? placeholder;
    yield { start, end: start + value.length, kind, value, placeholder, isNumber, rank: knownRank };
  }
}

interface Part {
  readonly start: number;
  readonly value: string;
}

function* partsIn(text: string, isSent: boolean, words: KnownWords): Iterable<Part> {
  if (isSent && whole.test(text)) yield { start: 0, value: text };
  for (const { index, 1: value = "" } of isSent ? text.matchAll(field) : [])
    if (/\d/.test(value) && !isCommon(value)) yield { start: index + 1, value };
  for (const { index, 0: value } of words.mayHaveNumber(text) ? text.matchAll(number) : [])
    if (!isCommon(value)) yield { start: index, value };
}

// Where only a number can stand: a member, an element, or GraphQL's argument.
function isOfJson(text: string, isSent: boolean, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - reach), start);
  const after = text.slice(end, end + 41);
  // As the whole of an answer's body, too.
  if (!isSent) return /(?:^|[:[,])\s{0,40}-?$/.test(before) && /^\s{0,40}(?:[,\]})]|$)/.test(after);
  if (!/^\s{0,40}[,\]})]/.test(after)) return false;
  return /:\s{0,40}-?$/.test(before) || (/[[,]\s{0,40}-?$/.test(before) && isList(text, before));
}

// Not as of a parameter: "ids=1,2".
function isList(text: string, before: string): boolean {
  return /^\s{0,40}(?:data: ?)?[[{]/.test(text) || /\[[^\]]*$/.test(before);
}
