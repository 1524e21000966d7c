// Finds many secrets in a text, in time that does not grow with their number. It knows the codings that no layer
// decodes (base64, hexadecimal); `read/decode.ts` has decoded the others before.

import { bytesToHex } from "@noble/hashes/utils.js";
import { levelsOf } from "../read/coded/decode.ts";
import { longestStretch } from "../read/codes.ts";
import type { Span } from "../read/span.ts";
import { finish, isDue } from "../steps.ts";
import { alignedCores } from "../tokens/base64-run.ts";
import { createFormTable, pieceLength } from "./form-table.ts";

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
/** Keys appear in any coding, documents seldom in base64 of base64. */
const longestCodedTwice = 4096;
const shortestForm = 8;
const shortestHex = 16;

/**
 * Makes an index of secrets. Each is known by a piece of five characters, of its plain form and of each form in base64
 * (also twice) and hexadecimal; a text is searched once, whatever the number of secrets.
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
    value.length >= shortestForm &&
    value.length <= longestFollowed &&
    !secrets.has(value) &&
    !placeholder.includes(value);

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
      forms.add(formsOf(secret), secret);
    },
    get: (value) => secrets.get(value),
    *find(text) {
      if (secrets.size === 0) return;
      for (let from = 0; from + pieceLength <= text.length; from += longestStretch) {
        if (from > 0) yield null;
        for (const at of forms.placesIn(text, from)) {
          if (isDue()) yield null;
          for (const { owner: secret, nth, start, end } of forms.formsAt(text, at)) {
            const form = nth === 0 ? secret.value : formsOf(secret)[nth];
            if (form !== undefined && text.startsWith(form, start)) yield { start, end, secret };
          }
        }
      }
    },
  };
}

const encoder = new TextEncoder();

function formsOf({ value }: Followed): readonly string[] {
  const bytes = encoder.encode(value);
  const hex = bytesToHex(bytes);
  // Credentials are percent-encoded before base64. RFC 6749, section 2.3.1. A form encodes more signs.
  const plain = /^[\w.-]*$/.test(value)
    ? [value]
    : [
        ...new Set([
          value,
          encodeURIComponent(value.toWellFormed()),
          String(new URLSearchParams([["", value]])).slice(1),
        ]),
      ];
  const once = plain.flatMap(base64Forms);
  const forms = [
    value,
    ...readingsOf(value),
    // A body that is not text is searched with one character for each byte.
    ...(bytes.length === value.length ? [] : [String.fromCharCode(...bytes)]),
    ...once,
    ...(value.length > longestCodedTwice ? [] : once.flatMap(base64Forms)),
    ...(hex.length < shortestHex ? [] : [hex, hex.toUpperCase()]),
  ];
  return forms.filter((text) => text.length >= shortestForm);
}

/**
 * What a value is read as within a text in a coding, whose readers take off all that looks like one, and where a form has
 * "+" for a space: `a %41` is `a+%2541` there, and read as `a+%41`, and as `a+A`.
 */
function readingsOf(value: string): ReadonlySet<string> {
  const levels = finish(levelsOf(value)).map(({ text }) => text);
  const readings = new Set(levels.flatMap((text) => [text, text.replaceAll(" ", "+")]));
  readings.delete(value);
  return readings;
}

function base64Forms(text: string): string[] {
  return alignedCores(text).flatMap((core) =>
    /[+/]/.test(core) ? [core, core.replaceAll("+", "-").replaceAll("/", "_")] : [core],
  );
}
