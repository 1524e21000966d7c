// The file that a run appends to: one line for each exchange, flushed before the recorder reports it as stored. It is
// not a recording: `har-folder.ts` moves its lines into HAR files when the run closes, or after a crash.
import { Buffer } from "node:buffer";
import {
  closeSync,
  createReadStream,
  existsSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { makeFolder } from "./make-folder.ts";
import { groupJobs, type Job, reasonOf } from "./write-files.ts";

/** The position of a line, in bytes. */
export interface LineRef {
  readonly start: number;
  readonly length: number;
}

/** A file that lines are appended to. */
export interface Journal {
  /**
   * Appends a line; resolves when it is on disk. Lines that arrive while others are being flushed are written together.
   * @throws Error with the system's reason; the file then ends before that line.
   */
  append(line: string): Promise<LineRef>;
  read(line: LineRef): string;
  /** Removes the file. */
  remove(): void;
  close(): void;
}

const flush = promisify(fdatasync);

/**
 * Starts a journal.
 * @param check Throws if nothing may be written any more; called before each write, and to find the reason of an error.
 * @param how Whether the file may exist already, and is then continued.
 * @throws Error (`EEXIST`, …) if the file exists already or cannot be created.
 * @example
 * const journal = startJournal("recordings/.tapedeck.journal", () => {});
 * const line = await journal.append("{}");
 */
export function startJournal(file: string, check: () => void, how: "begin" | "continue" = "begin"): Journal {
  check();
  makeFolder(dirname(file));
  const descriptor = openSync(file, how === "continue" && existsSync(file) ? "r+" : "wx+");
  let size = fstatSync(descriptor).size;

  const writeAll = async (jobs: readonly Job<Buffer, LineRef>[]): Promise<void> => {
    try {
      check();
      const bytes = Buffer.concat(jobs.map(({ item }) => item));
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, size + at);
      await flush(descriptor);
      for (const job of jobs) {
        job.resolve({ start: size, length: job.item.length });
        size += job.item.length;
      }
    } catch (error) {
      try {
        ftruncateSync(descriptor, size);
      } catch {
        // What prevents writing also prevents this. A truncated line is not read.
      }
      const [first, ...others] = jobs;
      if (others.length === 0) first?.reject(reasonOf(error, check));
      // If one line fails, the others need not.
      else for (const job of jobs) await writeAll([job]);
    }
  };

  const write = groupJobs(writeAll);
  return {
    append: (line) => write(Buffer.from(`${line}\n`)),
    read({ start, length }) {
      const bytes = Buffer.allocUnsafe(length - 1);
      for (let at = 0; at < bytes.length; ) {
        const more = readSync(descriptor, bytes, at, bytes.length - at, start + at);
        if (more === 0) throw new Error(`Cannot read "${file}": it ends at ${start + at}, within a line`);
        at += more;
      }
      return bytes.toString();
    },
    remove: () => rmSync(file, { force: true }),
    close: () => closeSync(descriptor),
  };
}

/** Reads the lines of a journal that was left; a truncated last line was never acknowledged, and is left out. */
export async function* journalLines(file: string): AsyncIterable<string> {
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString();
      parts = [];
      from = at + 1;
    }
    parts.push(chunk.subarray(from));
  }
}
