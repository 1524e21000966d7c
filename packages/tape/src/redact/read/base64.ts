// Texts in base64 within a text: a document in a member, user and password after "Basic".

import { latin1Bytes, toBase64 } from "../../body/body.ts";
import { isDue } from "../steps.ts";
import { gunzipped, gzipStored } from "./gzip.ts";
import { longTokens } from "./long-tokens.ts";
import type { Span } from "./span.ts";

/** A stretch of base64, with its decoded text. */
interface Base64Text extends Span {
  readonly said: string;
  /** Whether the text is compressed: base64 then shows nothing of it. */
  readonly isPacked: boolean;
}

const shortestRun = 20;
const ofRun = /[\w+/-]/;
const decoder = new TextDecoder("utf-8", { fatal: true });
// Bytes that no text has. Of a run that is none, some of the first say so.
// biome-ignore lint/suspicious/noControlCharactersInRegex: those of no text
const noText = /[\0-\x08\x0e-\x1f\x7f]/;
const enough = 32;
const sign = /[=:<]/;

/**
 * Finds the base64 texts that may name a value: those with a sign that follows names.
 * @example
 * [...base64Texts("x eyJ0b2tlbiI6ImFiYyIsImEiOjF9 y", [{ start: 0, end: 32 }])]; // [{ start: 2, end: 30, said: '{"token":"abc","a":1}', isPacked: false }]
 */
export function* base64Texts(text: string, windows: readonly Span[]): Iterable<Base64Text | null> {
  let done = 0;
  let broken = 0;
  // Printable text seldom has a "+" or "/" in base64.
  for (const word of longTokens(text, shortestRun, windows)) {
    let { start, end } = word;
    if (start < done) continue;
    if (isDue()) yield null;
    while (ofRun.test(text[start - 1] ?? "")) start--;
    while (ofRun.test(text[end] ?? "")) end++;
    while (text[end] === "=" && end - word.end < 3) end++;
    done = end;
    const coded = text.slice(start, end);
    const isPacked = broken < mostBroken && coded.startsWith(packed);
    const unpacked = isPacked ? unpackedText(coded) : null;
    if (isPacked && unpacked === null) broken++;
    const said = unpacked ?? base64Text(coded);
    if (said !== null && (sign.test(said) || isNested(said))) yield { start, end, said, isPacked: unpacked !== null };
  }
}

/** Returns whether decoded text is base64 again, of a text that may name a value. */
export function isNested(said: string): boolean {
  return said.length >= 24 && !/[^\w+/=-]/.test(said) && sign.test(base64Text(said) ?? "");
}

// No pattern for all of it: V8 remembers each character that a loop takes, and throws a RangeError beyond some eight million.
function isBase64(coded: string): boolean {
  const pad = coded.indexOf("=");
  const data = pad < 0 ? coded : coded.slice(0, pad);
  return data !== "" && !/[^\s\w+/]/.test(data) && (pad < 0 || /^={1,2}$/.test(coded.slice(pad).replace(/\s+/g, "")));
}

/** Decodes base64 to text; returns null if it is not text. */
export function base64Text(coded: string): string | null {
  const plain = coded.replaceAll("-", "+").replaceAll("_", "/");
  // Most of what looks like base64 is not, and an exception for each takes long.
  if (!isBase64(plain) || plain.replace(/[\s=]+/g, "").length % 4 === 1) return null;
  try {
    if (noText.test(atob(plain.slice(0, enough)))) return null;
    const said = decoder.decode(latin1Bytes(atob(plain)));
    return noText.test(said) ? null : said;
  } catch {
    return null;
  }
}

// The beginning of a gzip file; an exception for each text that is none takes long.
const mostBroken = 20;
const packed = "H4sI";

function unpackedText(coded: string): string | null {
  const plain = coded.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  return plain.length % 4 === 1 ? null : gunzipped(atob(plain));
}

/** Encodes a text in base64 like another one: with or without padding, for URLs or not, as a gzip file or not. */
export function base64Like(coded: string, said: string): string {
  const bytes = coded.startsWith(packed) ? latin1Bytes(gzipStored(said)) : new TextEncoder().encode(said);
  const written = toBase64(bytes);
  const spelled = /[-_]/.test(coded) ? written.replaceAll("+", "-").replaceAll("/", "_") : written;
  return coded.length % 4 === 0 ? spelled : spelled.replace(/=+$/, "");
}
