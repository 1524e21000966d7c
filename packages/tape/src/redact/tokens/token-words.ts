import { isOrdinaryValue } from "../judge/ordinary-value.ts";
import { looksLikeIdentifier } from "../judge/secret-entropy.ts";
import type { Word } from "../read/scan.ts";
import type { Span } from "../read/span.ts";
import { type Aligned, alignedForms, base64Around, decodedAround } from "./base64-run.ts";
import { privateKeyAt, privateKeyStart } from "./private-key.ts";
import { formatsByMiddle, type TokenFormat, tokenFormats } from "./token-formats.ts";

/** A stretch of a text with a published format. */
export interface Token extends Span {
  readonly kind: string;
}

/**
 * Reads a token at the position of its word; a span without a kind is one in which no such token is, unless the end of
 * the text cuts it off.
 */
export type Find = (text: string, at: number) => Token | Span | null;

const jwtStarts = ["eyJhbGci", "eyJ0eXAi", "eyJraWQi", "eyJlbmMi", "eyJ4NXQi"];
// The signature's alphabet and dots, as far as base64 shows it.
const jwtRest = /[\w-]{4,}\.eyJ[\w-]{8,}/y;
const privateKeyRest = / (?:[A-Z]+ ){0,4}PRIVATE KEY/y;

const longestRead = 1024 * 1024;
const afterToken = /[^\w.~+/%=-]/g;

const inBase64 = [
  ...tokenFormats,
  { kind: "jwt", starts: jwtStarts, rest: jwtRest },
  { kind: "private-key", starts: [privateKeyStart], rest: privateKeyRest },
].flatMap((shape) =>
  shape.starts
    // The forms of a shorter one are three characters long: any text is full of them.
    .filter((start) => start.length >= 4)
    .flatMap((start) => alignedForms(start).flatMap((form) => spelled(form, foundInBase64(shape, start, form)))),
);

/** The words that begin tokens, in plain and in base64. */
export const tokenWords: readonly Word<Find>[] = [
  ...tokenFormats.flatMap((each) => each.starts.map((start) => [start, foundPlain(each, start)] as const)),
  [".eyJ", jwtAt] as const,
  [privateKeyStart, wholeKeyAt] as const,
  ...["authorization", "Authorization", "AUTHORIZATION"].map((name) => [name, authorizationAt] as const),
  ...["Bearer ", "bearer "].map((scheme) => [scheme, bearerAt] as const),
  ...jwtStarts.map((start) => [start, encryptedJwtAt] as const),
  ...formatsByMiddle.map(({ kind, middle, before, whole }) => [middle, foundAround(kind, before, whole)] as const),
  ...inBase64,
].map(([word, meaning]) => ({ word, meaning }));

// `\b` alone would miss one at the end of a name ("x_ghp_…").
function beginsWord(text: string, at: number): boolean {
  return !/[A-Za-z0-9]/.test(text[at - 1] ?? "");
}

// V8 remembers each character that a pattern takes, and throws a RangeError beyond some eight million.
function endOf(pattern: RegExp, text: string, at: number): number | null {
  const isNear = text.length - at <= longestRead;
  const [from, read] = isNear ? [0, text] : [at, text.slice(at, at + longestRead)];
  pattern.lastIndex = at - from;
  if (!pattern.test(read)) return null;
  const end = from + pattern.lastIndex;
  if (isNear || pattern.lastIndex < read.length) return end;
  afterToken.lastIndex = end;
  return afterToken.exec(text)?.index ?? text.length;
}

const afterPart = /[^\w-]/g;

/**
 * Reads parts with dots between them, each of at least so many letters, digits, `_` and `-`.
 * @returns Where they end, or where the text ceases to go on so.
 */
function partsAt(
  text: string,
  at: number,
  fewest: readonly number[],
): { readonly end: number; readonly isWhole: boolean } {
  let start = at;
  for (const least of fewest) {
    if (start > at && text[start - 1] !== ".") return { end: start - 1, isWhole: false };
    afterPart.lastIndex = start;
    const end = afterPart.exec(text)?.index ?? text.length;
    if (end - start < least) return { end, isWhole: false };
    start = end + 1;
  }
  return { end: start - 1, isWhole: true };
}

function foundPlain({ kind, rest, isAddress = false }: TokenFormat, start: string): Find {
  return (text, at) => {
    if (!beginsWord(text, at)) return null;
    const end = endOf(rest, text, at + start.length);
    return end === null ? null : { start: isAddress ? at + start.length : at, end, kind };
  };
}

function foundInBase64({ kind, rest }: TokenFormat, start: string, form: Aligned): Find {
  return (text, at) => {
    const decoded = decodedAround(text, at, start, form);
    if (decoded === null || !beginsWord(decoded.text, decoded.at)) return null;
    return endOf(rest, decoded.text, decoded.at + start.length) === null ? null : { ...base64Around(text, at), kind };
  };
}

function spelled({ core }: Aligned, find: Find): readonly (readonly [string, Find])[] {
  const forUrls = core.replaceAll("+", "-").replaceAll("/", "_");
  return forUrls === core
    ? [[core, find]]
    : [
        [core, find],
        [forUrls, find],
      ];
}

function wholeKeyAt(text: string, at: number): Token | null {
  const span = privateKeyAt(text, at);
  return span && { ...span, kind: "private-key" };
}

// From the dot before its second part, which is unique: a run of word characters may have any number of positions where
// a first part could begin.
function jwtAt(text: string, at: number): Token | Span | null {
  const { end, isWhole } = partsAt(text, at + 1, [7, 8]);
  if (!isWhole && end < text.length) return null;
  let from = at;
  while (/[\w-]/.test(text[from - 1] ?? "")) from--;
  for (let start = text.indexOf("eyJ", from); start >= 0 && start <= at - 11; start = text.indexOf("eyJ", start + 1)) {
    if (beginsWord(text, start)) return { start, end, ...(isWhole && { kind: "jwt" }) };
  }
  return null;
}

function foundAround(kind: string, before: number, whole: RegExp): Find {
  return (text, at) => {
    const start = at - before;
    whole.lastIndex = start;
    return start >= 0 && whole.test(text) && beginsWord(text, start) ? { start, end: whole.lastIndex, kind } : null;
  };
}

// "Authorization: Bearer …" in a message. A JSON member has a quote after its name, which hides it.
function authorizationAt(text: string, at: number): Token | null {
  const scheme =
    /.{13}(?:'?[ \t]{0,4}[:=][ \t]{0,4}'?\[?|[ \t]{1,4}"(?=\w{5,9} [^"\s]{0,200}\d))(?:basic|bearer|token|negotiate)[ \t]{1,4}/iy;
  const start = endOf(scheme, text, at);
  const end = start === null ? null : endOf(/[\w.~+/-]{8,}={0,2}/y, text, start);
  const isExample = start !== null && end !== null && isOrdinaryValue(text.slice(start, end).replace(/\.$/, ""));
  return start === null || end === null || isExample ? null : { start, end, kind: "header" };
}

// In a sentence, where words may follow it as well ("Bearer authentication").
function bearerAt(text: string, at: number): Token | null {
  const start = at + "Bearer ".length;
  const end = endOf(/[\w.~+/-]{16,}={0,2}/y, text, start);
  return end === null || looksLikeIdentifier(text.slice(start, end)) ? null : { start, end, kind: "field" };
}

// Five parts. RFC 7516, section 3.1
function encryptedJwtAt(text: string, at: number): Token | Span | null {
  if (!beginsWord(text, at)) return null;
  const { end, isWhole } = partsAt(text, at, [11, 0, 8, 8, 8]);
  if (isWhole || end === text.length) return { start: at, end, ...(isWhole && { kind: "jwt" }) };
  // The first part may be long, and full of beginnings.
  return { start: at, end: partsAt(text, at, [0]).end };
}
