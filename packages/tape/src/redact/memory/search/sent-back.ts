// What an answer issued and a client sends back, where it is a number or a word: elsewhere in a text the same signs may
// mean something else, so that secret-index.ts does not follow it.
import type { Hit } from "../../hits.ts";
import { mayBeMoment } from "../../judge/ordinary-value.ts";
import { placeholderParts } from "../../placeholder.ts";
import { knownRank } from "../../read/read.ts";
import { isDue } from "../../steps.ts";
import type { IssuedValues } from "../issued-values.ts";

// A number of six digits is no page and no count.
const whole = /^(?=.*\d)[^\s=&;]{6,4096}$|^[^\s=&;]{8,4096}$/;
// A cookie, a parameter, or the field of a form; a member of JSON.
const field = /=([^\s=&;"]{8,4096})(?=[&;]|$)/g;
const member = /:\s{0,4}("?)([\d-]{8,64})\1(?=\s{0,40}[,}])/g;
const day = /^(?:19|20)\d\d-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])$/;
// As nonces may be.
const isTime = (value: string): boolean => mayBeMoment(value) || day.test(value);

/**
 * Finds what answers issued in a text that a client sends: where it is all of the text, as of a header, and numbers also
 * where they are all of a cookie, a parameter, a field or a member. Null where it found nothing for a while.
 * @param wordOf Returns what stands for a value that an answer issued.
 */
export function* sentBack(text: string, wordOf: IssuedValues["word"]): Iterable<Hit | null> {
  for (const { start, value, isBare } of partsSent(text)) {
    if (isDue()) yield null;
    const word = wordOf(value);
    if (word === undefined) continue;
    const { placeholder } = word;
    const isNumber = isBare || word.isNumber;
    const kind = placeholderParts(placeholder)?.kind ?? placeholder;
    yield { start, end: start + value.length, kind, value, placeholder, isNumber, rank: knownRank };
  }
}

interface PartSent {
  readonly start: number;
  readonly value: string;
  /** Whether only a number can stand there. */
  readonly isBare: boolean;
}

function* partsSent(text: string): Iterable<PartSent> {
  if (whole.test(text)) yield { start: 0, value: text, isBare: false };
  for (const { index, 1: value = "" } of text.matchAll(field))
    if (/\d/.test(value) && !isTime(value)) yield { start: index + 1, value, isBare: false };
  for (const { index, 0: all, 1: quote, 2: value = "" } of text.matchAll(member))
    if (!isTime(value)) yield { start: index + all.lastIndexOf(value), value, isBare: quote === "" };
}
