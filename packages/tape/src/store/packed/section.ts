import { Buffer } from "node:buffer";
import { readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { isWithin, pageBytes, type SectionPlace } from "./format.ts";
import { PackDamagedError } from "./pack-damaged-error.ts";

/** A part of a packed file that is read a page at a time; each page is checked when it is read. */
export interface Section {
  readonly length: number;
  /** Returns the bytes at a position, valid until the next call. */
  bytes(at: number, length: number): Buffer;
  /** Returns the number at a position that is a multiple of four. */
  uint32(at: number): number;
  /** Reads all of it. */
  check(): void;
}

/** Maximum number of pages of a section in memory, 16 MiB: those in which a million exchanges are found. */
const mostPages = 4096;

/** Opens a section of a file. */
export function openSection(
  descriptor: number,
  file: string,
  name: string,
  { at: start, length }: SectionPlace,
): Section {
  const pages = new Map<number, Buffer>();
  const page = (number: number): Buffer => {
    const known = pages.get(number);
    if (known !== undefined) return known;
    const size = Math.min(pageBytes, length - number * pageBytes);
    const read = Buffer.alloc(size + 4);
    const bytes = read.subarray(0, size);
    const place = start + number * (pageBytes + 4);
    if (readSync(descriptor, read, 0, size + 4, place) !== size + 4 || crc32(bytes) !== read.readUInt32LE(size))
      throw new PackDamagedError(file, `page ${number + 1} of the ${name}`);
    const [oldest] = pages.keys();
    if (pages.size >= mostPages && oldest !== undefined) pages.delete(oldest);
    pages.set(number, bytes);
    return bytes;
  };
  return {
    length,
    bytes(at, size) {
      if (!isWithin(at, size, length)) throw new PackDamagedError(file, `the ${name}`);
      const number = Math.floor(at / pageBytes);
      const from = at - number * pageBytes;
      if (from + size <= pageBytes) return page(number).subarray(from, from + size);
      const parts: Buffer[] = [];
      for (let left = size, next = at; left > 0; ) {
        const own = next % pageBytes;
        const part = page(Math.floor(next / pageBytes)).subarray(own, Math.min(pageBytes, own + left));
        parts.push(part);
        left -= part.length;
        next += part.length;
      }
      return Buffer.concat(parts);
    },
    uint32(at) {
      if (!isWithin(at, 4, length)) throw new PackDamagedError(file, `the ${name}`);
      return page(Math.floor(at / pageBytes)).readUInt32LE(at % pageBytes);
    },
    check() {
      for (let number = 0; number * pageBytes < length; number += 1) page(number);
    },
  };
}
