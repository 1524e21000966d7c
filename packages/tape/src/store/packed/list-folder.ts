// Lists the files of a folder in order, however many there are, with little of them in memory: `foldersOf` of
// `../read/read-tapes.ts` holds the names of each folder, and all of those above it.
import { randomUUID } from "node:crypto";
import { type Dirent, opendirSync } from "node:fs";
import { join } from "node:path";
import { isFolder, linkError, pathWithin, refusedFolder } from "../read/read-tapes.ts";
import { createLineSorter } from "./sort-lines.ts";

/** The files of one folder by name, sorted. */
interface ListedFolder {
  /** Below the folder that was listed, with `/` between folders. */
  readonly folder: string;
  readonly names: readonly string[];
}

/** A list that is in files beside the packed one. */
interface FolderList {
  /** Yields the folders in order of their paths, once. */
  folders(): Generator<ListedFolder>;
  /** Removes what was written. */
  remove(): void;
}

/** Those of a packed file that is being written. */
const unfinished = /\.tmp(?:\.\w+\.\d+)?$/;

/**
 * Lists a folder, except files that are just being written.
 * @param scratch The file beside which lists are written.
 * @param more Folders to list as well, which may not be there.
 * @param visit Called with each folder that holds recordings, and their names, sorted.
 * @throws RecordingSyntaxError for a folder that the system refuses, and for a symbolic link to a recording or a folder.
 * @throws Error (`ENOENT`, `ENOTDIR`) if the folder is not there.
 */
export function listFolder(
  root: string,
  scratch: string,
  more: Iterable<string>,
  visit: (folder: string, recordings: readonly string[]) => void,
): FolderList {
  const lines = createLineSorter(`${scratch}.${randomUUID()}.tmp.list`);
  const walk = (below: string): void => {
    const recordings: string[] = [];
    for (const entry of entriesOf(root, below)) {
      const { name } = entry;
      const path = pathWithin(below, name);
      const isRecording = name.endsWith(".har");
      if (entry.isDirectory()) walk(path);
      else if (entry.isSymbolicLink() && (isRecording || isFolder(join(root, path)))) throw linkError(path);
      else if (entry.isFile() && !unfinished.test(name)) {
        lines.add(lineOf(below, name));
        if (isRecording) recordings.push(name);
      }
    }
    if (recordings.length > 0) visit(below, recordings.sort());
  };
  try {
    for (const folder of more) lines.add(lineOf(folder, ""));
    walk("");
  } catch (error) {
    lines.remove();
    throw error;
  }
  return {
    *folders() {
      let folder: string | null = null;
      const names: string[] = [];
      for (const line of lines.sorted()) {
        const [at = "", name = ""] = line.split("\0").map(decodeURIComponent);
        if (folder !== null && at !== folder) yield { folder, names: names.splice(0) };
        folder = at;
        if (name !== "") names.push(name);
      }
      if (folder !== null) yield { folder, names };
    },
    remove: lines.remove,
  };
}

function* entriesOf(root: string, below: string): Generator<Dirent> {
  try {
    yield* opened(join(root, below));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : refusedFolder(root, below, error);
  }
}

function* opened(folder: string): Generator<Dirent> {
  const entries = opendirSync(folder);
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) yield entry;
  } finally {
    entries.closeSync();
  }
}

/** Returns a line that sorts by the folder, and then by the name. No name has a NUL in it. */
function lineOf(folder: string, name: string): string {
  return `${folder}\0${name}`.replaceAll("%", "%25").replaceAll("\n", "%0A");
}
