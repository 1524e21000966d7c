// Finds many secrets in a text, in time that does not grow with their number. It knows the codings that no layer
// decodes (base64, hexadecimal); `read/coded/decode.ts` has decoded the others before.

import { codesIn, longestStretch } from "../../read/codes.ts";
import type { Span } from "../../read/span.ts";
import { isDue, type Steps } from "../../steps.ts";
import { createFormTable } from "./form-table.ts";
import {
  createSpellingSearch,
  keyOfPiece,
  type PieceOfValue,
  pieceLength,
  type SpelledText,
  spelledTexts,
} from "./spellings.ts";

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
  /** Maximum number of secrets. */
  readonly most: number;
  /** Number of secrets added so far: only this changes what it finds. */
  readonly added: number;
  /** Returns whether {@link SecretIndex.add} would change anything: it ignores values that are too short, or known. */
  isNew(secret: Followed): boolean;
  add(secret: Followed): void;
  get(value: string): Followed | undefined;
  /** Finds each of them in a text; one may be the beginning of another. Null where it found nothing for a while. */
  find(text: string): Iterable<Repeated | null>;
}

/** Default for the maximum number of secrets. */
export const usualSecrets = 20_000;
/** Maximum characters of that many secrets, and of one: a longer one is hidden only at its own place. */
const usualCharacters = 2 * 1024 * 1024;
export const longestFollowed: number = 64 * 1024;
const shortestFollowed = 8;
/** Characters of a text among which its piece is chosen, number of candidates, and of those that share it at which it is a bad one. */
const [mostLookedAt, mostCandidates, mostSharing] = [512, 8, 16];
const shortestRun = 8;
/** Pieces that are looked at before it pauses. */
const mostAtOnce = 256;
/** More than a text has spellings, and than a secret has of all its texts. */
const [mostSpellings, mostOfSecret] = [32, 1024];

/**
 * Makes an index of secrets. Each is known by a piece of five characters of it, and by what that is in base64 (also
 * twice) and hexadecimal; a text is searched once, whatever the number of secrets.
 * @param onForgotten Called when the oldest are forgotten.
 * @param most Maximum number of secrets; their characters are bounded in proportion. Default: 20,000.
 * @example
 * const index = createSecretIndex();
 * index.add({ value: "s3cr3t-t0ken-1", placeholder: "__redacted-token__", isAlias: true });
 * [...index.find("it is s3cr3t-t0ken-1")].length; // 1
 */
export function createSecretIndex(onForgotten: () => void = () => {}, most: number = usualSecrets): SecretIndex {
  const mostCharacters = Math.max(longestFollowed, (usualCharacters * most) / usualSecrets);
  const secrets = new Map<string, Followed>();
  let added = 0;
  let characters = 0;
  const forms = createFormTable<Followed>();
  const forget = (secret: Followed): void => {
    secrets.delete(secret.value);
    characters -= secret.value.length;
    forms.drop(secret);
  };

  // A part of its placeholder would be found in the replacement.
  const isNew = ({ value, placeholder }: Followed): boolean =>
    value.length >= shortestFollowed &&
    value.length <= longestFollowed &&
    !secrets.has(value) &&
    !placeholder.includes(value);

  // The piece that finds the fewest others: many secrets begin alike.
  const pieceOf = ({ text, spellings: [first = 0] }: SpelledText): number => {
    let [piece, least] = [0, Number.POSITIVE_INFINITY];
    for (const each of candidates(text)) {
      const others = forms.sharing(keyOfPiece(first, text, each), mostSharing);
      if (others < least) [piece, least] = [each, others];
      if (others === 0) break;
    }
    return piece;
  };

  return {
    most,
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
      if (secrets.size > most || characters > mostCharacters) {
        onForgotten();
        for (const oldest of secrets.values()) {
          if (secrets.size <= Math.ceil(most * 0.99) && characters <= mostCharacters * 0.99) break;
          forget(oldest);
        }
      }
      added += 1;
      for (const [text, spelled] of spelledTexts(value).entries()) {
        const at = pieceOf(spelled);
        for (const spelling of spelled.spellings)
          forms.add(keyOfPiece(spelling, spelled.text, at), numberOf({ text, spelling, at }), secret);
      }
    },
    get: (value) => secrets.get(value),
    *find(text) {
      if (secrets.size === 0) return;
      const searched = createSpellingSearch();
      let looked = 0;
      for (let from = 0; from + pieceLength <= text.length; from += longestStretch) {
        if (from > 0) yield null;
        for (const at of forms.placesIn(text, from)) {
          if (looked > mostAtOnce || isDue()) {
            looked = 0;
            yield null;
          }
          const found: Repeated[] = [];
          forms.piecesAt(text, at, (secret, place) => {
            looked += 1;
            const span = searched(secret.value, pieceAt(place), text, at);
            if (span !== null) found.push({ ...span, secret });
          });
          yield* found;
        }
      }
    },
  };
}

// A piece as one number, as a message may have hundreds of thousands.
function numberOf({ text, spelling, at }: PieceOfValue): number {
  return at * mostOfSecret + text * mostSpellings + spelling;
}

/** Returns whether a text has a secret that an index knows. */
export function* hasKnown(index: SecretIndex, texts: readonly string[]): Steps<boolean> {
  for (const text of texts)
    for (const found of index.find(text)) {
      if (found !== null) return true;
      yield;
    }
  return false;
}

function pieceAt(number: number): PieceOfValue {
  const [of, at] = [number % mostOfSecret, Math.floor(number / mostOfSecret)];
  return { text: Math.floor(of / mostSpellings), spelling: of % mostSpellings, at };
}

// Within the longest run of letters and digits, since words are short; at the end, as values that are counted, and
// JWTs, differ there; and everywhere.
function* candidates(text: string): Iterable<number> {
  const codes = codesIn(text, 0, mostLookedAt);
  const end = Math.min(text.length, mostLookedAt - pieceLength);
  let [from, most, start] = [0, 0, 0];
  for (let at = 0; at <= end; at++) {
    if (at < end && ofRun[codes[at] as number] === 1) continue;
    if (at - start > most) [from, most] = [start, at - start];
    start = at + 1;
  }
  if (most < shortestRun) [from, most] = [0, end];
  const room = most - pieceLength;
  const steps = Math.min(mostCandidates, room);
  yield from + (room >> 1);
  for (let nth = 0; nth < steps; nth++) yield from + Math.floor((nth * room) / steps);
  const last = text.length - pieceLength;
  yield last;
  for (let nth = 0; nth < mostCandidates; nth++) yield Math.floor((nth * last) / mostCandidates);
}

const ofRun = new Uint8Array(256);
for (const each of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") ofRun[each.charCodeAt(0)] = 1;
