// A gzip file (RFC 1952), one character for each byte: a secret in it is hidden, and the new file holds the text stored
// rather than compressed, so that its bytes are the same on every runtime.

import { latin1Bytes, latin1Text } from "../../../body/body.ts";
import { decodeContentSync } from "../../../body/content-coding.ts";
import { nodeModule } from "../../../node-module.ts";

const mostBytes = 16 * 1024 * 1024;
const mostStored = 0xffff;
const header = "\x1f\x8b\x08\0\0\0\0\0\0\xff";

/** Returns the bytes in a gzip file, one character for each; null if it is none, or too large. */
export function gunzipped(binary: string): string | null {
  if (!binary.startsWith("\x1f\x8b\x08")) return null;
  try {
    return latin1Text(decodeContentSync(latin1Bytes(binary), "gzip", { maxBytes: mostBytes }));
  } catch {
    return null;
  }
}

/**
 * Writes bytes as a gzip file, stored: RFC 1951, section 3.2.4.
 * @example
 * gunzipped(gzipStored("text")); // "text"
 */
export function gzipStored(bytes: string): string {
  const blocks: string[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += mostStored) {
    const block = bytes.slice(at, at + mostStored);
    const isLast = at + mostStored >= bytes.length;
    blocks.push(isLast ? "\x01" : "\0", littleEndian(block.length, 2), littleEndian(~block.length, 2), block);
  }
  return [header, ...blocks, littleEndian(crc32(latin1Bytes(bytes)), 4), littleEndian(bytes.length, 4)].join("");
}

// RFC 1952, section 8.
const crcOf = Uint32Array.from({ length: 256 }, (_, byte) => {
  let check = byte;
  for (let bit = 0; bit < 8; bit++) check = (check >>> 1) ^ (check & 1 ? 0xedb88320 : 0);
  return check;
});

function crc32(bytes: Uint8Array): number {
  // Node takes a twentieth of the time.
  const fast = nodeModule?.("node:zlib")?.crc32;
  if (fast !== undefined) return fast(bytes);
  let check = -1;
  for (const byte of bytes) check = (check >>> 8) ^ (crcOf[(check ^ byte) & 0xff] as number);
  return ~check;
}

function littleEndian(value: number, count: number): string {
  return String.fromCharCode(...Array.from({ length: count }, (_, nth) => (value >>> (8 * nth)) & 0xff));
}
