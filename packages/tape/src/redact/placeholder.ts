import { anyLetters } from "./judge/any-letters.ts";
import type { Span } from "./read/span.ts";

// The placeholder of a secret: how it is written, found and recognized. `secret-memory.ts` and `pseudonym.ts` choose it.

// Only letters, digits, "_", "-" and ".": no client escapes these in a URL, cookie, header, form, shell, YAML or file
// name. RFC 3986, section 2.3; WHATWG URL, application/x-www-form-urlencoded. An alias may be in any script.
const any = anyLetters(String.raw`__redacted-([\p{L}](?:_?[\p{L}\p{M}\p{N}:@-]){0,63})(?:\.([\da-f]{1,10}))?__`, "g");
const opening = "__redacted-";

/**
 * Writes the placeholder of something hidden.
 * @param kind An alias, a token format, or a place.
 * @param tag Distinguishes values of a kind: at most ten hexadecimal digits.
 * @example
 * placeholderFor("token", "1f"); // "__redacted-token.1f__"
 */
export function placeholderFor(kind: string, tag: string | number = ""): string {
  return `${opening}${kind}${tag === "" ? "" : `.${tag}`}__`;
}

/** Returns the kind or alias of a placeholder, and its tag; null for any other text. */
export function placeholderParts(text: string): { readonly kind: string; readonly tag: string } | null {
  const own = text.startsWith(jwtHeader) ? jwtId(text) : text;
  if (!own.startsWith(opening)) return null;
  const [whole, kind, tag = ""] = any(own).exec(own) ?? [];
  return kind === undefined || whole !== own ? null : { kind, tag };
}

/**
 * Returns whether a text is exactly a placeholder of the scrubber. Its kind or alias is a letter and up to 63 more
 * letters, digits, `-`, `:`, `@`, and `_` between two of them.
 * @example
 * isPlaceholder("__redacted-full__"); // true
 * isPlaceholder("__init__"); // false
 */
export function isPlaceholder(text: string): boolean {
  return placeholderParts(text) !== null;
}

/** Finds the placeholders in a text. */
export function findPlaceholders(text: string): readonly string[] {
  return text.includes(opening) ? (text.match(any(text)) ?? []) : [];
}

/** Returns where placeholders stand in a text, in order: also in the shape of a JWT, or of a number. */
export function placeholderSpans(text: string): readonly Span[] {
  const found = [
    ...(text.includes(opening) ? text.matchAll(any(text)) : []),
    ...(text.includes(jwtHeader) ? text.matchAll(jwts) : []),
    ...(text.includes(numberStart) ? text.matchAll(numbers) : []),
  ];
  return found
    .map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
    .sort((a, b) => a.start - b.start);
}

/** Finds the same in what an answer issued: also in the shape of a JWT. */
export function findIssued(text: string): readonly string[] {
  const plain = findPlaceholders(text);
  return text.includes(jwtHeader) ? [...plain, ...(text.match(jwts) ?? []).map(jwtId)].filter(Boolean) : plain;
}

/** Returns whether {@link findIssued} may find anything in the bytes of a text. */
export function mayIssue(bytes: { includes(text: string): boolean }): boolean {
  return bytes.includes(opening) || bytes.includes(jwtHeader);
}

/** Replaces the placeholders in a text for which there is a value, also in the shape of a JWT. */
export function replacePlaceholders(text: string, issuedAs: (placeholder: string) => string | undefined): string {
  const plain = text.includes(opening) ? text.replace(any(text), (each) => issuedAs(each) ?? each) : text;
  if (!plain.includes(jwtHeader)) return plain;
  return plain.replace(jwts, (each) => issuedAs(jwtId(each)) ?? each);
}

/** Returns a text without its placeholders: the rest may be a secret. */
export function withoutPlaceholders(text: string): string {
  return text.includes(opening) ? text.replace(any(text), " ") : text;
}

// {"alg":"none"}
const jwtHeader = "eyJhbGciOiJub25lIn0.";
const jwts = /eyJhbGciOiJub25lIn0\.[\w+/-]+\.redacted/g;

/**
 * Returns a placeholder in the shape of a JWT, unsigned (RFC 7519, section 6): its id is the placeholder.
 * @example
 * isPlaceholder(jwtFor("__redacted-jwt.1f__")); // true
 */
export function jwtFor(placeholder: string): string {
  return `${jwtHeader}${btoa(JSON.stringify({ jti: placeholder })).replace(/=+$/, "")}.redacted`;
}

function jwtId(text: string): string {
  // An exception for each other value would take longer than everything else here.
  if (!text.startsWith(jwtHeader)) return "";
  try {
    const { jti } = JSON.parse(atob(text.split(".")[1] ?? "")) as { readonly jti?: unknown };
    return typeof jti === "string" && text === jwtFor(jti) ? jti : "";
  } catch {
    return "";
  }
}

const firstNumber = 777_000_000;
const numberStart = "77700";
const numbers = /(?<!\d)77700[0-5]\d{3}(?!\d)/g;

// Of tags and counts, and of what a list shows beside the first one: four decimal digits.
const [numbersOfTags, numbersOfSiblings] = [4096, 1000];

/**
 * Returns the number that replaces a number for a placeholder: nine digits, so that it fits 32 bits; itself for such a number.
 * @example
 * numberFor("__redacted-field.1f__"); // "777000031"
 */
export function numberFor(placeholder: string): string {
  if (isPlaceholderNumber(placeholder)) return placeholder;
  const { tag = "" } = placeholderParts(placeholder) ?? {};
  const isSibling = /^\d{4}$/.test(tag);
  const nth = isSibling
    ? numbersOfTags + (Number(tag) % numbersOfSiblings)
    : Number.parseInt(tag || "0", 16) % numbersOfTags;
  return String(firstNumber + nth);
}

/** Returns whether a number is one of {@link numberFor}. */
export function isPlaceholderNumber(text: string): boolean {
  return /^77700[0-5]\d{3}$/.test(text);
}
