import { scrypt, scryptAsync } from "@noble/hashes/scrypt.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { dropOldest } from "../../drop-oldest.ts";
import { nodeModule } from "../../node-module.ts";
import { looksLikeIdentifier } from "../judge/secret-entropy.ts";
import { findIssued } from "../placeholder.ts";
import { base64Text } from "../read/coded/base64.ts";
import { claimsStart } from "./signed-claims.ts";

/** Minimum number of values, in bits, that share the tag of a guessable value. */
const hiddenBits = 8;
const [fewestBits, mostBits] = [4, 12];
/** Hexadecimal digits of an opaque value's tag. */
export const opaqueDigits = 10;
/** Finds those tags in placeholders. */
export const opaqueTag: RegExp = new RegExp(String.raw`\.[\da-f]{${opaqueDigits}}(?=__)`, "g");
const taggedKind = new RegExp(
  String.raw`__redacted-\p{L}(?:_?[\p{L}\p{M}\p{N}:@-]){0,63}(?=\.[\da-f]{${opaqueDigits}}__)`,
  "gu",
);
// 8 MB and about 25 ms a guess.
const cost = { N: 2 ** 13, r: 8, p: 1, dkLen: 4 } as const;
const salt = new TextEncoder().encode("tapedeck redaction 1");
const encoder = new TextEncoder();

const mostRemembered = 5000;
const remembered = new Map<string, string>();
/** Number of pool threads for derivations, so that files and compression keep theirs. */
const mostAtOnce = 2;
const deriving = new Map<string, Promise<void>>();
const lanes: Promise<unknown>[] = Array(mostAtOnce).fill(Promise.resolve());
let turn = 0;

/**
 * Returns the tag of a secret, which stands beside its kind: the same for the same value, wherever and whenever it is
 * recorded.
 *
 * For an opaque value it is a digest of 40 bits. For a guessable one it tells so little that 256 values of its alphabet
 * and length share it, if there are that many for a tag of 4 bits, and at most 12 bits: an attacker who tries a list of
 * likely values is left with too many that fit. Each trial takes a slow derivation (scrypt, RFC 7914). See
 * `docs/redaction.md`.
 * @example
 * tagOf("EDDF") === tagOf("EDDF"); // true
 */
export function tagOf(value: string): string {
  if (!isGuessable(value)) return opaqueTagOf(value);
  const known = remembered.get(value);
  if (known !== undefined) return known;
  const { dkLen, ...work } = cost;
  const bytes = encoder.encode(value);
  // Node takes a third of the time.
  return remember(
    value,
    nodeModule?.("node:crypto")?.scryptSync(bytes, salt, dkLen, work) ?? scrypt(bytes, salt, cost),
  );
}

/** Returns the tag of a value that cannot be guessed, or that may be known. */
export function opaqueTagOf(value: string): string {
  const text = `tapedeck redaction 1 ${value}`;
  const digest = nodeModule?.("node:crypto")?.hash?.("sha256", text) ?? bytesToHex(sha256(encoder.encode(text)));
  return digest.slice(0, opaqueDigits);
}

/**
 * Returns whether a value is the placeholder of what an answer issued, or of what a person knows by heart: it says whose a
 * request is. A value that a client made up, too long to guess, has a longer tag.
 */
export function saysWhose(value: string): boolean {
  return findIssued(value).some((each) => each.search(opaqueTag) < 0);
}

/**
 * Returns a text in which placeholders of opaque values are equal if the values are: a client that has one by what one
 * place calls it may send it at another.
 * @example
 * withoutKinds("?q=__redacted-field.0123456789__"); // "?q=__redacted-.0123456789__"
 */
export function withoutKinds(text: string): string {
  return text.includes("__redacted-") ? text.replace(taggedKind, "__redacted-") : text;
}

/** Returns whether {@link tagOf} knows the tag of a value without blocking the thread. */
export function isDerived(value: string): boolean {
  return remembered.has(value) || !isGuessable(value);
}

/**
 * Returns whether a value can be found by trying: a name, a word, also in base64 or hexadecimal, claims without their
 * signature, or what {@link digestedPassword} returns.
 */
export function isGuessable(value: string): boolean {
  if (looksLikeIdentifier(value) || value.startsWith(claimsStart) || value.startsWith(digestStart)) return true;
  const said = value.length > longestCoded ? null : (textInHex(value) ?? base64Text(value));
  return said !== null && looksLikeIdentifier(said);
}

const longestCoded = 512;

function textInHex(value: string): string | null {
  return /^(?:[2-7][\da-f]){8,}$/i.test(value)
    ? value.replace(/../g, (digits) => String.fromCharCode(Number.parseInt(digits, 16)))
    : null;
}

const ofPassword = /pass(?!port)|pwd|pw$|(?:^|[^a-z])pin(?![a-z])/i;
const digestStart = "digest of a password ";
// MD5, SHA-1 and SHA-2.
const inHex = /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i;
const inBase64 = /^(?:[\w+/-]{22}(?:==)?|[\w+/-]{27}=?|[\w+/-]{43}=?|[\w+/-]{86}(?:==)?)$/;

/**
 * Returns a value as one that can be guessed if it may be a digest of a password: an attacker who tries passwords
 * tries their digests.
 * @param name The name that it has.
 * @example
 * digestedPassword("5f4dcc3b5aa765d61d8327deb882cf99", "password"); // "digest of a password 5f4dcc3b5aa765d61d8327deb882cf99"
 */
export function digestedPassword(value: string, name: string): string {
  return ofPassword.test(name) && (inHex.test(value) || inBase64.test(value)) ? digestStart + value : value;
}

/**
 * Derives tags beside the thread, in the runtime's thread pool, two at a time; {@link tagOf} knows them afterwards. In
 * browsers, which have no pool, the thread handles its events every 10 ms.
 */
export async function deriveTags(values: Iterable<string>): Promise<void> {
  await Promise.all(
    Array.from(values, (value) => (isDerived(value) ? undefined : (deriving.get(value) ?? begin(value)))),
  );
}

function begin(value: string): Promise<void> {
  const lane = turn++ % mostAtOnce;
  const derived = (lanes[lane] as Promise<unknown>).then(async () => {
    remember(value, await derive(encoder.encode(value)));
  });
  const over = (): boolean => deriving.delete(value);
  lanes[lane] = derived.then(over, over);
  deriving.set(value, derived);
  return derived;
}

function derive(bytes: Uint8Array): Promise<Uint8Array> {
  const { dkLen, ...work } = cost;
  const crypto = nodeModule?.("node:crypto");
  if (crypto === undefined) return scryptAsync(bytes, salt, cost);
  return new Promise((resolve, reject) => {
    crypto.scrypt(bytes, salt, dkLen, work, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function remember(value: string, key: Uint8Array): string {
  const bits = Math.max(fewestBits, Math.min(mostBits, Math.floor(bitsOf(value)) - hiddenBits));
  const [first = 0, second = 0] = key;
  const tag = (((first << 8) | second) >> (16 - bits)).toString(16).padStart(Math.ceil(bits / 4), "0");
  remembered.set(value, tag);
  dropOldest(remembered, mostRemembered);
  return tag;
}

// Returns the number of bits that distinguish a value from others of its length and alphabet.
function bitsOf(value: string): number {
  const alphabets: readonly (readonly [RegExp, number])[] = [
    [/\d/, 10],
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[^\da-zA-Z]/, 32],
  ];
  const size = alphabets.reduce((sum, [pattern, count]) => sum + (pattern.test(value) ? count : 0), 0);
  return value.length * Math.log2(Math.max(2, size));
}

/**
 * Returns a number above one that is free: the next one, unless it is taken. It looks at few, since a million may be
 * taken, and a look may read the disk.
 */
export function freeAfter(number: number, isTaken: (number: number) => boolean): number {
  let [taken, free] = [number, number + 1];
  for (let step = 1; isTaken(free); step *= 2) [taken, free] = [free, free + step];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
}
