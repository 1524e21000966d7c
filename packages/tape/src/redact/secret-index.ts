// Which of many secrets may stand in a text, in time that does not grow with their number; the pattern of all codings of
// one, which takes long to make, then decides.

import { alignedForms } from "./tokens/base64-run.ts";
import { brokenSecretPattern, secretPattern } from "./tokens/known-secret-pattern.ts";
import { mayBeBroken } from "./tokens/token-redaction.ts";

/** A value that is hidden wherever it comes again. */
export interface Followed {
  readonly value: string;
  readonly placeholder: string;
  /** Whether that is the alias of a credential. */
  readonly isAlias: boolean;
}

/** Secrets, and what finds them. */
export interface SecretIndex {
  add(secret: Followed): void;
  get(value: string): Followed | undefined;
  /** Replaces each of them in a text, in any usual coding; the longest first, for one may be the beginning of another. */
  hide(text: string, placeholder: (secret: Followed, found: string) => string): string;
}

const mostSecrets = 20_000;
const mostLoose = 64;
const pieceLength = 5;
const codes = new Int8Array(128).fill(-1);
for (const [code, character] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"].entries())
  codes[character.charCodeAt(0)] = code;
const mask = 2 ** (6 * pieceLength) - 1;
// Of a thousand places of a text, most are rejected by one look here.
const filterBits = 16;

/**
 * Makes an index of secrets. Each is known by a piece of five letters and digits, of its plain form and of each form in
 * base64 and hexadecimal; a text is gone over once, whatever the number of secrets.
 * @example
 * const index = createSecretIndex();
 * index.add({ value: "s3cr3t-t0ken-1", placeholder: "[token]", isAlias: true });
 * index.hide("it is s3cr3t-t0ken-1", ({ placeholder }) => placeholder); // "it is [token]"
 */
export function createSecretIndex(): SecretIndex {
  const secrets = new Map<string, Followed>();
  const pieces = new Map<number, Set<Followed>>();
  // What has no five letters or digits in a row: looked for in each text.
  const loose = new Map<string, Followed>();
  const filter = new Uint8Array(2 ** filterBits);

  const search = (text: string, found: Set<Followed>): void => {
    let key = 0;
    let length = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at);
      const code = character < 128 ? (codes[character] ?? -1) : -1;
      if (code < 0) {
        length = 0;
        continue;
      }
      key = ((key << 6) | code) & mask;
      length += 1;
      if (length < pieceLength || filter[slotOf(key)] === 0) continue;
      for (const each of pieces.get(key) ?? []) found.add(each);
    }
  };

  const forget = (secret: Followed): void => {
    secrets.delete(secret.value);
    loose.delete(secret.value);
    for (const key of keysOf(secret.value)) pieces.get(key)?.delete(secret);
  };

  return {
    add(secret) {
      if (secrets.has(secret.value)) return;
      const [oldest] = secrets.values();
      if (secrets.size >= mostSecrets && oldest !== undefined) forget(oldest);
      secrets.set(secret.value, secret);
      const keys = keysOf(secret.value);
      if (keyIn(secret.value) === null) loose.set(secret.value, secret);
      for (const oldest of loose.keys()) if (loose.size > mostLoose) loose.delete(oldest);
      for (const key of keys) {
        filter[slotOf(key)] = 1;
        const group = pieces.get(key) ?? new Set();
        group.add(secret);
        pieces.set(key, group);
      }
    },
    get: (value) => secrets.get(value),
    hide(text, placeholder) {
      if (secrets.size === 0) return text;
      const found = new Set<Followed>();
      search(text, found);
      if (mayBeBroken(text)) search(text.replace(lineEnds, ""), found);
      // Letters and digits that are escaped themselves.
      if (escaped.test(text)) search(text.replace(escapes, unescaped), found);
      for (const each of loose.values()) found.add(each);
      if (found.size === 0) return text;
      let clean = text;
      const broken = mayBeBroken(text);
      for (const secret of [...found].sort((a, b) => b.value.length - a.value.length)) {
        const { plain, inLines } = patternsOf(secret.value);
        clean = clean.replace(plain, (part) => placeholder(secret, part));
        if (broken) clean = clean.replace(inLines(), (part) => placeholder(secret, part));
      }
      return clean;
    },
  };
}

const lineEnds = /(?:[\r\n]|\\{1,16}[rn]|%(?:25)*0[ad])+/gi;
const character = "(?:3\\d|[46][1-9a-f]|[57][\\da])";
const escaped = new RegExp(`%(?:25)*${character}|\\\\u00${character}`, "i");
const escapes = new RegExp(`(?:%(?:25)*|\\\\{1,16}u00)(${character})`, "gi");

function unescaped(_whole: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

interface Patterns {
  readonly plain: RegExp;
  readonly inLines: () => RegExp;
}

const patternsKept = 256;
const patterns = new Map<string, Patterns>();

function patternsOf(value: string): Patterns {
  let broken: RegExp | null = null;
  const made = patterns.get(value) ?? {
    plain: secretPattern(value),
    inLines: () => {
      broken ??= brokenSecretPattern(value);
      return broken;
    },
  };
  patterns.delete(value);
  patterns.set(value, made);
  for (const oldest of patterns.keys()) if (patterns.size > patternsKept) patterns.delete(oldest);
  return made;
}

function slotOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> (32 - filterBits);
}

function keysOf(value: string): readonly number[] {
  const plain = [...new Set([value, encodeURIComponent(value.toWellFormed())])];
  const once = plain.flatMap(base64Forms);
  const bytes = Array.from(new TextEncoder().encode(value), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const keys = [...plain, ...once, ...once.flatMap(base64Forms), bytes, bytes.toUpperCase()].map(keyIn);
  return [...new Set(keys.filter((key) => key !== null))];
}

function base64Forms(text: string): string[] {
  return alignedForms(text).map(({ core }) => core);
}

// Of the longest run, for the words of a language are short.
function keyIn(text: string): number | null {
  const runs = text.match(/[A-Za-z\d]+/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), "");
  if (longest.length < pieceLength) return null;
  const from = Math.floor((longest.length - pieceLength) / 2);
  let key = 0;
  for (let at = from; at < from + pieceLength; at++) key = ((key << 6) | (codes[longest.charCodeAt(at)] ?? 0)) & mask;
  return key;
}
