// Decides whether a value at its place is a secret: by its name, and where names are not enough, by its looks. `read/`
// finds the places; published formats and known values are found without this.

import { isPlaceholder, isPlaceholderNumber } from "../placeholder.ts";
import type { Place } from "../read/place.ts";
import { isBesideUser } from "./beside-user.ts";
import { cardName, isCardNumber, isOfCard, perhapsCard } from "./card.ts";
import {
  codeName,
  community,
  isCode,
  isCommunity,
  isDigest,
  isOfVariable,
  isPair,
  looksCarried,
  responseName,
} from "./carried.ts";
import { bareName, isSessionCookie, type NameRules } from "./name-rules.ts";
import { ambiguousParameters } from "./names.ts";
import { isAlgorithm, isCount, isFlag, isLabelOf, isOrdinaryValue, isStandIn, isWordToken } from "./ordinary-value.ts";
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
 * @param isSent Whether it is read as what a client sends.
 */
export function isSecret(
  { where, name, start }: Place,
  value: string,
  text: string,
  { rules, isKept }: Judgement,
  isSent: boolean,
): boolean {
  if (isPlaceholderNumber(value)) return false;
  if (where === "number") return !isCount(name, value);
  if (value.trim() === "" || (isOrdinaryValue(value, name) && where !== "credentials")) return false;
  // "+\\" tells MediaWiki's clients that no user has logged in.
  if (/tokens?$/i.test(name) && !/[\p{L}\p{N}]/u.test(value)) return false;
  if (!isSent && isStandIn(value)) return false;
  if (!isSent && (where === "field" || where === "parameter") && isLabelOf(name, value, rules)) return false;
  switch (where) {
    case "credentials":
      return !isOrdinaryValue(value.slice(value.indexOf(":") + 1)) || value.endsWith(":");
    case "parameter": {
      if (isAmbiguous(name, value) || /^[yn]$/i.test(value)) return false;
      if (rules(name, where) !== null) return true;
      // Of a form of thousands, each is looked at beside a few others.
      const beside = text.slice(Math.max(0, start - besideParameter), start + value.length + besideParameter);
      if (isKept(name) || code.test(value)) return false;
      if (community.test(name)) return isCommunity(value, beside);
      if (cardName.test(name)) return isCardNumber(value);
      if (perhapsCard.test(name)) return isOfCard(value, beside);
      if (codeName.test(name) && isCode(value)) return true;
      if (responseName.test(name)) return isDigest(value) || !looksLikeIdentifier(value);
      if (digestName.test(name)) return signedLink.test(beside) && !looksLikeIdentifier(value);
      if (name === "key" && value.length >= 8 && wirelessParameter.test(beside)) return true;
      return (
        isPair(name, value) ||
        isBesideUser(name, value, beside) ||
        isOfVariable(name, value) ||
        !looksLikeIdentifier(value)
      );
    }
    case "path":
      return true;
    case "cookie":
      if (isFlag(value) || isKept(name) || isPlaceholder(name) || isTime(name, value)) return false;
      return rules(name, where) !== null || isSessionCookie(name) || !looksLikeWord(value) || longRun.test(value);
    case "challenge":
      if (openParameters.test(name)) return false;
      return rules(name, "header") !== null || /nonce$|^opaque$/i.test(name) || !looksLikeIdentifier(value);
    case "field":
      if (isExpression(value, text.slice(Math.max(0, start - 2), start))) return false;
      if (rules(name, where) === null) return !isKept(name) && looksCarried(name, value, text, start, isSent);
      return !(
        isFlag(value) ||
        isAlgorithm(name, value) ||
        (/tokens?$/i.test(name) && isWordToken(value, text, start))
      );
  }
}

const besideParameter = 1000;

// What signs a link that ends, as nginx' secure_link.
const digestName = /^md5$/i;
const signedLink = /[?&](?:e|exp|expires?|expiry|expiration|ttl)=\d/i;
// A network's key may be a word.
const wirelessParameter = /(?:^|[?&])ssid=/i;

// When a session ends.
const isTime = (name: string, value: string): boolean =>
  /^\d{10}(?:\d{3})?$/.test(value) && /(?:expir(?:y|es|ation)|timeout|ttl)$/i.test(name);

function isAmbiguous(name: string, value: string): boolean {
  const bare = bareName(name);
  // The code of a terminology, as FHIR has it, is a URL.
  return (
    ambiguous.has(bare) && (isFlag(value) || (bare !== "token" && (value.length < 4 || /:\/\/|%3A%2F%2F/i.test(value))))
  );
}

// Only letters, or only digits.
const longRun = /^(?:[A-Za-z]{24,}|\d{16,})$/;

// A call or a function: in minified scripts, what follows "=" is one word.
const code = /\(\)|\)\s*\{|=>/;

// In a program a call, and in such a script what follows a name and a colon, as in `{token:e.tokens.length-1}`.
function isExpression(value: string, before: string): boolean {
  if (/^[A-Za-z_$][\w$.]{0,80}\(\)$|^[a-z]+(?:[._][a-z]+)+\([a-z_]+(?:, ?[a-z_]+){0,4}\)$/.test(value))
    return !/["'`]$/.test(before);
  return /^\w:$/.test(before) && /^[\w$]{1,2}(?:\.[A-Za-z_$]{1,20}){1,4}(?:[-+]\d{1,3})?$/.test(value);
}

// The public parameters of a challenge. RFC 9110, section 11.5; RFC 7616, section 3.3; RFC 6750, section 3.
const openParameters =
  /^(?:realm|qop|algorithm|charset|stale|domain|scope|error|error_description|error_uri|uri|userhash|resource_metadata|title|service)$/i;

const wordNames = new Set(ambiguousParameters.filter((name) => name !== "token"));

/** Returns whether ordinary values are the rule at a place: a secret there may be a name elsewhere. */
export function mayBeOrdinary(kind: string, name: string): boolean {
  return (kind === "cookie" && !isSessionCookie(name)) || wordNames.has(name.toLowerCase());
}
