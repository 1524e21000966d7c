// What a large folder held when it was last read, in one file elsewhere: its listing, and the request in each file. Nothing
// in it counts unless the folder or file still has its times, size and number. Read next: `read-tapes.ts`.
import { mkdirSync, readFileSync, renameSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parsedJson } from "../json/json-value.ts";

/** Where an index is kept. */
export interface IndexPlace {
  readonly file: string;
  /** Epoch milliseconds by the clock of the file system: what changed just now may change again within its granularity. */
  readonly now: number;
  /** How many files and folders are worth an index: fewer are read faster than anybody notices. Default: 1000. */
  readonly fewest?: number;
}

/** Remembers values that were made of files and folders. */
export interface FolderIndex {
  /**
   * Returns the value for a file or folder: the known one as long as that is unchanged, else a new one.
   * @param path Below the root, with `/` between folders.
   * @param make Makes it; null for one that cannot be remembered.
   */
  value<T>(path: string, make: () => T | null): T | null;
  /** Writes the index anew if anything changed. One that cannot be written is none: the next start reads the files. */
  save(): void;
}

const version = "tapedeck-index 1";
/** The coarsest time stamps of a file system are 2 s apart, those of FAT. */
const unsettledMilliseconds = 2000;

/**
 * Opens the index of a folder; an empty one where there is none yet, or one that cannot be used.
 * @example
 * const index = openFolderIndex("recordings", { file: "node_modules/.cache/tapedeck/recordings", now: Date.now() });
 */
export function openFolderIndex(root: string, { file, now, fewest = 1000 }: IndexPlace): FolderIndex {
  const title = `${version} ${JSON.stringify(resolve(root))}`;
  const text = textOf(file, title);
  const lines: string[] = [title];
  let seen = 0;
  let isChanged = text === "";
  // Files are asked for in the order in which they were noted, but for what changed.
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
        mkdirSync(dirname(file), { recursive: true });
        const unfinished = `${file}.${process.pid}.tmp`;
        writeFileSync(unfinished, `${lines.join("\n")}\n`, { mode: 0o600 });
        renameSync(unfinished, file);
      } catch {
        // A folder that is read-only, or a runtime that may not write: files are read as if there were no index.
      }
    },
  };
}

/** The index as it was written; "" where there is none, or one that was cut off. */
function textOf(file: string, title: string): string {
  try {
    const text = readFileSync(file, "utf8");
    return text.startsWith(`${title}\n`) && text.endsWith("\n") ? text : "";
  } catch {
    return "";
  }
}

/** Where the line of each file begins. */
function startsIn(text: string): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (let at = text.indexOf("\n") + 1; at < text.length; at = text.indexOf("\n", at) + 1)
    starts.set(text.slice(at, text.indexOf("\t", at)), at);
  return starts;
}

// A change through any program moves the last one, which no program sets.
function markOf({ size, ino, mtimeMs, ctimeMs }: Stats): string {
  return `${size} ${ino} ${mtimeMs} ${ctimeMs}`;
}
