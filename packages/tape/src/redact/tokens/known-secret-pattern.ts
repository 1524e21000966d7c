import { isOrdinaryValue } from "../ordinary-value.ts";
import { type Hide, isPlaceholder } from "../placeholder.ts";
import { alignedForms } from "./base64-run.ts";

const encoder = new TextEncoder();
const shortestHex = 16;

// The backslashes of an escape: one, and twice as many and one with each level of JSON within JSON. Not any number, or
// a long run of them would be gone through from each of its places.
const escapes = "\\\\{1,16}";

/** The pattern of a line's end within base64 that is broken into lines, also as an escape of JSON or of a URL. */
export const base64Break: string = `(?:[\\r\\n]|${escapes}[rn]|%(?:25)*0[ADad])`;

/**
 * The pattern of a known secret in every form in which it travels: as it stands, percent-encoded, escaped as in JSON
 * (also in JSON within JSON), within base64 (also of base64), and in hexadecimal.
 * @example
 * secretPattern("s3cr3t/t0ken").test("s3cr3t%2ft0ken"); // true
 */
export function secretPattern(value: string): RegExp {
  const once = base64Forms(value);
  return anyOf([value, ...once, ...once.flatMap(base64Forms), ...hexForms(value)], "");
}

/** The pattern of a known secret within base64 that is broken into lines. */
export function brokenSecretPattern(value: string): RegExp {
  return anyOf(base64Forms(value), `${base64Break}{0,4}`);
}

function anyOf(forms: readonly string[], between: string): RegExp {
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((form) => Array.from(form, anySpelling).join(between)).join("|"), "g");
}

function hexForms(value: string): string[] {
  const hex = Array.from(encoder.encode(value), (byte) => digits(byte, 2)).join("");
  return hex.length < shortestHex ? [] : [hex.replace(/\[(.).\]/g, "$1"), hex.replace(/\[.(.)\]/g, "$1")];
}

function base64Forms(value: string): string[] {
  return alignedForms(value).flatMap(({ core }) => [core, core.replaceAll("+", "-").replaceAll("/", "_")]);
}

// Encoders differ in which characters they spare and in the case of their digits, and a URL within a URL is encoded
// twice (%252F): so each character may be spelled in any way.
function anySpelling(character: string): string {
  const bytes = Array.from(encoder.encode(character));
  const percent = bytes.map((byte) => `%(?:25)*${digits(byte, 2)}`).join("");
  const units = Array.from(
    { length: character.length },
    (_, at) => `${escapes}u${digits(character.charCodeAt(at), 4)}`,
  );
  const spellings = [asItStands(character), percent, units.join("")];
  // A binary body is searched with one character a byte.
  if (bytes.length > 1) spellings.push(String.fromCharCode(...bytes));
  return `(?:${spellings.join("|")})`;
}

function asItStands(character: string): string {
  if (character === "\\") return escapes;
  if (character === '"' || character === "/") return `(?:${escapes})?${character}`;
  if (character === " ") return "[ +]";
  const escaped = JSON.stringify(character).slice(1, -1);
  return escaped === character ? literally(character) : `${literally(character)}|${escapes}${escaped.slice(1)}`;
}

function digits(code: number, length: number): string {
  const hex = code.toString(16).padStart(length, "0");
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** A text as a pattern of itself. `RegExp.escape()` is missing from Node 22. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

// Up to the last "@" before the path, as URL parsers read it; the user ends at the first ":". What looks like a port
// before a comma or a bracket is one: "https://host:8080,ada@other.example".
const credentials = /(:\\*\/\\*\/)[^\s"'<>\\/?#:]*:(?!\d{1,5}[,;'`)\]}|])([^\s"<>\\/?#]*)@/g;

/**
 * Replaces user and password in the URLs within a text, also where JSON escapes their slashes. A user alone stays: it
 * is a name, as in `ssh://git@host`. So does a user beside a placeholder.
 * @example
 * hideCredentials("see https://ada:s3cr3t@host/x", (kind) => `[${kind}]`); // "see https://[credentials]@host/x"
 */
export function hideCredentials(text: string, hide: Hide): string {
  return text.replace(credentials, (whole, slashes: string, password: string, at: number) =>
    isPlaceholder(password) ||
    isPlaceholder(whole.slice(slashes.length, -1)) ||
    (password !== "" && isOrdinaryValue(password)) ||
    /^sha\d{1,3}:/.test(text.slice(at + whole.length))
      ? whole
      : `${slashes}${hide("credentials", whole.slice(slashes.length, -1))}@`,
  );
}
