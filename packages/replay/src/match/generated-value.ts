import { isPlaceholder, isStateName, saysWhose } from "@tapedeck/tape/internal";

/** Patterns of values that are generated for each request, with their names. */
const kinds: ReadonlyArray<readonly [kind: string, looks: RegExp]> = [
  ["a UUID", /^(?:\S*[^0-9a-f])?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:[^0-9a-f]\S*)?$/i],
  ["a time", /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|^\d{8}T\d{6}Z$|^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /],
  ["a time", /^1[4-9]\d{8}(?:\.\d+)?$|^(?:[a-z]{0,8}[._-]?)?1[4-9]\d{11}(?:[._-]\w+)?$/i],
  ["a ULID", /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/],
  ["a random key", /^(?=.*\d)(?=.*[A-Za-z])(?!(?:(?:^|[_-])[A-Za-z]+\d{0,3})+$)[\w+/=-]{20,}$/],
  // Base64 that is padded, in any alphabet, as a path spells it too.
  ["a random key", /^[\w+/.~-]{16,}(?:=|%3D){1,2}$/i],
  ["a nonce", /^[0-9a-f]{16,}$/i],
];

/** The kind of two values that recordings hide. */
export const hiddenValue = "a hidden value";

// What an answer gave a resource, anew with each change of it: RFC 9110, section 13.1.1.
const versionNames = /^if-match$/;

const signatureNames = /(?:^|[-_])(?:sig|signature|hmac)$/i;

/**
 * Returns the kind of two values that both look generated: a UUID, a time, a nonce, a key; null if they do not.
 * @param name Name of the parameter, header or member; the name of a nonce is enough by itself.
 * @example
 * generatedKind("1767225600", "1767225661"); // "a time"
 */
export function generatedKind(asked: string, recorded: string, name = ""): string | null {
  const [ours, theirs] = [asked, recorded].map((text) => text.replace(/^"|"$/g, ""));
  if (ours !== "" && theirs !== "" && isStateName(name)) return "a nonce";
  if (ours !== "" && theirs !== "" && signatureNames.test(name)) return "a signature";
  if (versionNames.test(name) && [ours, theirs].every((text) => text !== "" && text !== "*")) return "a version";
  // A JWT that a client signs for each request (RFC 7523, section 3), or the id of an upload.
  if (isPlaceholder(ours ?? "") && isPlaceholder(theirs ?? ""))
    return saysWhose(ours ?? "") || saysWhose(theirs ?? "") ? null : hiddenValue;
  return kinds.find(([, looks]) => looks.test(ours ?? "") && looks.test(theirs ?? ""))?.[0] ?? null;
}

// A placeholder, a UUID, a time, base64 that is padded, a nonce or key: in text of any syntax. Words joined by _ or -, each
// with at most three digits at its end, are a name and no key.
const inText =
  /__redacted-(?:_?[^\s_.]){1,64}(?:\.[\da-f]{1,10})?__|eyJhbGciOiJub25lIn0\.[\w+/-]+\.redacted|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?|\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT|\d{8}T\d{6}Z?|(?<!\d)1[4-9]\d{8}(?:\d{3})?(?!\d)|(?<![\w+/=.-])[\w+/.-]{16,}={1,2}(?![\w+/=])|(?<![\w+/=-])(?=[A-Za-z+=_-]*\d)(?=[\d+=_-]*[A-Za-z])(?![A-Za-z]+\d{0,3}(?:[_-][A-Za-z]+\d{0,3})*(?![\w+=-]))(?:(?!\d{4}-\d\d-\d\dT)[\w+=-]){16,}/gi;

// No text has it.
const mark = "\uffff";

// WS-Security, UsernameToken Profile 1.1.1, section 3.1: of a nonce, a time and the password.
const digest = /#PasswordDigest["']\s*>\s*$/;

/** Returns a text with a mark in place of each value that looks generated. */
export function withoutGenerated(text: string): string {
  return text.replace(inText, (value, at: number) => (saysWhose(value) && !isDigestAt(text, at) ? value : mark));
}

function isDigestAt(text: string, at: number): boolean {
  return digest.test(text.slice(Math.max(0, at - 40), at));
}

/**
 * Returns the generated and the issued values in which two texts differ, but for a digest of others; null if they differ in
 * anything else.
 * @example
 * generatedIn("DTSTAMP:20260101T000000Z", "DTSTAMP:20260102T000000Z"); // [["20260101T000000Z", "20260102T000000Z"]]
 */
export function generatedIn(asked: string, recorded: string): ReadonlyArray<readonly [string, string]> | null {
  if (asked.replace(inText, mark) !== recorded.replace(inText, mark)) return null;
  const theirs = recorded.match(inText) ?? [];
  const pairs = Array.from(asked.matchAll(inText), ({ 0: value, index }, at) => ({
    both: [value, theirs[at] ?? ""] as const,
    isDigest: isDigestAt(asked, index),
  })).filter(({ both: [a, b] }) => a !== b);
  // It differs since the nonce and the time do.
  const told = pairs.filter(({ isDigest }) => !isDigest);
  return (told.length > 0 ? told : pairs).map(({ both }) => both);
}
