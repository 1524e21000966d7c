import { randomUUID } from "node:crypto";
import { closeSync, fdatasync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";

/** Writes a text in a file, whole or not at all; resolves when it is there and flushed. */
export type Commit = (file: string, text: string) => Promise<void>;

interface Job {
  readonly file: string;
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A text in a file beside the one that it is for. */
interface Unfinished {
  readonly job: Job;
  readonly path: string;
  readonly descriptor: number;
}

const flush = promisify(fdatasync);

// Each needs a file descriptor.
const mostAtOnce = 64;

/**
 * Makes a writer of files: each into a file of its own beside it, flushed, then renamed over it. What comes while others
 * are being flushed waits, and is then flushed together: a file system that keeps a journal writes that once for all of
 * them, and makes no new file while it does.
 * @param check Throws where nothing must be written any more; asked before each file, and for the reason of an error.
 * @example
 * const commit = createCommit(() => {});
 * await Promise.all([commit("a.har", "{}"), commit("b.har", "{}")]);
 */
export function createCommit(check: () => void): Commit {
  const waiting: Job[] = [];
  let atWork = false;
  const work = async (): Promise<void> => {
    atWork = true;
    while (waiting.length > 0) await commitAll(waiting.splice(0, mostAtOnce), check);
    atWork = false;
  };
  return (file, text) =>
    new Promise((resolve, reject) => {
      waiting.push({ file, text, resolve, reject });
      if (!atWork) void work();
    });
}

async function commitAll(jobs: readonly Job[], check: () => void): Promise<void> {
  const unfinished = jobs.flatMap((job) => write(job, check) ?? []);
  const flushed = await Promise.allSettled(unfinished.map(({ descriptor }) => flush(descriptor)));
  for (const [at, { job, path, descriptor }] of unfinished.entries()) {
    attempt(job, path, check, () => {
      closeSync(descriptor);
      const end = flushed[at];
      if (end?.status === "rejected") throw end.reason;
      renameSync(path, job.file);
      job.resolve();
    });
  }
}

// In sync, as the renaming: a turn through the pool of threads takes longer than the calls.
function write(job: Job, check: () => void): Unfinished | null {
  const path = `${job.file}.${randomUUID()}.tmp`;
  return attempt(job, path, check, () => {
    check();
    mkdirSync(dirname(job.file), { recursive: true });
    const descriptor = openSync(path, "wx");
    try {
      writeFileSync(descriptor, job.text);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    return { job, path, descriptor };
  });
}

// What befalls one file is no reason for the others to fail.
function attempt<T>(job: Job, path: string, check: () => void, task: () => T): T | null {
  try {
    return task();
  } catch (error) {
    job.reject(reasonOf(error, check));
    try {
      rmSync(path, { force: true });
    } catch {
      // What was in its way is in the way of this too; the next recorder sweeps up.
    }
    return null;
  }
}

function reasonOf(error: unknown, check: () => void): unknown {
  try {
    check();
    return error;
  } catch (reason) {
    return reason;
  }
}
