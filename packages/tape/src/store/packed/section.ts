import { Buffer } from "node:buffer";
import { readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { pageBytes, type SectionPlace } from "./format.ts";
import { PackDamagedError } from "./pack-damaged-error.ts";

/** A part of a packed file that is read a page at a time; each page is checked when it is read. */
export interface Section {
  readonly length: number;
  /** The bytes at a place; they are the caller's to read until the next call. */
  bytes(at: number, length: number): Buffer;
  /** Reads all of it. */
  check(): void;
}

/** As many pages of a section as are held: 2 MiB. */
const mostPages = 512;

/** Opens a section of a file. */
export function openSection(
  descriptor: number,
  file: string,
  name: string,
  { at: start, length }: SectionPlace,
): Section {
  const pages = new Map<number, Buffer>();
  const checksums = start + length;
  const page = (number: number): Buffer => {
    const known = pages.get(number);
    if (known !== undefined) return known;
    const bytes = Buffer.alloc(Math.min(pageBytes, length - number * pageBytes));
    const sum = Buffer.alloc(4);
    const read =
      readSync(descriptor, bytes, 0, bytes.length, start + number * pageBytes) +
      readSync(descriptor, sum, 0, 4, checksums + number * 4);
    if (read !== bytes.length + 4 || crc32(bytes) !== sum.readUInt32LE(0))
      throw new PackDamagedError(file, `page ${number + 1} of the ${name}`);
    const [oldest] = pages.keys();
    if (pages.size >= mostPages && oldest !== undefined) pages.delete(oldest);
    pages.set(number, bytes);
    return bytes;
  };
  return {
    length,
    bytes(at, size) {
      const number = Math.floor(at / pageBytes);
      const from = at - number * pageBytes;
      if (from + size <= pageBytes) return page(number).subarray(from, from + size);
      const parts: Buffer[] = [];
      for (let left = size, next = at; left > 0; ) {
        const own = next % pageBytes;
        const part = page(Math.floor(next / pageBytes)).subarray(own, Math.min(pageBytes, own + left));
        if (part.length === 0) throw new PackDamagedError(file, `the ${name}`);
        parts.push(part);
        left -= part.length;
        next += part.length;
      }
      return Buffer.concat(parts);
    },
    check() {
      for (let number = 0; number * pageBytes < length; number += 1) page(number);
    },
  };
}
