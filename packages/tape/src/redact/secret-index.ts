// Finds many secrets in a text, in time that does not grow with their number. It knows the codings that no layer
// decodes (base64, hexadecimal); `read/decode.ts` has decoded the others before.

import { bytesToHex } from "@noble/hashes/utils.js";
import { codesIn, longestStretch } from "./read/codes.ts";
import type { Span } from "./read/span.ts";
import { isDue } from "./steps.ts";
import { alignedForms } from "./tokens/base64-run.ts";

/** A value that is hidden wherever it comes again. */
export interface Followed {
  readonly value: string;
  readonly placeholder: string;
  /** Whether that is the alias of a credential. */
  readonly isAlias: boolean;
}

/** The place of a secret. */
interface Repeated extends Span {
  readonly secret: Followed;
}

/** Secrets, and their search. */
export interface SecretIndex {
  /** Number of secrets added so far: only this changes what it finds. */
  readonly added: number;
  /** Returns whether {@link SecretIndex.add} would change anything: it ignores values that are too short, or known. */
  isNew(secret: Followed): boolean;
  add(secret: Followed): void;
  get(value: string): Followed | undefined;
  /** Finds each of them in a text; one may be the beginning of another. Null where it found nothing for a while. */
  find(text: string): Iterable<Repeated | null>;
}

/** One spelling of a secret, and the characters by which it is found: any five in a row from `piece` on. */
interface Form {
  readonly secret: Followed;
  readonly text: string;
  readonly piece: number;
}

/** Maximum number of secrets. */
export const mostSecrets = 20_000;
/** Maximum characters of all secrets, and of one: a longer one is hidden only at its own place. */
const mostCharacters = 2 * 1024 * 1024;
export const longestFollowed: number = 64 * 1024;
/** Keys appear in any coding, documents seldom in base64 of base64. */
const longestCodedTwice = 4096;
const pieceLength = 5;
// A text is checked at every fourth position; the index has as many consecutive pieces of a form.
const stride = 4;
// A form is known by the last of them: values that are counted differ at their end.
const last = stride - 1;
/** Pieces that are marked in a larger filter with each form. */
const mostMovedAtOnce = 8;
const mostMaps = 16;
const shortestForm = pieceLength + stride - 1;
const shortestHex = 16;
/** Characters of a form among which its piece is chosen, and number of candidates. */
const [mostLookedAt, mostPieces] = [512, 8];

/**
 * Makes an index of secrets. Each is known by a piece of five characters, of its plain form and of each form in base64
 * (also twice) and hexadecimal; a text is searched once, whatever the number of secrets.
 * @param onForgotten Called when the oldest are forgotten.
 * @example
 * const index = createSecretIndex();
 * index.add({ value: "s3cr3t-t0ken-1", placeholder: "__redacted-token__", isAlias: true });
 * [...index.find("it is s3cr3t-t0ken-1")].length; // 1
 */
export function createSecretIndex(onForgotten: () => void = () => {}): SecretIndex {
  const secrets = new Map<string, Followed>();
  let added = 0;
  let characters = 0;
  // In several maps: one that grows moves all that it holds at once.
  const pieces = Array.from({ length: mostMaps }, () => new Map<number, Form[]>());
  const piecesAt = (key: number): Map<number, Form[]> => pieces[key % mostMaps] as Map<number, Form[]>;
  const formsAt = (key: number): Form[] | undefined => piecesAt(key).get(key);
  let groups = 0;
  // By secret, so that to forget thousands does not block the thread.
  const keysOf = new Map<Followed, number[]>();
  // One look here rejects most positions of a text. Made with the first secret: most indexes never have one.
  let filter = new Uint8Array(0);
  // A larger one, to which the forms move a few at a time: all at once would take 0.2 s.
  let larger: { readonly filter: typeof filter; readonly left: Iterator<readonly Form[]> } | null = null;

  const mark = ({ text, piece }: Form, filter: Uint8Array): void => {
    for (let at = piece; at < piece + stride; at++) filter[slotOf(keyAt(text, at), filter)] = 1;
  };
  const move = (): void => {
    if (larger === null && groups * 8 * stride > filter.length)
      larger = { filter: new Uint8Array(filter.length * 4), left: pieces.values().flatMap((each) => each.values()) };
    for (let moved = 0; larger !== null && moved < mostMovedAtOnce; moved++) {
      const { done, value } = larger.left.next();
      for (const form of value ?? []) mark(form, larger.filter);
      if (!done) continue;
      filter = larger.filter;
      larger = null;
    }
  };
  const forget = (secret: Followed): void => {
    secrets.delete(secret.value);
    characters -= secret.value.length;
    for (const key of keysOf.get(secret) ?? []) {
      // The oldest form of a group is always first.
      const group = formsAt(key);
      group?.shift();
      if (group?.length === 0 && piecesAt(key).delete(key)) groups -= 1;
    }
    keysOf.delete(secret);
  };

  // A part of its placeholder would be found in the replacement.
  const isNew = ({ value, placeholder }: Followed): boolean =>
    value.length >= shortestForm &&
    value.length <= longestFollowed &&
    !secrets.has(value) &&
    !placeholder.includes(value);

  return {
    get added() {
      return added;
    },
    isNew,
    add(secret) {
      if (!isNew(secret)) return;
      const { value } = secret;
      characters += value.length;
      secrets.set(value, secret);
      // A hundredth at once: see `dropOldest`.
      if (secrets.size > mostSecrets || characters > mostCharacters) {
        onForgotten();
        for (const oldest of secrets.values()) {
          if (secrets.size <= mostSecrets * 0.99 && characters <= mostCharacters * 0.99) break;
          forget(oldest);
        }
      }
      added += 1;
      if (filter.length === 0) filter = new Uint8Array(2 ** 14);
      const keys: number[] = [];
      keysOf.set(secret, keys);
      for (const text of formsOf(secret)) {
        // The one that finds the fewest others: many secrets begin alike.
        let [piece, fewest] = [0, Number.POSITIVE_INFINITY];
        for (const each of piecesIn(text)) {
          const sharing = formsAt(keyAt(text, each + last))?.length ?? 0;
          if (sharing < fewest) [piece, fewest] = [each, sharing];
          if (sharing === 0) break;
        }
        const form = { secret, text, piece };
        const key = keyAt(text, piece + last);
        keys.push(key);
        const group = formsAt(key);
        if (group === undefined) {
          piecesAt(key).set(key, [form]);
          groups += 1;
        } else group.push(form);
        mark(form, filter);
        if (larger !== null) mark(form, larger.filter);
        move();
      }
    },
    get: (value) => secrets.get(value),
    *find(text) {
      if (secrets.size === 0) return;
      for (let from = 0; from + pieceLength <= text.length; from += longestStretch) {
        if (from > 0) yield null;
        for (const at of markedIn(text, from, filter))
          for (let piece = at; piece < at + stride && piece + pieceLength <= text.length; piece++)
            // A copy: a secret may be forgotten while the reading waits.
            for (const { secret, text: form, piece: own } of formsAt(keyAt(text, piece))?.slice() ?? []) {
              if (isDue()) yield null;
              const start = piece - last - own;
              // A position before the beginning counts as the beginning.
              if (start >= 0 && text.startsWith(form, start)) yield { start, end: start + form.length, secret };
            }
      }
    },
  };
}

/** Returns the positions of a stretch at which a secret may be. */
function markedIn(text: string, from: number, filter: Uint8Array): readonly number[] {
  const codes = codesIn(text, from, from + longestStretch + pieceLength);
  const stop = Math.min(longestStretch, text.length - from - pieceLength + 1);
  const marked: number[] = [];
  for (let at = 0; at < stop; at += stride) if (filter[slotOf(keyOf(codes, at), filter)] === 1) marked.push(from + at);
  return marked;
}

function slotOf(key: number, { length }: Uint8Array): number {
  return (Math.imul(key, 0x9e3779b1) >>> 8) & (length - 1);
}

function keyAt(text: string, at: number): number {
  return keyOf(codesIn(text, at, at + pieceLength), 0);
}

function keyOf(codes: Uint8Array, at: number): number {
  let key = 0;
  for (let nth = 0; nth < pieceLength; nth++) key = (key << 6) | ((codes[at + nth] as number) & 63);
  return key;
}

const encoder = new TextEncoder();

function formsOf({ value }: Followed): readonly string[] {
  const bytes = encoder.encode(value);
  const hex = bytesToHex(bytes);
  // Credentials are percent-encoded before base64. RFC 6749, section 2.3.1
  const plain = /^[\w.-]*$/.test(value) ? [value] : [...new Set([value, encodeURIComponent(value.toWellFormed())])];
  const once = plain.flatMap(base64Forms);
  const forms = [
    value,
    // A body that is not text is searched with one character for each byte.
    ...(bytes.length === value.length ? [] : [String.fromCharCode(...bytes)]),
    ...once,
    ...(value.length > longestCodedTwice ? [] : once.flatMap(base64Forms)),
    ...(hex.length < shortestHex ? [] : [hex, hex.toUpperCase()]),
  ];
  return forms.filter((text) => text.length >= shortestForm);
}

function base64Forms(text: string): string[] {
  return alignedForms(text).flatMap(({ core }) =>
    /[+/]/.test(core) ? [core, core.replaceAll("+", "-").replaceAll("/", "_")] : [core],
  );
}

// Within the longest run of letters and digits, since words are short; and at the end.
function piecesIn(text: string): readonly number[] {
  let [from, length] = [0, 0];
  const end = Math.min(text.length, mostLookedAt);
  for (const { index, 0: run } of text.slice(0, end).matchAll(/[a-zA-Z\d]+/g))
    if (run.length > length) [from, length] = [index, run.length];
  if (length < shortestForm) [from, length] = [0, end];
  const steps = Math.max(0, Math.min(mostPieces, length - shortestForm));
  const spread = Array.from({ length: steps }, (_, nth) => Math.floor((nth * (length - shortestForm)) / steps));
  // JWTs differ in their signature.
  return [Math.max(0, Math.floor((length - shortestForm) / 2)), ...spread]
    .map((at) => from + at)
    .concat(text.length - shortestForm);
}
