import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import { makeFolder } from "@tapedeck/tape/files";
import { folderError, folderGone } from "../recorder-error.ts";

/** Another recorder is at work in the folder. */
export class FolderLockedError extends Error {
  override readonly name = "FolderLockedError";
  readonly dir: string;
  /** The process that holds the lock; null if the lock does not say. */
  readonly pid: number | null;
  constructor(dir: string, pid: number | null, file: string, host?: string) {
    const where = host === undefined ? "" : ` on ${host}`;
    super(
      `Cannot record into "${dir}": another recorder is at work there${pid === null ? "" : ` (process ${pid}${where})`}\n` +
        `  - wait until it has ended, or record into another folder\n` +
        `  - if there is none, remove "${file}"`,
    );
    this.dir = dir;
    this.pid = pid;
  }
}

/** A folder that this process has locked. */
export interface FolderLock {
  /** The recordings that were there when it was locked, relative to the folder. */
  readonly found: readonly string[];
  /**
   * Checks that the folder is still there, and still ours: writing would create it again.
   * @throws RecorderError if it is not.
   */
  check(): void;
  /** Releases the folder. If the lock cannot be removed any more, it names a process that will be gone. */
  release(): Promise<void>;
}

/**
 * Locks a folder for this process, and removes what a crashed recorder left half written. The lock of a process that is
 * gone is taken over.
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
  makeFolder(folder);
  const file = join(folder, ".tapedeck.lock");
  while (!take(folder, file)) {
    // Another process was faster; the next look tells which.
  }
  const ours = markOf(file) ?? "";
  held.add(ours);
  const release = (): void => {
    held.delete(ours);
    try {
      if (markOf(file) === ours) rmSync(file, { force: true });
    } catch {
      // The last write has already reported a folder that became unwritable.
    }
  };
  const found = await sweep(folder).catch((error: unknown) => {
    release();
    throw error;
  });
  return {
    found,
    check() {
      if (markOf(file) !== ours) throw folderGone(folder);
    },
    release: async () => release(),
  };
}

/** The locks of this process. */
const held = new Set<string>();

/** A lock as it was read. */
interface Link {
  readonly path: string;
  readonly text: string;
}

/**
 * Takes the lock if it is free; returns false if it has to be checked again.
 *
 * Each lock has a text of its own, and a lock that outlived its process is taken over by one process alone: the one
 * that makes the file named for that text, its heir. The heir is then renamed over the old lock, in one step, so an
 * heir that is missing means either that no process took over, or that the old lock is no longer what it was. A process
 * that read the old lock long ago, and makes an heir for it again, therefore finds another lock when it looks once
 * more, and gives up. An heir that died before it was renamed is a lock that outlived its process, and has an heir in
 * turn.
 */
function take(folder: string, file: string): boolean {
  const past: Link[] = [];
  const ours = ownPlace();
  let path = file;
  for (let text = lockText(path); text !== null; text = lockText(path)) {
    const [number = "", , place = ""] = text.trimEnd().split(" ");
    const pid = Number.parseInt(number, 10);
    const theirs = placeIn(place);
    const told = theirs === null || ours === null ? "same" : compareTo(theirs, ours);
    if (told === "elsewhere") throw new FolderLockedError(folder, pid, path, theirs?.host);
    if (Number.isNaN(pid) || (told === "same" && isHeld(pid, path)))
      throw new FolderLockedError(folder, Number.isNaN(pid) ? null : pid, path);
    past.push({ path, text });
    path = heirOf(file, text);
  }
  if (!make(path, ours)) return false;
  if (past.some((link) => lockText(link.path) !== link.text)) {
    rmSync(path, { force: true });
    return false;
  }
  for (const link of past.toReversed()) {
    renameSync(path, link.path);
    path = link.path;
  }
  return true;
}

/** Returns the file that replaces a lock with such a text. */
export function heirOf(file: string, text: string): string {
  return `${file}.${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}

function make(path: string, place: ProcessPlace | null): boolean {
  try {
    const words = [process.pid, randomUUID(), ...(place === null ? [] : [placeText(place)])];
    writeFileSync(path, `${words.join(" ")}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function lockText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

// Also by its time: file systems reuse the number of a deleted file. Synchronous: this is checked before each write,
// and costs less than an asynchronous call.
function markOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino} ${found.mtimeNs}` : null;
}

function isHeld(pid: number, path: string): boolean {
  // In a container each run may have the same process id.
  return pid === process.pid ? held.has(markOf(path) ?? "") : isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

async function sweep(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    if (entry.name.endsWith(".har")) found.push(relative(folder, path));
    if (/\.har\.[0-9a-f-]{36}\.tmp$|^\.tapedeck\.lock\.[0-9a-f]{32}$/.test(entry.name)) await rm(path, { force: true });
  }
  return found;
}

/** The scope of process ids: one boot of one machine, and one container on it. */
interface ProcessPlace {
  readonly host: string;
  readonly boot: string;
  /** The namespace of process ids: each container has its own. */
  readonly namespace: string;
}

/** The namespace outside of containers: PROC_PID_INIT_INO of Linux, the same on every machine. */
const outermost = "pid:[4026531836]";

/** Returns where this process runs; null if the system, or a sandbox, does not say. */
export function ownPlace(): ProcessPlace | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return { host: hostname(), boot, namespace: readlinkSync("/proc/self/ns/pid") };
  } catch {
    return null;
  }
}

/**
 * Writes a place as one word.
 * @example
 * placeText({ host: "a", boot: "b", namespace: "c" }); // "a/b/c"
 */
export function placeText({ host, boot, namespace }: ProcessPlace): string {
  return [host, boot, namespace].map((part) => part.replace(/[\s/]/g, "-")).join("/");
}

/** Parses a place that {@link placeText} wrote; returns null for anything else. */
function placeIn(text: string): ProcessPlace | null {
  const [host = "", boot = "", namespace, ...more] = text.split("/");
  return namespace === undefined || more.length > 0 ? null : { host, boot, namespace };
}

/**
 * Returns how to read a process id from there: `same`, it can be looked up; `gone`, the machine was restarted since;
 * `elsewhere`, it may belong to another container or machine.
 */
export function compareTo(theirs: ProcessPlace, ours: ProcessPlace): "same" | "gone" | "elsewhere" {
  if (placeText(theirs) === placeText(ours)) return "same";
  const isOutside = theirs.namespace === outermost && ours.namespace === outermost;
  return isOutside && theirs.host === ours.host ? "gone" : "elsewhere";
}
