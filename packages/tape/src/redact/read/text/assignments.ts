import { looksLikeIdentifier } from "../../judge/secret-entropy.ts";
import { isDue } from "../../steps.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";
import { nameAround } from "../runs.ts";
import type { Span } from "../span.ts";
import { lineBegun, wordAt } from "./line-words.ts";
import { yamlBlock, yamlValueBelow } from "./yaml-block.ts";

// A quote that is not closed is an apostrophe, unless the rest of the text is as long.
const longestOpen = 8192;
// What follows a name in a line of YAML, TOML, `.env`, a shell, a program (also with its type), GraphQL.
const sign =
  /(?:['"]\]?|\](?=[ \t]{0,8}=>))?[ \t]{0,8}(=>|:=|:[ \t]{0,4}&?[\w.<>[\]]{1,40}[ \t]{1,4}=(?=[ \t]{0,8}["'`])|:|=(?!=))[ \t]{0,8}(?:\b[bru]{1,2}(?=["']))?(?:\{[ \t]{0,4}(?=["'`][^"'`\\\r\n]{0,200}["'`][ \t]{0,4}\}))?(["'`]?)/y;
const ofProgram = /^"\s{0,8}(?::\s{0,8}['`]|=>\s{0,8}\\*["'])/;
// As PHP writes a value for a person to read.
const dumped = /\s{0,40}string\(\d{1,6}\) (?=")/y;
// Where the quote is the end of a string: {"prompt":"Password: ","echo":false}.
const inDocument = /^[^"\r\n]{0,40}[{[]/;
const behindString = /^\s*[,}\]][\s,:{}[\]\d.+a-z-]*$/;
// A YAML value on the following lines.
const yamlEnd = /["']?:[ \t]*(?:&\w+ )?(?:([|>][+-]?\d?)[ \t]*)?(?=\r?\n)/y;
const content = String.raw`>(?:<!\[CDATA\[((?!\]\]>|<!\[CDATA|$)[^\]<]*(?:(?:\](?!\]>)|<(?!!\[CDATA))[^\]<]*)*)(?:\]\]><\/|$)|([^<>]+)(?:<\/|$))`;
// As an answer file of Windows and DSML have it, in an element of its own.
const inValue = String.raw`(?:>\s{0,99}<(?:\w{1,20}:)?value(?:\s[^<>]{0,200})?)?`;
const behindName = new RegExp(`(?:\\s[^<>]*)?${inValue}${content}`, "iy");
// A structure of XML-RPC, and a property list.
const elementBehind = new RegExp(
  `</(?:name|key)>\\s{0,99}<\\w{1,20}(?:>\\s{0,99}<\\w{1,20})?(?:\\s[^<>]{0,200})?${content}`,
  "iy",
);
// Also the end of a long path, as TR-069 names a parameter.
const isContent = />[\w.-]*$/;
const longestPath = 200;
// Of one element, many attributes may have a name.
const behindAttribute = new RegExp(`(?:\\s[^<>]{0,200})?${inValue}${content}`, "iy");
const namedAttribute = /\b(?:name|property|id|itemprop|key|type)\s{0,4}=\s{0,4}["']?(?:[a-z]{1,20}:)?$/i;
const valueAttribute = /\b(?:value|content)\s{0,4}=\s{0,4}(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s"'<>]+))/gi;

const credentialScheme = /^(?:bearer|basic|digest|token)[ ]+(?=\S)/i;

/**
 * Reads the values of names in text that is neither JSON nor a form: lines of YAML, TOML, `.env` and shells, elements
 * and attributes of XML and HTML, literals of GraphQL and of programs, in any quotes.
 * @example
 * [...assignments("DB_PASSWORD=hunter22\n", names, marks)]; // [{ start: 12, end: 20, where: "field", name: "DB_PASSWORD" }]
 */
export function* assignments(text: string, { rules, mayCarry }: Names, marks: Marks): Iterable<Place | null> {
  const attributeBeside = attributesIn(text);
  let next = 0;
  let done = 0;
  let listed = 0;
  for (const at of marks.name) {
    if (at < next) continue;
    if (isDue()) yield null;
    const { start, end } = nameAround(text, at);
    next = Math.max(end, at + 1);
    const name = text.slice(start, end);
    if (start < done) continue;
    const isNamed = rules(name, "field") !== null;
    if (!isNamed && /[a-z]s$/i.test(name) && rules(name.slice(0, -1), "field") !== null) {
      const below = start < listed ? [] : linesBelow(text, start, end);
      listed = below.at(-1)?.end ?? listed;
      for (const item of below.filter(isSecretItem(text))) {
        yield { ...item, where: "field", name: name.slice(0, -1) };
        done = item.end;
      }
      continue;
    }
    if (!isNamed && !mayCarry(name, "field")) continue;
    const before = done;
    for (const value of spansOf(text, start, end, attributeBeside)) {
      if (value.start < before) continue;
      // By its looks, a name in a program is no less likely than a credential.
      const said = text.slice(value.start, value.end);
      const isTyped = text[value.start - 1] === ">" && !/^code/i.test(name) && /^\d{3,8}$/.test(said);
      if (
        !isNamed &&
        !isTyped &&
        !/(?:community|pass|ident|info)$/i.test(name) &&
        !/^[^()]*\d[^\d()]+\d[^()]*$|^\d{13,19}$/.test(said)
      )
        continue;
      // A scheme stays, since the client of a replayed page sends it again.
      const scheme = credentialScheme.exec(said)?.[0].length ?? 0;
      yield { start: value.start + scheme, end: value.end, where: "field", name };
      done = value.end;
      next = Math.max(next, value.end);
    }
  }
}

function spansOf(text: string, start: number, end: number, attributeBeside: FindValue): readonly Span[] {
  const one = spanOf(text, start, end, attributeBeside);
  if (one !== null) return [one];
  const below = yamlValueBelow(text, text.slice(Math.max(0, start - 80), start), end);
  if (below !== null) return [below];
  yamlEnd.lastIndex = end;
  const [whole, block] = yamlEnd.exec(text) ?? [];
  const begun = whole === undefined ? null : lineBegun(text, start);
  if (whole === undefined || begun === null || (begun !== "line" && block === undefined)) return [];
  return yamlBlock(text, end + whole.length, block !== undefined, begun !== "line");
}

function linesBelow(text: string, start: number, end: number): readonly Span[] {
  yamlEnd.lastIndex = end;
  const [whole] = yamlEnd.exec(text) ?? [];
  return whole === undefined || lineBegun(text, start) !== "line" ? [] : yamlBlock(text, end + whole.length);
}

const itemBefore = /(?:^|[\r\n])[ \t]{0,64}- {1,9}["']?$/;

// An item of a list that looks like a secret: tokens are more often a model's or a lexer's.
const isSecretItem =
  (text: string) =>
  ({ start, end }: Span): boolean =>
    !looksLikeIdentifier(text.slice(start, end)) && itemBefore.test(text.slice(Math.max(0, start - 80), start));

// A call with a name and its value: PHP's define(), what sets a variable of the environment, a header or a property.
const setter =
  /\b(?:(define|setenv|putenv)|(?:set|add)(?:Request)?(?:Header|Property)|headers?\.(?:set|add|append))\(\s*["']$/i;
// Any other word that it is given is a label.
const constant = /^[A-Z][A-Z\d]*_[A-Z\d_]+$/;
// HCL's variable.
const declared = /\bvariable\s{1,4}"$/;
const argument = /["']\s{0,9},\s{0,9}(["'`])((?:(?!\1)[^\\\r\n])+)\1\s{0,9}[,)]/y;
const byDefault = /"\s{0,9}\{[^{}]{0,400}?\bdefault\s{0,40}=\s{0,40}"([^"\\\r\n]+)"/y;

function spanOf(text: string, start: number, end: number, attributeBeside: FindValue): Span | null {
  const before = text[start - 1] ?? "\n";
  if (/["']/.test(before) && text[end] === before) {
    const lead = text.slice(Math.max(0, start - 40), start);
    const call = setter.exec(lead);
    const pattern = call !== null ? argument : declared.test(lead) ? byDefault : null;
    if (pattern !== null) pattern.lastIndex = end;
    const [whole = "", ...groups] = pattern?.exec(text) ?? [];
    const said = groups.at(-1) ?? "";
    const isLabel =
      call !== null && /^[\p{L}\s]+$/u.test(said) && !(call[1] !== undefined && constant.test(text.slice(start, end)));
    if (said !== "" && !isLabel) {
      const from = end + whole.lastIndexOf(said);
      return { start: from, end: from + said.length };
    }
  }
  // JSON has a reader of its own; a program writes other quotes around the value.
  if (
    before === '"' &&
    text[end] === '"' &&
    !isAttributeName(text, start) &&
    !text.startsWith("]=>", end + 1) &&
    !ofProgram.test(text.slice(end, end + 24))
  )
    return null;
  if (before === "<" || (before === ":" && /<\w{1,40}:$/.test(text.slice(Math.max(0, start - 42), start))))
    return elementAt(text, end, behindName);
  if (text[end] === "<" && isContent.test(text.slice(Math.max(0, start - longestPath), start)))
    return elementAt(text, end, elementBehind);
  if (isAttributeName(text, start))
    return attributeBeside(start, end) ?? (isInTag(text, start) ? elementAt(text, end + 1, behindAttribute) : null);
  return assigned(text, start, end);
}

function elementAt(text: string, at: number, element: RegExp): Span | null {
  element.lastIndex = at;
  const found = element.exec(text);
  if (found === null) return null;
  const [whole, data, plain = ""] = found;
  // Cut off, it has no end; a usage has none, either: "--password <password> --token …".
  const isCutOff = !whole.endsWith("</");
  if (isCutOff && !markup.test(text.slice(Math.max(0, at - tagReach), at))) return null;
  const closing = isCutOff ? 0 : data === undefined ? 2 : 5;
  const end = element.lastIndex - closing;
  const said = data ?? plain;
  const start = end - said.length;
  return endOfString.test(said) && !isClosedBy(text, start, end) ? null : { start, end };
}

const markup = /<\/|^\s{0,99}<|\/>/;
// In JSON, after what is no element: a usage, as "login <user> <password>", or what stands for a value that is not told.
const endOfString = /(?<!\\)(?:\\\\)*"\s*(?:[,:}\]]|$)/;
const opening = /<([\w:.-]{1,80})(?:\s[^<>]*)?>(?:<!\[CDATA\[)?$/;

function isClosedBy(text: string, start: number, end: number): boolean {
  const [, name] = opening.exec(text.slice(Math.max(0, start - tagReach), start)) ?? [];
  return name !== undefined && text.startsWith(`</${name}`, text.startsWith("]]>", end) ? end + 3 : end);
}

function isAttributeName(text: string, start: number): boolean {
  return /["'=:]/.test(text[start - 1] ?? "") && namedAttribute.test(text.slice(Math.max(0, start - 24), start));
}

// A part of a form has a name too, and no tag.
function isInTag(text: string, start: number): boolean {
  return /<[A-Za-z][^<>]*$/.test(text.slice(Math.max(0, start - tagReach), start));
}

type FindValue = (start: number, end: number) => Span | null;

// Of a value with ">", which was an entity where the text was decoded.
const restOfDouble = /^[^"\r\n]+(?="[\s/>])/;
const restOfSingle = /^[^'\r\n]+(?='[\s/>])/;
// How far a tag goes that has "<" or ">" in an attribute.
const tagReach = 1000;
const tagEnd = />|&[lg]t;/;
const otherTag = /<[a-z/]|&[lg]t;/i;

// `<meta name="csrf-token" content="…">`, in either order: asked for names in order, it reads each tag once.
function attributesIn(text: string): FindValue {
  let [open, next, close] = [-1, -2, -1];
  let value: Span | null | undefined;
  return (start, end) => {
    if (next === -2) next = text.indexOf("<");
    while (next !== -1 && next < start) {
      [open, next] = [next, text.indexOf("<", next + 1)];
      value = undefined;
    }
    if (open === -1) return null;
    if (close < open) close = text.indexOf(">", open);
    if (close === -1) close = text.length;
    const isCoded = text.slice(Math.max(open, start - tagReach), start).includes("&lt;");
    if (isCoded || close < end || (next !== -1 && next < close) || !/[a-z]/i.test(text.charAt(open + 1))) {
      return start - open > tagReach ? null : attributeNear(text, open, start, end);
    }
    if (value === undefined) value = attributeWithin(text, open, close);
    return value;
  };
}

// The tag may be one that an attribute has, or entities may be the signs of others.
function attributeNear(text: string, open: number, start: number, end: number): Span | null {
  const stop = text.slice(end, end + tagReach).search(tagEnd);
  if (stop < 0) return null;
  const behind = attributeWithin(text, end, end + stop);
  if (behind !== null) return behind;
  const lead = text.slice(open, start);
  const last = [...lead.matchAll(valueAttribute)].at(-1);
  const isOther = last === undefined || otherTag.test(lead.slice(last.index + last[0].length));
  return isOther ? null : attributeWithin(text, open + last.index, start);
}

function attributeWithin(text: string, from: number, to: number): Span | null {
  valueAttribute.lastIndex = 0;
  const [whole, double, single, plain = ""] = valueAttribute.exec(text.slice(from, to)) ?? [];
  if (whole === undefined) return null;
  const value = double ?? single ?? plain;
  const isQuoted = double !== undefined || single !== undefined;
  const isClosed = isQuoted && value !== "" && whole.endsWith(double === undefined ? "'" : '"');
  const end = from + valueAttribute.lastIndex - (isClosed ? 1 : 0);
  if (!isQuoted || isClosed || to === text.length) return { start: end - value.length, end };
  const [rest] = (double === undefined ? restOfSingle : restOfDouble).exec(text.slice(to, to + tagReach)) ?? [];
  return rest === undefined ? null : { start: end - value.length, end: to + rest.length };
}

// In a literal of a program, a quote may be escaped, or doubled: unless its string would then go on in another line.
function closingQuote(text: string, quote: string, from: number): number {
  const first = text.indexOf(quote, from);
  for (let at = first; at !== -1; ) {
    const isDoubled = quote.length === 1 && text[at + 1] === quote;
    if (!isDoubled && !isEscaped(text, at))
      return quote.length === 1 && /[\r\n]/.test(text.slice(first, at)) ? first : at;
    at = text.indexOf(quote, at + (isDoubled ? 2 : 1));
  }
  return first;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}

function assigned(text: string, start: number, end: number): Span | null {
  const quoted = /["']/.test(text[end] ?? "");
  if (quoted && text[end] !== text[start - 1]) return null;
  sign.lastIndex = end;
  const found = sign.exec(text);
  if (found === null) return null;
  const [, operator, opening = ""] = found;
  dumped.lastIndex = operator === "=>" ? sign.lastIndex : text.length;
  const isDumped = dumped.test(text);
  const quote = isDumped ? '"' : opening;
  const at = isDumped ? dumped.lastIndex + 1 : sign.lastIndex;
  if (quote !== "") {
    // TOML and Python write three quotes around several lines.
    const three = text.startsWith(quote.repeat(2), at) ? quote.repeat(2) : "";
    const from = at + three.length;
    const found = closingQuote(text, three + quote, from);
    if (found < 0 && text.length - at <= longestOpen) return null;
    const inner = text.slice(from, found < 0 ? text.length : found);
    const isLabel = text[end + 1] === "]" && /^\p{Lu}[\p{L}\s]*$/u.test(inner);
    if (
      (three === "" && /[\r\n]/.test(inner)) ||
      isLabel ||
      (text[start - 1] === quote && text[end] !== quote && /^[;,)}\]]/.test(inner)) ||
      (quote === '"' && behindString.test(inner) && inDocument.test(text))
    )
      return null;
    const blanks = inner.length - inner.trimStart().length;
    return { start: from + blanks, end: from + inner.trimEnd().length };
  }
  return wordAt(text, { start, end }, at, operator === "=");
}
