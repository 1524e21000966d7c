import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";
import { pageBytes, type SectionPlace } from "./format.ts";

/** A file that has its name only once it is whole. */
export interface UnfinishedFile {
  /** Where it is written, and where others may write beside it. */
  readonly path: string;
  /** The position of the next byte. */
  readonly at: number;
  /** Writes bytes, and returns where they begin. */
  write(bytes: Uint8Array): number;
  /** Writes pages, each followed by its checksum. */
  section(parts: Iterable<Uint8Array>): SectionPlace;
  /** Flushes it to the disk, and gives it its name. */
  keep(): void;
  /** Removes what was written. */
  abandon(): void;
}

const chunkBytes = 1024 * 1024;

/**
 * Begins a file; until it is kept, nothing of its name is touched. A link stays, and leads to the new file.
 * @throws Error of the system if its folder cannot be written to, or the name is taken by what is no file: a device, a
 *   pipe, or a folder.
 */
export function createUnfinishedFile(name: string): UnfinishedFile {
  const there = statSync(name, { throwIfNoEntry: false });
  if (there !== undefined && !there.isFile()) {
    const [code, what] = there.isDirectory() ? ["EISDIR", "a folder"] : ["EEXIST", "a device or a pipe"];
    throw Object.assign(new Error(`${code}: it is ${what}, open '${name}'`), { code, syscall: "open", path: name });
  }
  const file = there !== undefined && lstatSync(name).isSymbolicLink() ? realpathSync(name) : name;
  const path = `${file}.${randomUUID()}.tmp`;
  const descriptor = namingFile(name, () => openSync(path, "w"));
  let isOpen = true;
  let at = 0;
  let chunk = Buffer.allocUnsafe(chunkBytes);
  let filled = 0;
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  const flush = (): void => {
    namingFile(name, () => {
      for (let done = 0; done < filled; ) done += writeSync(descriptor, chunk, done, filled - done);
    });
    filled = 0;
  };
  const write = (bytes: Uint8Array): number => {
    const start = at;
    at += bytes.length;
    if (filled + bytes.length > chunk.length) flush();
    if (bytes.length > chunk.length) chunk = Buffer.allocUnsafe(bytes.length);
    chunk.set(bytes, filled);
    filled += bytes.length;
    return start;
  };
  return {
    path,
    get at() {
      return at;
    },
    write,
    section(parts) {
      const start = at;
      const page = Buffer.alloc(pageBytes + 4);
      let used = 0;
      let length = 0;
      const end = (): void => {
        page.writeUInt32LE(crc32(page.subarray(0, used)), used);
        write(page.subarray(0, used + 4));
        length += used;
        used = 0;
      };
      for (const part of parts) {
        for (let done = 0; done < part.length; ) {
          const own = part.subarray(done, done + pageBytes - used);
          page.set(own, used);
          used += own.length;
          done += own.length;
          if (used === pageBytes) end();
        }
      }
      if (used > 0) end();
      return { at: start, length };
    },
    keep() {
      flush();
      namingFile(name, () => {
        fsyncSync(descriptor);
        close();
        renameSync(path, file);
      });
    },
    abandon() {
      close();
      rmSync(path, { force: true });
    },
  };
}

/**
 * Runs a task that works on an open file, and has an error of the system name the file: Node names one only where it opens
 * it.
 */
export function namingFile<T>(file: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    // By the code, since Deno has no `syscall` there.
    const { code = "" } = error as NodeJS.ErrnoException;
    throw /^E(?!RR_)[A-Z\d]+$/.test(code) ? Object.assign(error as Error, { path: file }) : error;
  }
}
