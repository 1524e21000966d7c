import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { closeSync, fdatasync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { makeFolder } from "./make-folder.ts";

/** A file that is already written, under another name. */
export interface WrittenFile {
  readonly written: string;
}

/**
 * The content of a file to write: a text, or pieces of it, each made when the previous one is no longer needed; or a
 * file that is already written.
 */
type Content = string | Iterable<string | Uint8Array> | WrittenFile;

/** Writes a file, completely or not at all; resolves when it is there and flushed. */
export type WriteFile = (file: string, content: Content) => Promise<void>;

type Writing = Job<{ readonly file: string; readonly content: Content }, void>;

/** A file that is written beside the one that it will replace. */
interface Unfinished {
  readonly job: Writing;
  readonly path: string;
  readonly descriptor: number;
}

const flush = promisify(fdatasync);

// Each needs a file descriptor.
const mostAtOnce = 64;

// How much of a long file is passed to the system at a time, and a buffer for it: one for all, since writing is
// synchronous.
const passBytes = 256 * 1024;
let passed: Buffer | null = null;

/**
 * Makes a writer of files: each goes into a file of its own beside its target, is flushed, and renamed over it. Files
 * that arrive while others are being flushed wait, and are then flushed together: a file system with a journal writes
 * it once for all of them, and creates no new file meanwhile.
 * @param check Throws if nothing may be written any more; called before each group, and to find the reason of an error.
 * @example
 * const write = createFileWriter(() => {});
 * await Promise.all([write("a.har", "{}"), write("b.har", "{}")]);
 */
export function createFileWriter(check: () => void): WriteFile {
  const commit = groupJobs<Writing["item"], void>((jobs) => commitAll(jobs, check), mostAtOnce);
  return (file, content) => commit({ file, content });
}

async function commitAll(jobs: readonly Writing[], check: () => void): Promise<void> {
  const unfinished = jobs.flatMap((job) => write(job, check) ?? []);
  const flushed = await Promise.allSettled(unfinished.map(({ descriptor }) => flush(descriptor)));
  for (const [at, { job, path, descriptor }] of unfinished.entries()) {
    attempt(job, path, check, () => {
      closeSync(descriptor);
      const end = flushed[at];
      if (end?.status === "rejected") throw end.reason;
      renameSync(path, job.item.file);
      job.resolve();
    });
  }
}

// Synchronous, like the renaming: a turn through the thread pool takes longer than the calls.
function write(job: Writing, check: () => void): Unfinished | null {
  const { file, content } = job.item;
  const isWritten = typeof content === "object" && "written" in content;
  const path = isWritten ? content.written : `${file}.${randomUUID()}.tmp`;
  return attempt(job, path, check, () => {
    check();
    makeFolderOf(file);
    const descriptor = openSync(path, isWritten ? "r+" : "wx");
    try {
      if (!isWritten) writeContent(descriptor, content);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    return { job, path, descriptor };
  });
}

// Node makes nested folders in one call, but does not report reliably why it cannot.
function makeFolderOf(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch {
    makeFolder(dirname(file));
  }
}

function writeContent(descriptor: number, content: Exclude<Content, WrittenFile>): void {
  if (typeof content === "string") {
    writeFileSync(descriptor, content);
    return;
  }
  passed ??= Buffer.allocUnsafe(passBytes);
  let length = 0;
  for (const piece of content) {
    const bytes = typeof piece === "string" ? Buffer.byteLength(piece) : piece.length;
    if (length + bytes > passBytes) {
      writeFileSync(descriptor, passed.subarray(0, length));
      length = 0;
    }
    if (bytes > passBytes) writeFileSync(descriptor, piece);
    else {
      if (typeof piece === "string") passed.write(piece, length);
      else passed.set(piece, length);
      length += bytes;
    }
  }
  writeFileSync(descriptor, passed.subarray(0, length));
}

// If one file fails, the others need not.
function attempt<T>(job: Writing, path: string, check: () => void, task: () => T): T | null {
  try {
    return task();
  } catch (error) {
    job.reject(reasonOf(error, check));
    try {
      // A file that another program wrote is left alone.
      if (path.startsWith(job.item.file)) rmSync(path, { force: true });
    } catch {
      // What prevents writing also prevents this: the next recorder cleans up.
    }
    return null;
  }
}

/**
 * Writes a file completely or not at all: into a file of its own beside it, flushed, then renamed over it. A reader
 * meanwhile, or after a crash, finds the old text or the new one.
 */
export const writeWhole: WriteFile = createFileWriter(() => {});

/** An item to work on, and the ends of the promise that its caller has. */
export interface Job<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups jobs for a task: those that arrive while it works on a group form the next one.
 * @param most Maximum number of jobs in a group.
 */
export function groupJobs<Item, Result>(
  task: (jobs: readonly Job<Item, Result>[]) => Promise<void>,
  most: number = Number.POSITIVE_INFINITY,
): (item: Item) => Promise<Result> {
  const waiting: Job<Item, Result>[] = [];
  let atWork = false;
  const work = async (): Promise<void> => {
    atWork = true;
    while (waiting.length > 0) await task(waiting.splice(0, most));
    atWork = false;
  };
  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!atWork) void work();
    return promise;
  };
}

/** Returns why a job failed: what prevents all writing, or else its own error. */
export function reasonOf(error: unknown, check: () => void): unknown {
  try {
    check();
    return error;
  } catch (reason) {
    return reason;
  }
}
