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
  /** Returns the number at a position: no number stands on two pages. */
  uint32(at: number): number;
  uint48(at: number): number;
  /** Reads all of it. */
  check(): void;
}

/** Maximum number of pages of a section in memory, 16 MiB: those in which a million exchanges are found. */
const mostPages = 4096;
/** A page and its checksum. */
const storedBytes = pageBytes + 4;

/** Opens a section of a file. */
export function openSection(
  descriptor: number,
  file: string,
  name: string,
  { at: start, length }: SectionPlace,
): Section {
  // Each page has one place in one piece of memory: to find it takes one look. Made when the first page is read.
  const places = Math.min(Math.ceil(length / pageBytes), mostPages);
  let pages = Buffer.alloc(0);
  let numbers = new DataView(pages.buffer);
  const held = new Int32Array(places);
  const damage = (part: string): PackDamagedError => new PackDamagedError(file, part);
  /** Returns where a page begins in memory. */
  const pageAt = (number: number): number => {
    const place = number % places;
    if (held[place] !== number + 1) readPage(number, place);
    return place * storedBytes;
  };
  const readPage = (number: number, place: number): void => {
    if (pages.length === 0) {
      pages = Buffer.allocUnsafeSlow(places * storedBytes);
      numbers = new DataView(pages.buffer);
    }
    held[place] = 0;
    const from = place * storedBytes;
    const size = Math.min(pageBytes, length - number * pageBytes);
    const read = readSync(descriptor, pages, from, size + 4, start + number * storedBytes);
    if (read !== size + 4 || crc32(pages.subarray(from, from + size)) !== pages.readUInt32LE(from + size))
      throw damage(`page ${number + 1} of the ${name}`);
    held[place] = number + 1;
  };
  /** Returns where a position is in memory. */
  const placeOf = (at: number, size: number): number => {
    if (!(at >= 0 && at + size <= length)) throw damage(`the ${name}`);
    const number = Math.floor(at / pageBytes);
    return pageAt(number) + at - number * pageBytes;
  };
  return {
    length,
    bytes(at, size) {
      if (!isWithin(at, size, length)) throw damage(`the ${name}`);
      const parts: Buffer[] = [];
      for (let left = size, next = at; left > 0; ) {
        const from = placeOf(next, 1);
        const part = pages.subarray(from, from + Math.min(left, pageBytes - (next % pageBytes)));
        parts.push(part);
        left -= part.length;
        next += part.length;
      }
      return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    },
    uint32(at) {
      const from = placeOf(at, 4);
      return numbers.getUint32(from, true);
    },
    uint48(at) {
      const from = placeOf(at, 6);
      return numbers.getUint32(from, true) + numbers.getUint16(from + 4, true) * 2 ** 32;
    },
    check() {
      for (let number = 0; number * pageBytes < length; number += 1) pageAt(number);
    },
  };
}
