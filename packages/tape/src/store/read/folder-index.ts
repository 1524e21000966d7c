// What a large folder held when it was last read, in one file elsewhere: its listing, and the request in each file. An
// entry counts only if the folder or file still has its times, size and number. Read next: `read-tapes.ts`.
import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parsedJson } from "../../json/json-value.ts";
import { makeFolder } from "../write/make-folder.ts";

/** Where an index is stored. */
export interface IndexPlace {
  readonly file: string;
  /**
   * Epoch milliseconds by the file system's clock: a file that changed just now may change again within the clock's
   * granularity.
   */
  readonly now: number;
  /** Minimum number of files and folders for an index: fewer are read quickly. Default: 1000. */
  readonly fewest?: number;
}

/** Remembers values that were computed from files and folders. */
export interface FolderIndex {
  /**
   * Returns the value for a file or folder: the known one if that is unchanged, else a new one.
   * @param path Below the root, with `/` between folders.
   * @param make Computes it; returns null for one that cannot be remembered.
   */
  value<T>(path: string, make: () => T | null): T | null;
  /** Writes the index if anything changed. If that fails, the next start reads the files. */
  save(): void;
}

const version = "tapedeck-index 3";
/** The coarsest time stamps are FAT's, with 2 s. */
const unsettledMilliseconds = 2000;

/** Opens the index of a folder; an empty one if there is none yet, or it is unusable. */
export function openFolderIndex(root: string, { file, now, fewest = 1000 }: IndexPlace): FolderIndex {
  const title = `${version} ${JSON.stringify(resolve(root))}`;
  const text = indexText(file, title);
  const lines: string[] = [title];
  let seen = 0;
  let isChanged = text === "";
  // Files are requested in the order in which they were noted, except changed ones.
  let next = title.length + 1;
  let starts: ReadonlyMap<string, number> | null = null;
  const lineOf = (path: string, head: string): string | null => {
    let start: number | undefined = next;
    if (!text.startsWith(head, start)) {
      isChanged = true;
      starts ??= startsIn(text);
      start = starts.get(path);
      if (start === undefined || !text.startsWith(head, start)) return null;
    }
    next = text.indexOf("\n", start) + 1;
    return text.slice(start, next - 1);
  };
  return {
    value<T>(path: string, make: () => T | null): T | null {
      seen += 1;
      const found = statSync(join(root, path), { throwIfNoEntry: false });
      if (found === undefined || /[\t\n]/.test(path)) return make();
      const head = `${path}\t${markOf(found)}\t`;
      const line = lineOf(path, head);
      const known = line === null ? undefined : parsedJson(line.slice(head.length));
      if (line !== null && known !== undefined) {
        lines.push(line);
        return known as T;
      }
      isChanged = true;
      const made = make();
      const isSettled = Math.max(found.mtimeMs, found.ctimeMs) < now - unsettledMilliseconds;
      if (made !== null && isSettled) lines.push(head + JSON.stringify(made));
      return made;
    },
    save() {
      const isSame = !isChanged && next === text.length;
      if (isSame || lines.length === 1 || seen < fewest) return;
      try {
        makeFolder(dirname(file));
        const unfinished = `${file}.${randomUUID()}.tmp`;
        writeFileSync(unfinished, `${lines.join("\n")}\n`, { mode: 0o600 });
        renameSync(unfinished, file);
      } catch {
        // In a read-only folder, or on a runtime that may not write, files are read as if there were no index.
      }
    },
  };
}

/** Returns the index as it was written; "" if there is none, or it is truncated. */
function indexText(file: string, title: string): string {
  try {
    const text = readFileSync(file, "utf8");
    return text.startsWith(`${title}\n`) && text.endsWith("\n") ? text : "";
  } catch {
    return "";
  }
}

/** Returns where the line of each file begins. */
function startsIn(text: string): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (let at = text.indexOf("\n") + 1; at < text.length; at = text.indexOf("\n", at) + 1)
    starts.set(text.slice(at, text.indexOf("\t", at)), at);
  return starts;
}

// A change through any program moves the last time, which no program sets.
function markOf({ size, ino, mtimeMs, ctimeMs }: Stats): string {
  return `${size} ${ino} ${mtimeMs} ${ctimeMs}`;
}
