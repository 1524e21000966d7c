import { statSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { folderError, folderGone } from "./recorder-error.ts";

/** Another recorder is at work in the folder. */
export class FolderLockedError extends Error {
  override readonly name = "FolderLockedError";
  readonly folder: string;
  /** The process that holds the lock; null if the lock does not say. */
  readonly pid: number | null;
  constructor(folder: string, pid: number | null, file: string) {
    super(
      `Cannot record into "${folder}": another recorder is at work there${pid === null ? "" : ` (process ${pid})`}\n` +
        `  - wait until it has ended, or record into another folder\n` +
        `  - if there is none, remove "${file}"`,
    );
    this.folder = folder;
    this.pid = pid;
  }
}

/** A folder that belongs to this process. */
export interface FolderLock {
  /**
   * Makes sure that the folder is still there, and still ours.
   * @throws RecorderError if it is not.
   */
  check(): void;
  /** Gives the folder back. */
  release(): Promise<void>;
}

/**
 * Takes a folder for this process, and sweeps up what a crashed recorder left half written. The lock of a process
 * that is gone is taken over.
 * @throws FolderLockedError if another process records into it.
 * @throws RecorderError if the folder cannot be written.
 * @example
 * const lock = await lockFolder("recordings");
 * await lock.release();
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  try {
    return await lock(folder);
  } catch (error) {
    throw error instanceof FolderLockedError ? error : folderError(folder, error);
  }
}

async function lock(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, ".tapedeck.lock");
  if (!(await taken(file))) {
    const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
    if (Number.isNaN(pid) || isAlive(pid)) throw new FolderLockedError(folder, Number.isNaN(pid) ? null : pid, file);
    await rm(file, { force: true });
    if (!(await taken(file))) throw new FolderLockedError(folder, null, file);
  }
  await sweep(folder);
  const ours = markOf(file);
  return {
    check() {
      if (markOf(file) !== ours) throw folderGone(folder);
    },
    async release() {
      if (markOf(file) === ours) await rm(file, { force: true });
    },
  };
}

// By its time too: file systems give the number of a file that is gone to the next one. In sync: this is asked before
// each write, and takes less time than to be told of later.
function markOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeNs}` : null;
}

async function taken(file: string): Promise<boolean> {
  try {
    await writeFile(file, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  // In a container each run may get the same number; this process itself holds no lock yet.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

async function sweep(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /\.har\.[0-9a-f-]{36}\.tmp$/.test(entry.name)) await rm(join(entry.parentPath, entry.name));
  }
}
