// Decodes a text layer by layer, and tells where each character came from: what a reader finds in decoded text is
// hidden in the original text, and everything else stays as it was written.

import { isDue, type Steps } from "../../steps.ts";
import type { Span } from "../span.ts";
import { allOfText, windowsAround } from "../span.ts";

/** A text after some layers of decoding. */
export interface Level {
  readonly text: string;
  /** The decoded stretches and their surroundings: the rest was read on the previous level. */
  readonly windows: readonly Span[];
  /** Returns where a character of it begins in the original text. */
  readonly rawAt: (at: number) => number;
  /** Returns where a value ends that was read as going on behind the string, or the field of a form, that has it. */
  readonly endOf: (value: Span) => number;
}

// JSON in JSON in JSON, a URL in a URL.
const mostLevels = 6;

const escaped = String.raw`\\(?:["'\\/bfnrt]|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[0-3][0-7]{2})`;
const percent = String.raw`(?:%[\da-fA-F]{2})+`;
const entity = String.raw`&(?:amp|quot|lt|gt|apos|nbsp|#\d{1,6}|#[xX][\da-fA-F]{1,6});`;
// Of an attribute that a string of JSON holds: its quotes are decoded before what they enclose.
const inAttribute = /=\\"(?![{[])[^"\\<>]{0,100}$/;
const longestAttribute = 103;
const everyEntity = new RegExp(entity, "g");
// UTF-16: eight characters or more, each with a zero byte after or before it.
const wide = String.raw`(?:[\t\n\r -~]\0){8,}|(?:\0[\t\n\r -~]){8,}`;
// A line break within base64 of many lines: shorter ones are words, and what begins with a name or a word is another line.
const lineEnd = String.raw`\r?\n(?=[A-Za-z\d+/])(?<=[A-Za-z\d+/]{56}\r?\n)(?![A-Za-z\d+/]*(?:[ \t]+\S|[_.:-]|={1,2}[^=\s"'<\\&]))`;
const coded = new RegExp([escaped, percent, entity, lineEnd].join("|"), "g");
const codedOrWide = new RegExp(`${coded.source}|${wide}`, "g");
// Quoted-printable, of mails: RFC 2045, section 6.7. An equals sign in it is "=3D".
const codedOrQuoted = new RegExp(String.raw`${coded.source}|(?:=[\dA-F]{2})+|=\r?\n`, "g");
// Most texts are in none.
const mayBeCoded = /[\\%&\n\0]|=3D/;
const plus = /\+/g;
// In a form and in a URL, "+" is a space.
const noForm = /[\s"{}<>]/;
// What was written there as it is: a sign of a value is decoded.
const endOfString = /"(?=[\s\\]*(?:[,:;}\])]|$))/g;
const endOfField = /&/g;
const halfOfBase64 = 128;
const longBase64 = new RegExp(`^[A-Za-z\\d+/]{${2 * halfOfBase64}}$`);
const mostPlusInBase64 = 16;
// Maximum distance of a name from decoded text that may be its value.
const reach = 100;

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', lt: "<", gt: ">", apos: "'", nbsp: " " };

/**
 * Reads a text as it is, and then decoded, layer by layer: the escapes of JSON and of programs, percent-encoding, HTML
 * entities, UTF-16, lines of base64, quoted-printable. Text without a coding is read once.
 * @param windows Where to look, and to decode. Default: everywhere.
 */
export function* levelsOf(text: string, windows: readonly Span[] = allOfText(text)): Steps<readonly Level[]> {
  const levels: Level[] = [];
  let level = asItIs(text, windows);
  for (let count = 1; ; count++) {
    levels.push(level);
    const next: Level | null =
      count < mostLevels && mayBeCoded.test(level.text) ? yield* decoded(level, codingsOf(level.text)) : null;
    if (next === null) break;
    level = next;
  }
  if (!text.includes("+") || (!text.includes("%") && noForm.test(text))) return levels;
  const { rawAt } = level;
  const all = windows.map(({ start, end }) => ({
    start: firstAt(level.text, (at) => rawAt(at) >= start),
    end: firstAt(level.text, (at) => rawAt(at) >= end),
  }));
  // Between spaces it is an operator of a program, and "%2B" beside it is a plus.
  const isBlank = (at: number): boolean =>
    text[rawAt(at)] === "+" &&
    !noForm.test(text[rawAt(at) - 1] ?? "") &&
    !noForm.test(text[rawAt(at) + 1] ?? "") &&
    !isInBase64(level.text, at);
  const spaced = yield* decoded({ ...level, windows: all }, plus, isBlank);
  return spaced === null ? levels : [...levels, spaced];
}

/** Returns whether a sign stands amid base64: it has a "+" in 64 characters, words of a form one in six, and paths none. */
export function isInBase64(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - halfOfBase64), at + halfOfBase64);
  const count = longBase64.test(around) ? around.split("+").length - 1 : 0;
  return count > 0 && count < mostPlusInBase64;
}

/** Returns a text before any decoding. */
export function asItIs(text: string, windows: readonly Span[] = allOfText(text)): Level {
  return { text, windows, rawAt: (at) => at, endOf: ({ end }) => end };
}

function codingsOf(text: string): RegExp {
  if (text.includes("\0")) return codedOrWide;
  return text.includes("=3D") ? codedOrQuoted : coded;
}

/** Returns the first position for which a condition holds that holds for all later ones, too. */
export function firstAt({ length }: { readonly length: number }, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function* decoded(
  { text, rawAt, windows }: Level,
  pattern: RegExp,
  isCoded?: (at: number) => boolean,
): Steps<Level | null> {
  const parts: string[] = [];
  // For each decoded stretch: its end in the decoded text, and the offset to the other text from there.
  const ends: number[] = [];
  const shifts: number[] = [];
  const fresh: Span[] = [];
  const holdsAttributes = text.includes('=\\"');
  const isOfAttribute = (at: number): boolean =>
    holdsAttributes && text[at] === "&" && inAttribute.test(text.slice(Math.max(0, at - longestAttribute), at));
  let done = 0;
  let length = 0;
  const put = (said: string, from: number, to: number): void => {
    parts.push(text.slice(done, from), said);
    const start = length + from - done;
    length = start + said.length;
    fresh.push({ start, end: length });
    ends.push(length);
    shifts.push(to - length);
    done = to;
  };
  for (const { start, end } of windows) {
    const within = end < text.length ? text.slice(0, end) : text;
    pattern.lastIndex = Math.max(start, done);
    for (let found = pattern.exec(within); found !== null; found = pattern.exec(within)) {
      const [run] = found;
      const after = pattern.lastIndex;
      if (isDue()) yield;
      if (isCoded?.(found.index) !== false && !isOfAttribute(found.index)) {
        // Most codings, without a generator for each.
        if (/^[\\&+](?!\0)/.test(run)) put(saidBy(run), found.index, after);
        else yield* putRun(run, found.index, put);
      }
      // Another text may have been read meanwhile, with the same pattern.
      pattern.lastIndex = after;
    }
  }
  if (parts.length === 0) return null;
  parts.push(text.slice(done));
  const said = parts.join("");
  const ending = noForm.test(text) ? endOfString : endOfField;
  return {
    text: said,
    windows: yield* windowsAround(fresh, reach, said),
    endOf({ start, end }) {
      // A reader knows quotes and tags of a value.
      if (ending === endOfString && /[>"'`]/.test(said[start - 1] ?? "")) return end;
      for (const { index } of said.slice(start, end).matchAll(ending)) {
        const nth = firstAt(ends, (each) => (ends[each] as number) > start + index);
        if ((fresh[nth]?.start ?? end) > start + index) return start + index;
      }
      return end;
    },
    rawAt(at) {
      const nth = firstAt(ends, (each) => (ends[each] as number) > at);
      return rawAt(at + (shifts[nth - 1] ?? 0));
    },
  };
}

type Put = (said: string, from: number, to: number) => void;

function saidBy(run: string): string {
  if (run === "+") return " ";
  if (run.startsWith("&#")) return codePoint(/^&#x/i.test(run) ? `0x${run.slice(3, -1)}` : run.slice(2, -1));
  if (run.startsWith("&")) return entities[run.slice(1, -1)] ?? run;
  if (!run.startsWith("\\")) return "";
  if (/^.\d/.test(run)) return String.fromCharCode(Number.parseInt(run.slice(1), 8));
  if (run.length > 2) return String.fromCharCode(Number.parseInt(run.slice(2), 16));
  return escapes[run.charAt(1)] ?? run.charAt(1);
}

function codePoint(digits: string): string {
  const code = Number(digits);
  return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}

function* putRun(run: string, from: number, put: Put): Steps<void> {
  if (/^(?:%|=[^\r\n])/.test(run)) yield* putPercent(run.replaceAll("=", "%"), from, put);
  else if (run.includes("\0")) yield* putWide(run, from, put);
  else put(saidBy(run), from, from + run.length);
}

function* putPercent(run: string, from: number, put: Put): Steps<void> {
  for (let at = 0; at < run.length; ) {
    if (isDue()) yield;
    const first = Number.parseInt(run.slice(at + 1, at + 3), 16);
    const bytes = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const whole = bytes > 1 ? utf8(run.slice(at, at + bytes * 3)) : null;
    const end = at + (whole === null ? 3 : bytes * 3);
    put(whole ?? String.fromCharCode(first), from + at, from + end);
    at = end;
  }
}

function utf8(run: string): string | null {
  try {
    return decodeURIComponent(run);
  } catch {
    return null;
  }
}

function* putWide(run: string, from: number, put: Put): Steps<void> {
  const first = run.startsWith("\0") ? 1 : 0;
  for (let at = 0; at < run.length; at += 2) {
    if (isDue()) yield;
    put(run.charAt(at + first), from + at, from + at + 2);
  }
}

/** Decodes the entities of HTML and XML; an unknown one stays. */
export function entitiesDecoded(text: string): string {
  return text.includes("&") ? text.replace(everyEntity, saidBy) : text;
}

/** Decodes percent-escapes; an invalid one stays. */
export function percentDecoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => utf8(run) ?? run);
}
