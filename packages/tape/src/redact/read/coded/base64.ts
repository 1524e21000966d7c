// Texts in base64 within a text: a document in a member, user and password after "Basic".

import { latin1Bytes, toBase64 } from "../../../body/body.ts";
import { isDue, longAtOnce } from "../../steps.ts";
import { longTokens } from "../runs.ts";
import type { Span } from "../span.ts";
import { gunzipped, gzipStored } from "./gzip.ts";

/** A stretch of base64, with its decoded text. */
export interface Base64Text extends Span {
  readonly said: string;
  /** Whether the text is compressed: base64 then shows nothing of it. */
  readonly isPacked: boolean;
}

const shortestRun = 20;
const longestPath = 4096;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
// biome-ignore lint/suspicious/noControlCharactersInRegex: those of no text
const noText = /[\0-\x08\x0e-\x1f\x7f]/;
const beyondAscii = /[\x80-\xff]/;
const sign = /[=:<]/;
// Of names, as CSV begins.
const table = /^\ufeff?"?[a-z_][\w .-]{0,64}"?[,;\t|][^\r\n]{1,2000}\r?\n/i;

const none = 64;
/** The six bits of a character, in either alphabet. RFC 4648, sections 4 and 5 */
const bitsOf = new Uint8Array(128).fill(none);
for (const alphabet of ["+/", "-_"])
  Array.from(`ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabet}`).forEach((each, bits) => {
    bitsOf[each.charCodeAt(0)] = bits;
  });

function isOfRun(text: string, at: number): boolean {
  return (bitsOf[text.charCodeAt(at)] ?? none) !== none;
}

/**
 * Finds the base64 texts that may name a value: those with a sign that follows names, and tables.
 * @example
 * [...base64Texts("x eyJ0b2tlbiI6ImFiYyIsImEiOjF9 y", [{ start: 0, end: 32 }])]; // [{ start: 2, end: 30, said: '{"token":"abc","a":1}', isPacked: false }]
 */
export function* base64Texts(text: string, windows: readonly Span[]): Iterable<Base64Text | null> {
  let done = 0;
  let runEnd = 0;
  let broken = 0;
  const textAt = ({ start, end }: Span): Base64Text | null => {
    const coded = text.slice(start, end);
    const isPacked = broken < mostBroken && coded.startsWith(packed);
    const unpacked = isPacked ? unpackedText(coded) : null;
    if (isPacked && unpacked === null) broken++;
    const said = unpacked ?? base64Text(coded);
    const mayName = said !== null && (sign.test(said) || table.test(said) || isNested(said));
    return mayName ? { start, end, said, isPacked: unpacked !== null } : null;
  };
  // Printable text seldom has a "+" or "/" in base64.
  for (const word of longTokens(text, shortestRun, windows)) {
    const { start, end } = word;
    if (start < done) continue;
    if (isDue() || end - start > longAtOnce) yield null;
    const run = start < runEnd ? null : runAround(text, word, "");
    const isLong = run !== null && run.end - run.start > longestPath;
    runEnd = Math.max(runEnd, run?.end ?? 0);
    // All with slashes, or else a segment of a path.
    const whole = run && textAt(run);
    const segment = runAround(text, word, "/");
    const found = whole ?? (isLong ? null : textAt(segment));
    done = isLong ? run.end : (found ?? segment).end;
    if (found !== null) yield found;
  }
}

/** Returns the run of base64 around a part of it, up to a sign that is none of it. */
function runAround(text: string, part: Span, sign: string): Span {
  let { start, end } = part;
  while (isOfRun(text, start - 1) && text[start - 1] !== sign) start--;
  while (isOfRun(text, end) && text[end] !== sign) end++;
  for (let signs = 0; signs < 2 && text[end] === "="; signs++) end++;
  return { start, end };
}

/** Returns whether decoded text is base64 again, of a text that may name a value. */
export function isNested(said: string): boolean {
  return said.length >= 24 && !/[^\w+/=-]/.test(said) && sign.test(base64Text(said) ?? "");
}

// Most of what looks like base64 is a digest or an id: among its first bytes are control characters, or no UTF-8.
function mayBeText(coded: string): boolean {
  let [held, count, following] = [0, 0, 0];
  for (let at = 0; at < coded.length; at++) {
    const bits = bitsOf[coded.charCodeAt(at)] ?? none;
    if (bits === none) return coded[at] !== "=" || following === 0;
    held = ((held << 6) | bits) & 0xfff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const byte = (held >> count) & 0xff;
    const isFollowing = byte >> 6 === 2;
    if (isFollowing !== following > 0 || byte > 0xf4 || byte === 0x7f || (byte < 0x20 && (byte < 9 || byte > 13)))
      return false;
    following = isFollowing ? following - 1 : byte < 0xc0 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
  }
  return following === 0;
}

/** Decodes base64 to text; returns null if it is not text. */
export function base64Text(coded: string): string | null {
  // An exception for each that is none takes long.
  if (!mayBeText(coded)) return null;
  const signs = coded
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/[\t\n\f\r ]+/g, "");
  const plain = signs.length % 4 === 0 ? signs.replace(/={1,2}$/, "") : signs;
  if (plain === "" || plain.length % 4 === 1 || /[^A-Za-z\d+/]/.test(plain)) return null;
  try {
    const bytes = atob(plain);
    const said = beyondAscii.test(bytes) ? decoder.decode(latin1Bytes(bytes)) : bytes;
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
