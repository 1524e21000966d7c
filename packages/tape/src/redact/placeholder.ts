// What takes the place of a secret: how it is written, found and told from a value. Not which one a secret gets: see
// `session.ts` and `pseudonym.ts`.

// Letters, digits, "_", "-" and "." alone: no URL, cookie, header, form, shell, YAML or file name escapes them, whatever
// client writes it. RFC 3986, section 2.3; WHATWG URL, application/x-www-form-urlencoded. An alias may be in any script.
const kind = String.raw`\p{L}(?:_?[\p{L}\p{M}\p{N}:@-]){0,63}`;
const tag = String.raw`(?:\.([\da-f]{1,10}))?`;
const whole = new RegExp(`^__redacted-(${kind})${tag}__$`, "u");
const any = new RegExp(`__redacted-${kind}${tag}__`, "gu");
const opening = "__redacted-";

/**
 * Writes what stands for something hidden.
 * @param kind An alias, a token format, or where it stood.
 * @param tag Tells values of a kind apart: hexadecimal digits, ten at most.
 * @example
 * placeholderFor("token", "1f"); // "__redacted-token.1f__"
 */
export function placeholderFor(kind: string, tag: string | number = ""): string {
  return `${opening}${kind}${tag === "" ? "" : `.${tag}`}__`;
}

/** The kind or the alias that a placeholder says, and its tag; null for any other text. */
export function placeholderParts(text: string): { readonly kind: string; readonly tag: string } | null {
  const [, kind, tag = ""] = whole.exec(text.startsWith(jwtHeader) ? jwtId(text) : text) ?? [];
  return kind === undefined ? null : { kind, tag };
}

/**
 * Tells whether a text is nothing but a placeholder that the scrubber writes for something hidden. Its kind or alias is
 * a letter and up to 63 more letters, digits, `-`, `:`, `@`, and `_` between two of them.
 * @example
 * isPlaceholder("__redacted-full__"); // true
 * isPlaceholder("__init__"); // false
 */
export function isPlaceholder(text: string): boolean {
  return placeholderParts(text) !== null;
}

/** The placeholders in a text. */
export function findPlaceholders(text: string): readonly string[] {
  return text.includes(opening) ? (text.match(any) ?? []) : [];
}

/** A text without the placeholders in it: what is left may be a secret. */
export function withoutPlaceholders(text: string): string {
  return text.includes(opening) ? text.replace(any, " ") : text;
}

// {"alg":"none"}
const jwtHeader = "eyJhbGciOiJub25lIn0.";

/**
 * A placeholder in the shape of a JWT, unsigned (RFC 7519, section 6): its id says what it stands for.
 * @example
 * isPlaceholder(jwtFor("__redacted-jwt.1f__")); // true
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
 * numberFor("__redacted-field.1f__"); // "777000031"
 */
export function numberFor(placeholder: string): string {
  return String(firstNumber + (Number.parseInt(placeholderParts(placeholder)?.tag || "0", 16) % 4096));
}

/** Whether a number is one that {@link numberFor} gives. */
export function isPlaceholderNumber(text: string): boolean {
  return /^77700[0-4]\d{3}$/.test(text);
}
