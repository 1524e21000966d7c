import { scrypt } from "@noble/hashes/scrypt.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { nodeModule } from "../node-module.ts";
import { looksLikeIdentifier } from "./secret-entropy.ts";

/** How many values of its kind give the same tag as a value that could be guessed, at least, in bits. */
const hiddenBits = 8;
const [fewestBits, mostBits] = [4, 12];
const opaqueDigits = 10;
// 8 MB and about 25 ms a guess.
const cost = { N: 2 ** 13, r: 8, p: 1, dkLen: 4 } as const;
const salt = new TextEncoder().encode("tapedeck redaction 1");
const encoder = new TextEncoder();

const mostRemembered = 5000;
const remembered = new Map<string, string>();

/**
 * A tag that stands for a secret beside its kind: the same for the same value, wherever and whenever it is recorded.
 *
 * Of an opaque value it is a digest of 40 bits. Of one that could be guessed it tells so little that 256 values of its
 * alphabet and length have the same tag, where there are that many to a tag of 4 bits, and 12 bits at most: an attacker who tries a list of likely values is left with too
 * many that fit. To try one takes a slow derivation (scrypt, RFC 7914). See `docs/redaction.md`.
 * @example
 * tagOf("EDDF") === tagOf("EDDF"); // true
 */
export function tagOf(value: string): string {
  const known = remembered.get(value);
  if (known !== undefined) return known;
  const tag = looksLikeIdentifier(value)
    ? guessableTag(value)
    : hex(sha256(encoder.encode(`tapedeck redaction 1 ${value}`)), opaqueDigits * 4);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(value, tag);
  return tag;
}

function guessableTag(value: string): string {
  const bits = Math.max(fewestBits, Math.min(mostBits, Math.floor(bitsOf(value)) - hiddenBits));
  const { dkLen, ...work } = cost;
  const bytes = encoder.encode(value);
  // Node takes a third of the time.
  return hex(nodeModule?.("node:crypto")?.scryptSync(bytes, salt, dkLen, work) ?? scrypt(bytes, salt, cost), bits);
}

// How many bits it takes to tell a value from others of its length and alphabet.
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

function hex(bytes: Uint8Array, bits: number): string {
  const all = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = Math.ceil(bits / 4);
  return BigInt(`0b${all.slice(0, bits)}`)
    .toString(16)
    .padStart(digits, "0");
}
