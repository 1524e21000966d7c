import { type Stats, statSync } from "node:fs";
import type { Api } from "@tapedeck/api";
import { apisIn, type DescriptionFile, readApi, readApis } from "@tapedeck/api/files";
import type { Tape } from "@tapedeck/tape";
import { holdsRecordings, isPack, openPack, readTapes, type UnreadableFile } from "@tapedeck/tape/files";
import { commandLine } from "./command-line.ts";
import { refused, UserError } from "./user-error.ts";

/**
 * Checks that a folder exists and holds recordings.
 * @param deed What cannot be done otherwise, as in "Cannot verify".
 * @throws UserError that says what to do.
 */
export async function checkRecordings(deed: string, dir: string): Promise<void> {
  checkFolder(deed, dir);
  if (!(await holdsRecordings(dir))) throw emptyFolder(deed, dir);
}

/**
 * Reads the tapes of a folder.
 * @throws UserError as {@link checkRecordings} does.
 */
export async function tapesIn(
  deed: string,
  dir: string,
  options?: Parameters<typeof readTapes>[1],
): Promise<readonly Tape[]> {
  checkFolder(deed, dir);
  const unreadable: UnreadableFile[] = [];
  const onUnreadable = options?.onUnreadable && ((file: UnreadableFile) => void unreadable.push(file));
  const tapes = await readTapes(dir, { ...options, onUnreadable });
  if (tapes.length === 0) throw unreadable[0]?.error ?? emptyFolder(deed, dir);
  for (const file of unreadable) options?.onUnreadable?.(file);
  return tapes.map(({ tape }) => tape);
}

function checkFolder(deed: string, dir: string): void {
  const found = entryAt(dir);
  if (found?.isDirectory()) return;
  throw new UserError(
    `Cannot ${deed} "${dir}": ${found === null ? "no such folder" : "it is not a folder"}; name the folder of the recordings, or record some: ${commandLine} record --help`,
  );
}

function emptyFolder(deed: string, dir: string): UserError {
  return new UserError(
    `Cannot ${deed} "${dir}": it holds no recording (*.har); record some: ${commandLine} record --help, or take over another tool's: ${commandLine} import --help`,
  );
}

/**
 * Returns the file or folder at a path; null if there is none. At once: Node's promises of files are a dozen modules,
 * for which each start would wait.
 */
export function entryAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** Returns whether a path leads to a packed file of recordings. */
export function isPackedFile(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false) && isPack(path);
}

/**
 * Returns the descriptions to work with: the one that `--api` names, else those of the folders.
 * @returns An empty list if there are none.
 * @throws UserError for an invalid description.
 */
export async function describedApis(named: string | undefined, dirs: readonly string[]): Promise<readonly Api[]> {
  try {
    if (named !== undefined) return [await readApi(named)];
    return (await Promise.all(dirs.map((dir) => (isPackedFile(dir) ? packedApis(dir) : readApis(dir))))).flat();
  } catch (error) {
    return refused(error);
  }
}

async function packedApis(file: string): Promise<readonly Api[]> {
  const pack = openPack(file);
  try {
    return await apisIn(pack.summary.descriptions as ReadonlyArray<DescriptionFile | null>);
  } finally {
    pack.close();
  }
}
