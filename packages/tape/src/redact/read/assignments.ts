import { looksLikeWord } from "../secret-entropy.ts";
import { isDue } from "../steps.ts";
import type { Marks } from "./marks.ts";
import { nameAround } from "./name-around.ts";
import type { Names, Place } from "./place.ts";
import type { Span } from "./span.ts";
import { yamlBlock } from "./yaml-block.ts";

const longestValue = 8192;
// What follows a name in a line of YAML, TOML, `.env`, a shell, a program (also with its type), GraphQL.
const sign =
  /['"]?[ \t]{0,8}(=>|:=|:[ \t]{0,4}&?[\w.<>[\]]{1,40}[ \t]{1,4}=(?=[ \t]{0,8}["'`])|:|=(?!=))[ \t]{0,8}(["'`]?)/y;
const lineStart = /(?:^|[\r\n])[ \t]*(?:- |export[ \t]+|set[ \t]+|#[ \t]?)?["']?$/;
// Its first value ends at "&"; `parameters.ts` reads the rest.
const form = /^[\w.$~%+[\]-]{1,64}=[^&#\s"'`<>\\]*(?:&[\w.$~%+[\]-]+(?:=[^&#\s"'`<>\\]*)?)+$/;
const restOfLine = /[^\r\n]{1,8192}/y;
// A YAML value on the following lines.
const yamlEnd = /["']?:[ \t]*(?:&\w+ )?(?:([|>][+-]?\d?)[ \t]*)?(?=\r?\n)/y;
// `- name: DB_PASSWORD` and its value in the next line.
const yamlName = /(?:^|[\r\n])[ \t]*(?:- )?(?:name|key):[ \t]{1,8}["']?$/;
const yamlValue =
  /["']?[ \t]*\r?\n[ \t]+value:[ \t]{1,8}(["']?)([^\s"'#&*|>[{!-][^\r\n"']{0,8191}?)\1[ \t]*(?:#.*)?(?=\r?\n|$)/y;
const element = /(?:\s[^<>]{0,200})?>(?:<!\[CDATA\[([^<>]{1,8192})\]\]>|([^<>]{1,8192}))<\//y;
const namedAttribute = /\b(?:name|property|id|itemprop|key|type)\s{0,4}=\s{0,4}["']?$/i;
const valueAttribute = /\b(?:value|content)\s{0,4}=\s{0,4}(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]{1,8192}))/gi;
const tagReach = 1000;

const credentialScheme = /^(?:bearer|basic|digest|token)[ ]+(?=\S)/i;

/**
 * Reads the values of names in text that is neither JSON nor a form: lines of YAML, TOML, `.env` and shells, elements
 * and attributes of XML and HTML, literals of GraphQL and of programs, in any quotes.
 * @example
 * [...assignments("DB_PASSWORD=hunter22\n", names, marks)]; // [{ start: 12, end: 20, where: "field", name: "DB_PASSWORD" }]
 */
export function* assignments(text: string, { rules }: Names, marks: Marks): Iterable<Place | null> {
  let next = 0;
  let done = 0;
  for (const at of marks.name) {
    if (at < next) continue;
    if (isDue()) yield null;
    const { start, end } = nameAround(text, at);
    next = Math.max(end, at + 1);
    const name = text.slice(start, end);
    if (start < done || rules(name, "field") === null) continue;
    const before = done;
    for (const value of spansOf(text, start, end)) {
      if (value.start < before) continue;
      // A scheme stays, since the client of a replayed page sends it again.
      const scheme = credentialScheme.exec(text.slice(value.start, value.end))?.[0].length ?? 0;
      yield { start: value.start + scheme, end: value.end, where: "field", name };
      done = value.end;
      next = Math.max(next, value.end);
    }
  }
}

function spansOf(text: string, start: number, end: number): readonly Span[] {
  const one = spanOf(text, start, end);
  if (one !== null) return [one];
  const line = text.slice(Math.max(0, start - 80), start);
  yamlValue.lastIndex = end;
  const [beside, quote = "", value = ""] = yamlName.test(line) ? (yamlValue.exec(text) ?? []) : [];
  if (beside !== undefined) {
    const from = end + beside.lastIndexOf(quote + value) + quote.length;
    return [{ start: from, end: from + value.length }];
  }
  yamlEnd.lastIndex = end;
  const [whole, block] = yamlEnd.exec(text) ?? [];
  return whole === undefined || !lineStart.test(line) ? [] : yamlBlock(text, end + whole.length, block !== undefined);
}

function spanOf(text: string, start: number, end: number): Span | null {
  const before = text[start - 1] ?? "\n";
  // JSON has a reader of its own.
  if (before === '"' && text[end] === '"' && !isAttributeName(text, start)) return null;
  if (before === "<" || (before === ":" && /<\w{1,40}:$/.test(text.slice(Math.max(0, start - 42), start))))
    return elementAt(text, end);
  if (isAttributeName(text, start)) return attributeBeside(text, start, end) ?? elementAt(text, end + 1);
  return assigned(text, start, end);
}

function elementAt(text: string, at: number): Span | null {
  element.lastIndex = at;
  const found = element.exec(text);
  if (found === null) return null;
  const end = element.lastIndex - (found[1] === undefined ? 2 : 5);
  return { start: end - (found[1] ?? found[2] ?? "").length, end };
}

function isAttributeName(text: string, start: number): boolean {
  return /["'=]/.test(text[start - 1] ?? "") && namedAttribute.test(text.slice(Math.max(0, start - 24), start));
}

// `<meta name="csrf-token" content="…">`, in either order.
function attributeBeside(text: string, start: number, end: number): Span | null {
  const open = text.slice(Math.max(0, start - tagReach), start).lastIndexOf("<");
  const close = text.slice(end, end + tagReach).indexOf(">");
  if (open < 0 || close < 0) return null;
  const from = Math.max(0, start - tagReach) + open;
  valueAttribute.lastIndex = 0;
  const found = valueAttribute.exec(text.slice(from, end + close));
  if (found === null) return null;
  const value = found[1] ?? found[2] ?? found[3] ?? "";
  const stop = from + found.index + found[0].length - (found[3] === undefined ? 1 : 0);
  return { start: stop - value.length, end: stop };
}

function assigned(text: string, start: number, end: number): Span | null {
  const quoted = /["']/.test(text[end] ?? "");
  if (quoted && text[end] !== text[start - 1]) return null;
  sign.lastIndex = end;
  const found = sign.exec(text);
  if (found === null) return null;
  const [, operator, quote = ""] = found;
  const at = sign.lastIndex;
  if (quote !== "") {
    const rest = text.slice(at, at + longestValue);
    // TOML and Python write three quotes around several lines.
    const three = rest.startsWith(quote.repeat(2)) ? quote.repeat(2) : "";
    const from = three.length;
    const close = rest.indexOf(three + quote, from);
    if (close < 0 || (three === "" && /[\r\n]/.test(rest.slice(0, close)))) return null;
    const inner = rest.slice(from, close);
    const blanks = inner.length - inner.trimStart().length;
    return { start: at + from + blanks, end: at + from + inner.trimEnd().length };
  }
  if (!lineStart.test(text.slice(Math.max(0, start - 80), start))) return null;
  if (start === 0 && operator === "=" && form.test(text)) return null;
  restOfLine.lastIndex = at;
  const line = restOfLine.exec(text)?.[0] ?? "";
  const tag = /^(?:(?:!!?|&)\w+[ \t]+){1,2}/.exec(line)?.[0].length ?? 0;
  const value = line
    .slice(tag)
    .replace(/\s+#.*$/, "")
    .trimEnd();
  // Several words are prose, and an open bracket begins a value of many lines. Without a space, "token:abc" is prose,
  // too.
  const isProse = operator === ":" && !/[ \t]/.test(text[at - 1] ?? "") && looksLikeWord(value);
  return value === "" || isProse || /\s/.test(value) || /^[[{|>&*!]/.test(value) || /^[\d.]{1,7}$/.test(value)
    ? null
    : { start: at + tag, end: at + tag + value.length };
}
