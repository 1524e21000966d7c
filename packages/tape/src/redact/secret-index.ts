// Finds many secrets in a text, in time that does not grow with their number. It knows the codings that a secret may be
// in where no layer undoes them (base64, hexadecimal); `read/decode.ts` undoes the others before.

import { bytesToHex } from "@noble/hashes/utils.js";
import type { Span } from "./read/span.ts";
import { alignedForms } from "./tokens/base64-run.ts";

/** A value that is hidden wherever it comes again. */
export interface Followed {
  readonly value: string;
  readonly placeholder: string;
  /** Whether that is the alias of a credential. */
  readonly isAlias: boolean;
}

/** Where a secret stands. */
interface Repeated extends Span {
  readonly secret: Followed;
}

/** Secrets, and what finds them. */
export interface SecretIndex {
  /** How many were added so far: what it finds changes with it alone. */
  readonly added: number;
  /** Whether {@link SecretIndex.add} would change anything: a value that is too short, or known, is not added. */
  isNew(secret: Followed): boolean;
  add(secret: Followed): void;
  get(value: string): Followed | undefined;
  /** Finds each of them in a text; one may be the beginning of another. */
  find(text: string): readonly Repeated[];
}

/** One writing of a secret, and which of its characters it is found by: any five in a row of those from `piece` on. */
interface Form {
  readonly secret: Followed;
  readonly text: string;
  readonly piece: number;
}

const mostSecrets = 20_000;
/** Characters of all secrets, and of one: what is longer is hidden where it stands alone. */
const mostCharacters = 2 * 1024 * 1024;
const longestFollowed = 64 * 1024;
/** A key is copied in any coding, a document seldom in base64 of base64. */
const longestCodedTwice = 4096;
const pieceLength = 5;
// A text is looked at in every fourth place; so many pieces of a form, one behind the other, are known.
const stride = 4;
const shortestForm = pieceLength + stride - 1;
const shortestHex = 16;
/** Characters of a form among which its piece is chosen, and among how many pieces. */
const [mostLookedAt, mostPieces] = [512, 8];

/**
 * Makes an index of secrets. Each is known by a piece of five characters, of its plain form and of each form in base64
 * (also of base64) and hexadecimal; a text is gone over once, whatever the number of secrets.
 * @example
 * const index = createSecretIndex();
 * index.add({ value: "s3cr3t-t0ken-1", placeholder: "__redacted-token__", isAlias: true });
 * index.find("it is s3cr3t-t0ken-1").length; // 1
 */
export function createSecretIndex(): SecretIndex {
  const secrets = new Map<string, Followed>();
  let added = 0;
  let characters = 0;
  const pieces = new Map<number, Form[]>();
  // Most places of a text are rejected by one look here. Made with the first secret: most indexes never have one.
  let filter = new Uint8Array(0);

  const mark = (form: Form): void => {
    for (let at = form.piece; at < form.piece + stride; at++) filter[slotOf(keyAt(form.text, at), filter)] = 1;
  };
  const forget = (secret: Followed): void => {
    secrets.delete(secret.value);
    characters -= secret.value.length;
    for (const text of formsOf(secret))
      for (const piece of piecesIn(text)) {
        const key = keyAt(text, piece);
        const left = (pieces.get(key) ?? []).filter((form) => form.secret !== secret);
        if (left.length > 0) pieces.set(key, left);
        else pieces.delete(key);
      }
  };

  // What stands in its placeholder would be found in what takes its place.
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
      // A tenth at once: see `dropOldest`.
      if (secrets.size > mostSecrets || characters > mostCharacters)
        for (const oldest of secrets.values()) {
          if (secrets.size <= mostSecrets * 0.9 && characters <= mostCharacters * 0.9) break;
          forget(oldest);
        }
      added += 1;
      for (const text of formsOf(secret)) {
        const sharing = (piece: number): number => pieces.get(keyAt(text, piece))?.length ?? 0;
        // The one that fewest others are found by: many secrets begin alike.
        const piece = piecesIn(text).reduce((best, each) => (sharing(each) < sharing(best) ? each : best));
        const form = { secret, text, piece };
        const key = keyAt(text, piece);
        const group = pieces.get(key);
        if (group === undefined) pieces.set(key, [form]);
        else group.push(form);
        if (filter.length > 0) mark(form);
        if (pieces.size * 8 * stride <= filter.length) continue;
        filter = new Uint8Array(filter.length * 8 || 2 ** 14);
        for (const known of pieces.values()) known.forEach(mark);
      }
    },
    get: (value) => secrets.get(value),
    find(text) {
      const found: Repeated[] = [];
      if (secrets.size === 0) return found;
      for (let at = 0; at + pieceLength <= text.length; at += stride) {
        if (filter[slotOf(keyAt(text, at), filter)] !== 1) continue;
        for (let from = Math.max(0, at + 1 - stride); from <= at; from++)
          for (const { secret, text: form, piece } of pieces.get(keyAt(text, from)) ?? []) {
            const start = from - piece;
            // A place before the beginning is taken for the beginning.
            if (start >= 0 && text.startsWith(form, start)) found.push({ start, end: start + form.length, secret });
          }
      }
      return found;
    },
  };
}

function slotOf(key: number, { length }: Uint8Array): number {
  return (Math.imul(key, 0x9e3779b1) >>> 8) & (length - 1);
}

function keyAt(text: string, from: number): number {
  // Written out, for it is most of the time that a large body takes.
  return (
    ((text.charCodeAt(from) & 63) << 24) |
    ((text.charCodeAt(from + 1) & 63) << 18) |
    ((text.charCodeAt(from + 2) & 63) << 12) |
    ((text.charCodeAt(from + 3) & 63) << 6) |
    (text.charCodeAt(from + 4) & 63)
  );
}

const encoder = new TextEncoder();

function formsOf({ value }: Followed): readonly string[] {
  const bytes = encoder.encode(value);
  const hex = bytesToHex(bytes);
  // Credentials are percent-encoded before they go into base64. RFC 6749, section 2.3.1
  const plain = /^[\w.-]*$/.test(value) ? [value] : [...new Set([value, encodeURIComponent(value.toWellFormed())])];
  const once = plain.flatMap(base64Forms);
  const forms = [
    value,
    // A body that is no text is searched with one character a byte.
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

function isAlphanumeric(code: number): boolean {
  return (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);
}

// Within the longest run of letters and digits, for the words of a language are short; and the end.
function piecesIn(text: string): readonly number[] {
  let [from, length] = [0, 0];
  const end = Math.min(text.length, mostLookedAt);
  for (let start = 0, at = 0; at <= end; at++) {
    if (at < end && isAlphanumeric(text.charCodeAt(at))) continue;
    if (at - start > length) [from, length] = [start, at - start];
    start = at + 1;
  }
  if (length < shortestForm) [from, length] = [0, end];
  const steps = Math.max(0, Math.min(mostPieces, length - shortestForm));
  const spread = Array.from({ length: steps }, (_, nth) => Math.floor((nth * (length - shortestForm)) / steps));
  // Of a JWT, the signature is what differs.
  return [Math.max(0, Math.floor((length - shortestForm) / 2)), ...spread]
    .map((at) => from + at)
    .concat(text.length - shortestForm);
}
