import { letterBytes } from "../../judge/by-chance.ts";
import { isFilePath } from "../../judge/ordinary-value.ts";
import { looksLikeIdentifier, looksLikeWord } from "../../judge/secret-entropy.ts";
import { isDue } from "../../steps.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";
import { nameAround } from "../runs.ts";

// Punctuation, tags, a number of several, "is", "eq" and "provided", a serializer's types and lengths, and bytes that no text has.
const between =
  /(?:[\s"'`:=>,;|*({[-]|\](?=<\/)|<\/?\w{1,20}(?:\s[^<>]{0,80})?>|\b(?:is|was|eq|provided(?=:))\b|(?<= )\d{1,2}(?=:)|s:\d{1,4}:|!!?\w{1,10} |[^\t\r\n -~]){1,12}/y;
// Enough to tell whether it is likely; names may be close to each other.
const candidate = /[^\s"'`<>,;&#|(){}[\]\\]{8,80}/y;
const rest = /[^\s"'`<>,;&#|(){}[\]\\]+/y;
// Compressed or random bytes spell a short name by chance; a serializer's secret begins as text, whatever follows it.
const control = /[^\P{Cc}\t\r\n]/u;
const letters = /^[^\p{Cc}]+/u;
const ending = /[.:!?&]$/;
const dotted = /^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+(?:[-+*]\d{1,3})?$/i;
// Of a pattern: "[0-9a-zA-Z]".
const ranges = /^(?:\w-\w){2,4}[_.-]{0,3}$/;
// Of a cluster of Kubernetes that a machine joins.
const bootstrap = /^[a-z\d]{6}\.(?=(?:[a-z]*\d){2})[a-z\d]{16}$/;
const nameOfOther = /^(?:[a-z_][A-Za-z_]{1,30}(?:[.-][A-Za-z_]{1,20}){0,5}|[A-Z][A-Za-z]*(?:\.[A-Z][a-z]+)+)=[^=]/;
// What says that the name's own value comes: a sign, a word, a quote, or bytes.
const toValue = /[:=]|\b(?:is|was|eq)\b|["']$|[^\t\r\n -~]/;
// A cell has what stands before it, and of these alone people choose what has a sign in it.
const chosen = /pass|pwd/i;
// Of what AWS keeps, and of a credential, with the variable that holds it: "--token ada2=ENV_NAME".
const named = /^arn:|^HTTP\/\d(?:\.\d)?$|^[\w.-]{1,15}=[A-Z]+(?:_[A-Z\d]{1,20}){0,9}$/;
const behindCode =
  /(?:code|password|c[oó]digo|codice)(?: (?:de|di) (?:v[eé]r|s[eé][cg]|sic|ac|conf|aut)[\wéèíóçã]{2,20})?(?:\s{1,3}(?:is|ist|lautet|est|es|[éè]))?\s{0,3}:?(?:\s{1,3}(?:<\w{1,8}>)?|<\/p>\s{0,9}(?:<\w{1,8}(?:\s[^<>]{0,200})?>\s{0,9}){1,3})(\d{4,8})\b/iy;
const beforeCode =
  /\b(?:verification|security|log-?in|sign-?in|confirmation|access|one-?time|authentication|2fa|your|enter(?: the| this)?|votre|ihr|dein|tu|su|seu|tuo)\s{1,3}(?:pass)?$|\b(?:best.tigungs|sicherheits|anmelde|zugangs)-?$/i;
// Of a meeting.
const behindPasscode = /passcode: {1,3}(\d{4,10})\b(?![.-]\d)/iy;
const longestBefore = 24;
// What is entered already in the field that a page labels so.
const inField =
  /:?<\/(?:label|dt|th|td|span|strong|b|div)>\s{0,99}(?:<(?:dd|td|div|span|p)(?:\s[^<>]{0,200})?>\s{0,99}){0,2}<input\s[^<>]{0,400}?(?<=\s)value="([^"<>\s]{8,400})"/iy;

/**
 * Reads what looks like a secret after the name of one, if only punctuation and tags are between them, in no syntax of
 * another reader: options of commands (`--token …`), prose, cells of a table, pairs in lists, flow YAML, lines of
 * `.netrc`. It goes by looks, since prose usually follows a name in prose.
 * @example
 * [...valuesBehind("--password a1b2c3d4 x", names, marks)]; // [{ start: 11, end: 19, where: "field", name: "password" }]
 */
export function* valuesBehind(text: string, { rules }: Names, marks: Marks): Iterable<Place | null> {
  const codes: Place[] = [];
  let next = 0;
  for (const at of marks.name) {
    const code = codeAt(text, at);
    if (code !== null) codes.push(code);
    if (at < next) continue;
    if (isDue()) yield null;
    let { start, end } = nameAround(text, at);
    // "API key", "access token".
    if (text[end] === " " && rules(text.slice(start, end), "field") === null) {
      const second = /^ \w{3,6}\b/.exec(text.slice(end, end + 8))?.[0] ?? "";
      if (second !== "" && rules(text.slice(start, end) + second, "field") !== null) end += second.length;
    }
    next = Math.max(end, at + 1);
    const name = text.slice(start, end).replace(/^-+/, "");
    if (rules(name, "field") === null) continue;
    // The end of an element: its value stands before.
    if (/<\/(?:[\w.-]{1,40}:)?$/.test(text.slice(Math.max(0, start - 43), start))) continue;
    // A JSON member, which has its own reader.
    if (text[end] === '"' && text[start - 1] === '"' && /^"\s{0,9}:/.test(text.slice(end, end + 12))) continue;
    inField.lastIndex = text[end] === ":" || text[end] === "<" ? end : text.length;
    const [field, entered = ""] = inField.exec(text) ?? [];
    if (field !== undefined && isLikely(entered, '"', '"')) {
      next = end + field.length;
      yield { start: next - 1 - entered.length, end: next - 1, where: "field", name };
      continue;
    }
    between.lastIndex = end;
    const gap = between.exec(text)?.[0];
    // "arn:aws:secretsmanager:eu-west-1:1:secret:db-a1B2c3" is a name.
    if (gap === undefined || (gap === ":" && text[start - 1] === ":")) continue;
    // An attribute of a tag, which has its own reader.
    if (/^(?:value|content)=/i.test(text.slice(between.lastIndex, between.lastIndex + 8))) continue;
    // A parameter of a path, which has its own reader.
    if (gap === "=" && text[start - 1] === ";") continue;
    candidate.lastIndex = between.lastIndex;
    const from = between.lastIndex;
    const begun = candidate.exec(text)?.[0];
    if (
      begun === undefined ||
      isNoise(text.slice(Math.max(0, start - 16), from + 16), name, gap, begun) ||
      !isLikely(withoutEnding(begun), text[start] === "-" ? " " : gap, text[candidate.lastIndex] ?? "")
    )
      continue;
    rest.lastIndex = candidate.lastIndex;
    // NUL ends a text of C and of BSON.
    const [whole = ""] = (begun + (rest.exec(text)?.[0] ?? "")).split("\0", 1);
    const found = withoutEnding(whole);
    // With a name of its own: the next line, the next of a connection's parameters, of a log's fields, of a tag's
    // attributes or of options, and in prose ("pass page=2").
    const isOfName =
      toValue.test(gap) || (text[start] === "-" && !gap.endsWith("-")) || (/[|<]/.test(gap) && chosen.test(name));
    if (/[\r\n;]/.test(gap) ? /^[\w.-]+=[^=]/.test(found) : !isOfName && nameOfOther.test(found)) continue;
    yield { start: from, end: from + found.length, where: "field", name };
    next = from + found.length;
  }
  yield* codes;
}

function withoutEnding(value: string): string {
  let { length } = value;
  while (ending.test(value.charAt(length - 1))) length--;
  return value.slice(0, length);
}

// No text has control characters, but for those that colour it. Among them, a value is text for a while.
function isNoise(around: string, name: string, gap: string, begun: string): boolean {
  if (!control.test(around.replaceAll("\u001b", ""))) return false;
  const run = (/[\x80-\x9f]/.test(around) ? letterBytes : letters).exec(begun)?.[0].length ?? 0;
  // MessagePack and CBOR have a short length in five bits; BSON, and C, end a text with NUL.
  const isTold = (gap.length === 1 && (gap.charCodeAt(0) & 31) === run) || (gap.endsWith("\0") && begun[run] === "\0");
  return run < (name.length > 3 || isTold ? 4 : 8);
}

// "482919 is your code", "Enter 482919 as your code", "Use 482919 to sign in", "Use 482919 to reset your password".
const inFront =
  /\b(?:(\d{4,8})(?:<\/\w{1,8}>)? (?:is|est|ist) (?:your|votre|ihre?|deine?) [^.:;\d\r\n<>"]{0,40}|(?:use|enter|type) (?:<\w{1,8}>)?(\d{4,8})(?:<\/\w{1,8}>)? (?:as (?:[a-z]+ ){0,2}|to [a-z]+ your (?:[a-z]+ )?))$/i;
const beforeSign = /\b(?:use|enter|type) (?:<\w{1,8}>)?(\d{4,8})(?:<\/\w{1,8}>)? to (?:[a-z]+ ){0,2}$/i;
const behindNumber = /(?:code|otp|pass(?:code|word)|pin|tan)\b|(sign)[ -]?(?:in|on|up)\b/iy;
const longestInFront = 64;

// "Your verification code is 482919."
function codeAt(text: string, at: number): Place | null {
  behindNumber.lastIndex = at;
  const [noun, sign] = behindNumber.exec(text) ?? [];
  const near = noun === undefined ? "" : text.slice(Math.max(0, at - longestInFront), at);
  const [front, said, asked = ""] = (sign === undefined ? inFront : beforeSign).exec(near) ?? [];
  if (front !== undefined) {
    const number = said ?? asked;
    const start = at - front.length + front.indexOf(number);
    return { start, end: start + number.length, where: "field", name: "passcode" };
  }
  behindPasscode.lastIndex = at;
  const [told, passcode = ""] = behindPasscode.exec(text) ?? [];
  if (told !== undefined) {
    const end = at + told.length;
    return { start: end - passcode.length, end, where: "field", name: "passcode" };
  }
  behindCode.lastIndex = at;
  const [whole, code = ""] = behindCode.exec(text) ?? [];
  if (whole === undefined || !beforeCode.test(text.slice(Math.max(0, at - longestBefore), at))) return null;
  const end = at + whole.length;
  return { start: end - code.length, end, where: "field", name: "passcode" };
}

/**
 * Returns whether a value is likely a secret, by its looks.
 * @param gap What stands before it.
 * @param next The character after it.
 */
export function isLikely(value: string, gap: string, next: string): boolean {
  if (
    /^[/.~$%#@\\&+]/.test(value) ||
    next === "(" ||
    next === "[" ||
    (dotted.test(value) && !bootstrap.test(value)) ||
    named.test(value) ||
    ranges.test(value) ||
    isFilePath(value)
  )
    return false;
  const isOpaque = !looksLikeIdentifier(value);
  // A list, or a program, goes on with the next name ("scanX509Token").
  // Before a binary length, a new line is one.
  if (/[,\r\n;]/.test(gap) && !gap.includes("\0") && !/[:=<]/.test(gap)) return isOpaque && /\d\D+\d/.test(value);
  if (/[='"`]$/.test(gap) || /^[^\t\r\n -~]+$/.test(gap)) return isOpaque || !looksLikeWord(value);
  const changes = value.match(/[a-z](?=\d)|\d(?=[a-z])|[a-z](?=[A-Z])/gi)?.length ?? 0;
  return isOpaque || (!looksLikeWord(value) && changes > 1);
}
