// Words without quotes that follow a name: in a line, in the first line of what a string, an element or the field of a
// form holds, in pairs of a log, before a command.
import { looksLikeWord } from "../../judge/secret-entropy.ts";
import type { Span } from "../span.ts";
import { isLikely } from "./value-behind.ts";

// PostgreSQL's connection strings, and lines of logfmt.
const pairBefore = /[\w.-]=(?:[^\s"'<>=]{0,80}|"[^"]{0,80}") $/;
const wordOfPair = /(?:[^\s"'<>\\]|(?<=\w)'(?=\w))+/y;
const ofShell = /^[A-Z][A-Z\d_]+=$/;
const restOfString = /[^"\\\r\n]+(?=")/y;
const wordOfShell = /[^\s"'`<>\\;&|]*[^\s"'`<>\\;&|.,:]/y;
// What a command is given: "PGPASSWORD=… psql -h …".
const beforeCommand = /^[^\s"\\]{1,128} [a-z][\w-]{0,40} (?:[^"\\\r\n]{0,60} )?-{1,2}[a-z]/i;
// Where a command begins, or what it is given: a word behind another is one of prose.
const beforeShell = /(?:^|[;&|("'\r\n]|(?:\s|^)(?:env|export|sudo|-e|--env)|[A-Z\d_]=\S*)\s*$/;
const lineStart =
  /(?:(^|[\r\n])|([:[,]\s{0,9}")|(<[A-Za-z/][^<>]{0,99}>|<!\[CDATA\[)|((?:^|&)[\w.$~%[\]-]{1,64}=))[ \t]*(?:- |export[ \t]+|set[ \t]+|#[ \t]?|\[)?["']?$/;
// Its first value ends at "&"; `parameters.ts` reads the rest.
const form = /^[\w.$~%+[\]-]{1,64}=[^&#\s"'`<>\\]*(?:&[\w.$~%+[\]-]+(?:=[^&#\s"'`<>\\]*)?)+ *$/;
// A form, a connection, or counts.
const heldPairs = /^(.+?)(?:[&;]|(?<=^[\d.]{1,7}),)[\w.$~%+[\]-]+=/;
const wordOfLine = /((?:(?:!!?|&)\w+[ \t]+){0,2})(\S+)([^\S\r\n]*)/y;
// Of the last line in an element, or in a string.
const endOfElement = /<\/[A-Za-z]|\]\]>/;
const beforeQuote = /^[^"'`]+(?=["'`][,:;}\])]*$)/;
const heldEnd = (sign: string): string => String.raw`(?=[ \t]{1,99}#|[ \t]{0,99}(?:([\r\n]|\\[nr])|${sign}|$))`;
const tag = String.raw`<(?:/|!|br\b)|\]\]>`;
type Holder = "string" | "element" | "field";
const ofHolder: Readonly<Record<Holder, RegExp>> = {
  string: new RegExp(
    String.raw`((?:[^\s"\\]|\\(?![nrtbfu"\\/])[^\s"]|"(?!\s{0,9}(?:[,:}\]]|$)|[ \t]*[\r\n])){1,1000})${heldEnd('"')}`,
    "y",
  ),
  element: new RegExp(String.raw`((?:(?!${tag})\S){1,1000})${heldEnd(tag)}`, "y"),
  field: new RegExp(String.raw`(\S{1,1000})${heldEnd("$")}`, "y"),
};
// Decoded, its quotes and signs are read.
const entity = /^.{0,64}?&(?:amp|quot|lt|gt|apos|#\d{1,6}|#x[\da-f]{1,6});/i;

/** Returns where a line begins that has but a name there: after a line, or in what holds it; null if it is amid one. */
export function lineBegun(text: string, start: number): "line" | Holder | null {
  const [whole, line, string, element] = lineStart.exec(text.slice(Math.max(0, start - 200), start)) ?? [];
  if (whole === undefined) return null;
  if (line !== undefined) return "line";
  return string !== undefined ? "string" : element !== undefined ? "element" : "field";
}

/**
 * Reads the word behind a name.
 * @param name Where the name is.
 * @param at Where the word begins.
 * @param isEqual Whether "=" stands between them.
 */
export function wordAt(text: string, { start, end }: Span, at: number, isEqual: boolean): Span | null {
  const line = text.slice(Math.max(0, start - 100), start);
  const isProperty = /^-D[a-z]/.test(text.slice(start, start + 3)) && isEqual;
  if (text[end] === "=" && text[start - 1] === " " && (isProperty || pairBefore.test(line))) {
    wordOfPair.lastIndex = at;
    const [word = ""] = wordOfPair.exec(text) ?? [];
    return word === "" || entity.test(word) ? null : { start: at, end: at + word.length };
  }
  const begun = lineBegun(text, start);
  const held = begun === null || begun === "line" ? null : heldWord(text, at, begun);
  const [, first] = (held !== null && heldPairs.exec(held.word)) || [];
  // Of a form, the next pair is another field.
  if (first !== undefined && (isEqual || begun === "field"))
    return /^[\d.]{1,7}$/.test(first) ||
      entity.test(held?.word ?? "") ||
      (begun === "field" && !isLikely(first, isEqual ? "=" : ":", ""))
      ? null
      : { start: at, end: at + first.length };
  // A variable of the environment, as a string or before a command.
  const isString = text[start - 1] === '"';
  if (
    at === end + 1 &&
    /[\s"';]$/.test(line) &&
    ofShell.test(text.slice(start, at)) &&
    (isString || begun !== "line")
  ) {
    const pattern = isString && !beforeCommand.test(text.slice(at, at + 200)) ? restOfString : wordOfShell;
    pattern.lastIndex = at;
    const [word = ""] = pattern.exec(text) ?? [];
    const isProse =
      !isString && looksLikeWord(word) && !beforeShell.test(line) && !beforeCommand.test(text.slice(at, at + 200));
    if (isString ? word !== "" : /\w/.test(word))
      return isProse || /^[\d.]{1,7}$/.test(word) ? null : { start: at, end: at + word.length };
  }
  if (begun === null) return null;
  const { tags, word } = (begun === "line" ? wordOfWholeLine(text, start, at, isEqual) : held) ?? {};
  // Several words are prose, and an open bracket begins a value of many lines. Without a space, "token:abc" is prose,
  // too, and in a form "+" is one.
  const isClose = !isEqual && !/[ \t]/.test(text[at - 1] ?? "");
  return word === undefined ||
    tags === undefined ||
    entity.test(word) ||
    (isClose && (word.startsWith("+") || looksLikeWord(word))) ||
    /^[[{|>&*!]/.test(word) ||
    /^[\d.]{1,7}$/.test(word) ||
    (held?.isAlone === true && !isLikely(word, isEqual ? "=" : ":", ""))
    ? null
    : { start: at + tags, end: at + tags + word.length };
}

interface Word {
  readonly word: string;
  /** How much of YAML's tags is before it. */
  readonly tags: number;
}

function heldWord(text: string, at: number, holder: Holder): (Word & { readonly isAlone: boolean }) | null {
  const pattern = ofHolder[holder];
  pattern.lastIndex = at;
  const [, word, next] = pattern.exec(text) ?? [];
  return word === undefined ? null : { word, tags: 0, isAlone: next === undefined };
}

function wordOfWholeLine(text: string, start: number, at: number, isEqual: boolean): Word | null {
  if (start === 0 && isEqual && form.test(text)) return null;
  wordOfLine.lastIndex = at;
  const [whole, tag = "", word = "", blanks = ""] = wordOfLine.exec(text) ?? [];
  const said = word.slice(0, endOfElement.exec(word)?.index);
  const [value] = beforeQuote.exec(said) ?? [said];
  const after = text.charAt(wordOfLine.lastIndex);
  const isWhole = whole !== undefined && (/^[\r\n]?$/.test(after) || (blanks !== "" && after === "#"));
  return isWhole ? { word: value, tags: tag.length } : null;
}
