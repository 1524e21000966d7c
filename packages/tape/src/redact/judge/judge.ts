// Decides whether a value at its place is a secret: by its name, and where names are not enough, by its looks. `read/`
// finds the places; published formats and known values are found without this.

import { isPlaceholder, isPlaceholderNumber } from "../placeholder.ts";
import { base64Text } from "../read/coded/base64.ts";
import type { Place } from "../read/place.ts";
import { bareName, type NameRules } from "./name-rules.ts";
import { ambiguousParameters } from "./names.ts";
import { isFlag, isOrdinaryValue, isWordToken } from "./ordinary-value.ts";
import { looksLikeIdentifier, looksLikeWord } from "./secret-entropy.ts";

const ambiguous = new Set(ambiguousParameters.map(bareName));

/** Which values stay under which names. */
export interface Judgement {
  readonly rules: NameRules;
  /** Returns whether the options keep a name. */
  readonly isKept: (name: string) => boolean;
}

/**
 * Returns whether the value at a place is a secret.
 * @param value The decoded value.
 * @param text The text of the place, to see what is beside it.
 */
export function isSecret(
  { where, name, start }: Place,
  value: string,
  text: string,
  { rules, isKept }: Judgement,
): boolean {
  if (where === "number") return Number(value) !== 0 && !isPlaceholderNumber(value);
  if (value.trim() === "" || (isOrdinaryValue(value) && where !== "credentials")) return false;
  switch (where) {
    case "credentials":
      return !isOrdinaryValue(value.slice(value.indexOf(":") + 1)) || value.endsWith(":");
    case "parameter":
      if (isAmbiguous(name, value)) return false;
      if (rules(name, where) !== null) return true;
      if (isKept(name) || code.test(value)) return false;
      return isPair(name, value) || isBesideUser(name, value, text) || !looksLikeIdentifier(value);
    case "path":
      return true;
    case "cookie":
      if (isFlag(value) || isKept(name) || isPlaceholder(name)) return false;
      return rules(name, where) !== null || isSessionCookie(name) || !looksLikeWord(value) || longRun.test(value);
    case "challenge":
      if (openParameters.test(name)) return false;
      return rules(name, "header") !== null || /nonce$|^opaque$/i.test(name) || !looksLikeIdentifier(value);
    case "field":
      if (isExpression(value, text.slice(Math.max(0, start - 2), start))) return false;
      if (rules(name, where) === null) return !isKept(name) && looksCarried(name, value, text);
      return !isFlag(value) && !(/tokens?$/i.test(name) && isWordToken(value, text, start));
  }
}

function isAmbiguous(name: string, value: string): boolean {
  const bare = bareName(name);
  return ambiguous.has(bare) && (isFlag(value) || (bare !== "token" && value.length < 4));
}

const typedCode = /^(?:code|pin|pin_?code|cvc|cvv2?)$/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
// Only letters, or only digits.
const longRun = /^(?:[A-Za-z]{24,}|\d{16,})$/;

// Of a member that no list has.
function looksCarried(name: string, value: string, text: string): boolean {
  if (typedCode.test(name)) return /^\d{3,8}$/.test(value);
  if (codeName.test(name)) return value.startsWith("data:image/") && ofSecondFactor.test(text.slice(0, longestRead));
  // The role that a program has in Vault, and the token of Consul.
  if (secretId.test(name) && uuid.test(value)) return true;
  return isPair(name, value) || !(looksLikeIdentifier(value) || uuid.test(value) || value.startsWith("arn:"));
}

// The picture of a code shows the seed of one-time passwords.
const codeName = /qr|barcode/i;
const ofSecondFactor = /otp|mfa|2fa|two_?factor|authenticator|secret/i;
const longestRead = 8192;
const secretId = /^secret_?id$/i;

// A call or a function: in minified scripts, what follows "=" is one word.
const code = /\(\)|\)\s*\{|=>/;

// In such a script also what follows a name and a colon, as in `{token:e.tokens.length-1}`.
function isExpression(value: string, before: string): boolean {
  return /^\w:$/.test(before) && /^[\w$]{1,2}(?:\.[A-Za-z_$]{1,20}){1,4}(?:[-+]\d{1,3})?$/.test(value);
}

// As InfluxDB 1 and Subsonic send it.
function isBesideUser(name: string, value: string, text: string): boolean {
  return name === "p" && !/^\d{1,3}$/.test(value) && /(?:^|[?&])u=[^&]/.test(text);
}

// As Docker writes user and password.
function isPair(name: string, value: string): boolean {
  return /^_?auth$/i.test(name) && /^[^\s:]+:\S+$/.test(base64Text(value) ?? "");
}

const sessionName =
  /sess|sid\b|^_?_?sid|auth|token|jwt|csrf|xsrf|secret|pass|remember|saml|sso|login_?ticket|credential|^id$/i;

/** Returns whether a cookie of that name is a session, whatever its looks. */
function isSessionCookie(name: string): boolean {
  return sessionName.test(name);
}

// The public parameters of a challenge. RFC 9110, section 11.5; RFC 7616, section 3.3; RFC 6750, section 3.
const openParameters =
  /^(?:realm|qop|algorithm|charset|stale|domain|scope|error|error_description|error_uri|uri|userhash|resource_metadata|title|service)$/i;

const wordNames = new Set(ambiguousParameters.filter((name) => name !== "token"));

/** Returns whether ordinary values are the rule at a place: a secret there may be a name elsewhere. */
export function mayBeOrdinary(kind: string, name: string): boolean {
  return (kind === "cookie" && !isSessionCookie(name)) || wordNames.has(name.toLowerCase());
}
