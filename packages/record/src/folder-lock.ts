import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";

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

/**
 * Takes a folder for this process, and sweeps up what a crashed recorder left half written. The lock of a process
 * that is gone is taken over.
 * @returns A function that gives the folder back.
 * @throws FolderLockedError if another process records into it.
 * @example
 * const release = await lockFolder("recordings");
 * await release();
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, ".tapedeck.lock");
  if (!(await taken(file))) {
    const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
    if (Number.isNaN(pid) || isAlive(pid)) throw new FolderLockedError(folder, Number.isNaN(pid) ? null : pid, file);
    await rm(file, { force: true });
    if (!(await taken(file))) throw new FolderLockedError(folder, null, file);
  }
  await sweep(folder);
  return () => rm(file, { force: true });
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
