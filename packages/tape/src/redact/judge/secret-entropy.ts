import { withoutPlaceholders } from "../placeholder.ts";

/** Minimum length of a credential, to distinguish it from ordinary words. */
export const shortestSecret = 8;

/**
 * Returns whether a value may be an ordinary word, which appears in many places without being the secret: fewer than
 * eight characters, or no letter, or no digit though it may be a name, too; or a URL.
 * @example
 * looksLikeWord("repository"); // true
 * looksLikeWord("hunter22"); // false
 * looksLikeWord("kVbXqPwRzTnMhJdL"); // false
 */
export function looksLikeWord(value: string): boolean {
  const said = withoutPlaceholders(value);
  if (said.length < shortestSecret || !/[a-z]/i.test(said) || said.includes("://")) return true;
  return !/\d/.test(said) && looksLikeIdentifier(said) && !run.test(said);
}

/**
 * Returns whether a value is a number, also in groups, that hardly comes again in a text by chance: of eight digits or more.
 * @example
 * isLongNumber("4829-1357"); // true
 */
export function isLongNumber(value: string): boolean {
  return /^\d[\d-]{6,62}\d$/.test(value);
}

// Longer than any word.
const run = /^(?:[a-z]{32,}|[A-Z]{32,})$/;

/** Minimum length of an opaque token, and minimum number of changes between letters and digits in it. */
const shortestOpaque = 16;
const fewestChanges = 4;

/**
 * Returns whether a value may be a name, chosen or generated, or a time: fewer than sixteen letters and digits (with the
 * signs of base64url, where all kinds are), or few changes between letter and digit or from lower to upper case. Of a
 * thousand random tokens of 16 bytes, six in base64 pass for a name, and none in hexadecimal; of 12 bytes, 76 in base64.
 * @param bar Its `fewest` changes show that it is none. Default: 4.
 * @example
 * looksLikeIdentifier("octocat/hello-world-2026"); // true
 * looksLikeIdentifier("2026-01-01T00:00:00Z"); // true
 * looksLikeIdentifier("550e8400-e29b-41d4-a716-446655440000"); // false
 */
export function looksLikeIdentifier(
  value: string,
  { fewest = fewestChanges }: { readonly fewest?: number } = {},
): boolean {
  const said = withoutPlaceholders(value);
  // Most are words of one kind of characters, and a pattern is read faster than its characters one by one.
  if (said.length < shortestOpaque || ofOneKind.test(said) || ofWords.test(said)) return true;
  // Of base64url, one character in 32 is a hyphen or an underscore: enough in what is long.
  const isMixed = said.length < 2 * shortestOpaque && /[a-z]/.test(said) && /[A-Z]/.test(said) && /\d/.test(said);
  let [count, changes, before] = [0, 0, other];
  for (let at = 0; at < said.length && (count < shortestOpaque || changes < fewest); at++) {
    const kind = kindOf(said.charCodeAt(at));
    // Of a percent-encoded colon, the letters and digits say nothing.
    if (kind === other && isEncoded(said, at)) at += 2;
    else if (kind !== other || (isMixed && "-_".includes(said.charAt(at)))) count++;
    // A capital begins a word.
    if (before !== other && kind !== other && kind !== before && !(before === upper && kind === lower)) changes++;
    before = kind;
  }
  return count < shortestOpaque || changes < fewest || said.includes("://");
}

// "InternalLocationWithBusinessHours": of 10,000 tokens of 16 random bytes, two look so.
const ofWords = /^[a-z]*(?:[A-Z]{1,4}[a-z]{2,})+[A-Z]{0,4}$/;
const ofOneKind = /^(?:[^\dA-Z]*|[^\da-z]*|[^a-zA-Z]*)$/;

function isEncoded(text: string, at: number): boolean {
  return text[at] === "%" && /^[\da-f]{2}$/i.test(text.slice(at + 1, at + 3));
}

const [other, digit, lower, upper] = [0, 1, 2, 3];

function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return digit;
  if (code >= 97 && code <= 122) return lower;
  return code >= 65 && code <= 90 ? upper : other;
}
