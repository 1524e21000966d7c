// The parts of a hidden value: which of them are secrets by themselves. Read next: secret-memory.ts.

import { isLongNumber, looksLikeIdentifier, looksLikeWord, shortestSecret } from "./judge/secret-entropy.ts";
import { withoutPlaceholders } from "./placeholder.ts";
import { base64Text } from "./read/coded/base64.ts";
import { entitiesDecoded, levelsOf, percentDecoded } from "./read/coded/decode.ts";
import { finish } from "./steps.ts";

const longestInParts = 4096;
// A colon, and a password that is not a word.
const shortestInParts = 1 + shortestSecret;

/**
 * Returns the parts of a value that may appear alone: what is opaque in it (the signature among parameters), what
 * follows a scheme, and of user and password, also in the base64 of Basic, the password. RFC 7617, section 2
 */
export function partsOf(whole: string): readonly string[] {
  if (whole.length < shortestInParts || whole.length > longestInParts) return [];
  const parts = finish(levelsOf(withoutPlaceholders(whole))).map(({ text }) => {
    const pair = base64Text(/^(?:Basic )?([\w+/-]+=*)$/i.exec(text)?.[1] ?? "") ?? text;
    const password = /^(?:[^\s:]{0,256}:|[A-Za-z][\w-]{2,15} +)(\S+)$/.exec(pair)?.[1] ?? "";
    const opaque = (text.match(/[\w.~+/-]{16,}={0,2}/g) ?? []).filter((run) => !looksLikeIdentifier(run));
    return [...opaque, ...(looksLikeWord(password) && !isLongNumber(password) ? [] : [password])];
  });
  return parts.flat().filter((part) => part !== whole);
}

/**
 * Returns the credential of an `Authorization`, without its scheme: the password of Basic, which may be only a name, or
 * all of another.
 */
export function credentialOf(authorization: string): string {
  const value = authorization.trim().replace(/^[\w-]+ +/, "");
  const [, account = "", password = ""] = /^([^:]*):(.*)$/s.exec(base64Text(value) ?? "") ?? [];
  if (account === "" && password === "") return value;
  if (password !== account && !looksLikeWord(password)) return password;
  return looksLikeIdentifier(account) ? "" : account;
}

/** Returns a value as its issuer wrote it, whatever its coding. */
export function uncoded(raw: string): string {
  const value = asParsed(raw);
  return value.includes("%") ? percentDecoded(value) : value;
}

/** Returns a value as who parses the JSON, XML or HTML that has it. */
export function asParsed(raw: string): string {
  // Go's templates write "+" as an entity.
  return entitiesDecoded(raw.includes("\\") ? unescaped(raw) : raw);
}

function unescaped(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
