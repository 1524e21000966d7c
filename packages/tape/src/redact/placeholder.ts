import { looksLikeIdentifier } from "./secret-entropy.ts";

// An alias may be a name, an address or a scope in any script. What a secret is made of beyond letters and digits, and
// what a list is written with, is not for placeholders: "[hunter2…]" and "[12,34]" are values.
const placeholder = /^\[(\p{L}[\p{L}\p{M}\p{N}_:@-]{0,63})\]$/u;

/**
 * Tells whether a text is nothing but a placeholder that the scrubber writes for something hidden: `[kind]` or `[alias]`,
 * a letter and up to 63 more letters, digits, `_`, `-`, `:` or `@`. What looks like a token in brackets is none.
 * @example
 * isPlaceholder("[full]"); // true
 * isPlaceholder("[12,34]"); // false
 */
export function isPlaceholder(text: string): boolean {
  // Without the tag that tells values of a kind apart.
  const inner = placeholder.exec(text.startsWith(jwtHeader) ? jwtId(text) : text)?.[1]?.replace(/:[\da-f]{1,10}$/, "");
  return inner !== undefined && looksLikeIdentifier(inner);
}

// {"alg":"none"}
const jwtHeader = "eyJhbGciOiJub25lIn0.";

/**
 * A placeholder in the shape of a JWT, unsigned (RFC 7519, section 6): its id says what it stands for.
 * @example
 * isPlaceholder(jwtFor("[jwt:1f]")); // true
 */
export function jwtFor(placeholder: string): string {
  return `${jwtHeader}${btoa(JSON.stringify({ jti: placeholder })).replace(/=+$/, "")}.redacted`;
}

function jwtId(text: string): string {
  // An exception for each value that is none takes longer than all else here.
  if (!text.startsWith(jwtHeader)) return "";
  try {
    const { jti } = JSON.parse(atob(text.split(".")[1] ?? "")) as { readonly jti?: unknown };
    return typeof jti === "string" && text === jwtFor(jti) ? jti : "";
  } catch {
    return "";
  }
}

const firstNumber = 777_000_000;

/**
 * The number that stands for a placeholder where a number was: of nine digits, so that it fits 32 bits.
 * @example
 * numberFor("[field:1f]"); // "777000031"
 */
export function numberFor(placeholder: string): string {
  const tag = /:([\da-f]{1,10})\]$/.exec(placeholder)?.[1] ?? "0";
  return String(firstNumber + (Number.parseInt(tag, 16) % 4096));
}

/** Whether a number is one that {@link numberFor} gives. */
export function isPlaceholderNumber(text: string): boolean {
  return /^77700[0-4]\d{3}$/.test(text);
}
