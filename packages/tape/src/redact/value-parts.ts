// A value that is hidden, taken apart: which pieces of it are secrets by themselves. Read next: session.ts.
import { withoutPlaceholders } from "./placeholder.ts";
import { base64Text } from "./read/base64.ts";
import { levelsOf, percentDecoded } from "./read/decode.ts";
import { looksLikeIdentifier, looksLikeWord, shortestSecret } from "./secret-entropy.ts";

const longestInParts = 4096;
// A colon, and a password that is no word.
const shortestInParts = 1 + shortestSecret;

/**
 * What of a value may come again alone: what is opaque in it (the signature among parameters), what stands behind a scheme,
 * and of user and password, also in base64 as Basic has them, the password. RFC 7617, section 2
 */
export function partsOf(whole: string): readonly string[] {
  if (whole.length < shortestInParts || whole.length > longestInParts) return [];
  const parts = Array.from(levelsOf(withoutPlaceholders(whole)), ({ text }) => {
    const pair = base64Text(/^(?:Basic )?([\w+/-]+=*)$/i.exec(text)?.[1] ?? "") ?? text;
    const password = /^(?:[^\s:]{0,256}:|[A-Za-z][\w-]{2,15} +)(\S+)$/.exec(pair)?.[1] ?? "";
    const opaque = (text.match(/[\w.~+/-]{16,}={0,2}/g) ?? []).filter((run) => !looksLikeIdentifier(run));
    return [...opaque, ...(looksLikeWord(password) ? [] : [password])];
  });
  return parts.flat().filter((part) => part !== whole);
}

/** What an `Authorization` says beside its scheme: the password of Basic, which may be a name alone, or all of another. */
export function credentialOf(authorization: string): string {
  const value = authorization.trim().replace(/^[\w-]+ +/, "");
  const [, account = "", password = ""] = /^([^:]*):(.*)$/s.exec(base64Text(value) ?? "") ?? [];
  if (account === "" && password === "") return value;
  if (password !== account && !looksLikeWord(password)) return password;
  return looksLikeIdentifier(account) ? "" : account;
}

/** A value as its issuer wrote it, whatever it was coded in. */
export function uncoded(raw: string): string {
  const unquoted = raw.includes("\\") ? unescaped(raw) : raw;
  return unquoted.includes("%") ? percentDecoded(unquoted) : unquoted;
}

function unescaped(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
