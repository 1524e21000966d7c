// Reads a folder of recordings, with the journal of a run that did not close. Read next: `har-folder.ts`.

import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Tape } from "../../exchange.ts";
import { passed, withPasses } from "../../har/passes.ts";
import { RecordingSyntaxError } from "../../recording-error.ts";
import { checkArgument } from "../../text/check-options.ts";
import { folderOf, isFolderOf } from "../folder-name.ts";
import type { RunEntry } from "../order/merge-run.ts";
import type { JournalLine } from "../resource.ts";
import { journalLines } from "../write/journal.ts";
import { found } from "../write/large-bodies.ts";
import { fileMerged } from "../write/write-folder.ts";
import { type IndexPlace, openFolderIndex } from "./folder-index.ts";
import { type FiledTape, type ReadOptions, readFolder } from "./read-folder.ts";

/** The journal that a run keeps beside the files until it closes. */
export const journalFile = ".tapedeck.journal";

/** A tape and its place, relative to the folder that was read, with `/` between folders. */
export interface TapeFile {
  /** The folder of a resource, or the HAR file of a tape that is one file, as of another tool. */
  readonly file: string;
  readonly tape: Tape;
  /** The HAR file of each exchange. */
  readonly files: readonly string[];
}

/** An exchange in a journal that was left. */
interface Left extends RunEntry, Pick<JournalLine, "origin" | "recordedAt" | "redact"> {}

// Each open file needs a descriptor, which systems limit.
const mostOpen = 32;

/**
 * Lists the recordings below a folder (every `*.har`), sorted, relative to it, with `/` between folders.
 * @param options `onUnreadable`: as for {@link readTapes}.
 * @throws RecordingSyntaxError for a folder that the system refuses, and for a symbolic link.
 * @throws Error (`ENOENT`, `ENOTDIR`) if the folder is not there.
 */
export async function listRecordings(dir: string, options: Pick<ReadOptions, "onUnreadable"> = {}): Promise<string[]> {
  const files: string[] = [];
  for (const [within, names] of foldersOf(dir, options)) for (const name of names) files.push(pathWithin(within, name));
  return files.sort();
}

interface Listing {
  readonly names: readonly string[];
  readonly folders: readonly string[];
  /** Symbolic links to recordings or folders. */
  readonly links: readonly string[];
}

/** Yields the folders below a folder that hold recordings, with the names of these. */
function* foldersOf(
  root: string,
  options: FolderOptions = {},
  below = "",
): Iterable<readonly [folder: string, names: readonly string[]]> {
  const { index, onUnreadable } = options;
  const list = (): Listing => listed(root, below);
  let found: Listing;
  try {
    found = index?.value(below, list) ?? list();
  } catch (error) {
    const refused = refusedFolder(root, below, error);
    if (below === "" || onUnreadable === undefined || !(refused instanceof RecordingSyntaxError)) throw refused;
    return onUnreadable({ error: refused, mayAnswer: (target) => isFolderOf(below, target, "below") });
  }
  if (found.names.length > 0) yield [below, found.names];
  for (const name of found.links) {
    const path = pathWithin(below, name);
    const mayAnswer = (target: string): boolean =>
      name.endsWith(".har") ? isFolderOf(below, target) : isFolderOf(path, target, "below");
    const error = linkError(path);
    if (onUnreadable === undefined) throw error;
    onUnreadable({ error, mayAnswer });
  }
  for (const name of found.folders) yield* foldersOf(root, options, pathWithin(below, name));
}

/** Returns the error of a folder below a root, "" for the root, that the system does not list. */
export function refusedFolder(root: string, below: string, cause: unknown): Error {
  const { code } = cause as NodeJS.ErrnoException;
  if (below === "" && (code === "ENOENT" || code === "ENOTDIR")) return notThere(root, code, cause);
  const detail = `the system refuses the folder (${code}); let this user read it, or take it away`;
  return new RecordingSyntaxError(below || root, detail, { cause });
}

/** Returns the error of a symbolic link where a recording or a folder may be. */
export function linkError(path: string): RecordingSyntaxError {
  return new RecordingSyntaxError(
    path,
    "it is a symbolic link, which is not followed; put what it leads to in its place",
  );
}

/**
 * Refuses a folder below another if a symbolic link leads to it: what is recorded there would lie elsewhere.
 * @throws RecordingSyntaxError that names the link.
 */
export function refuseLinks(root: string, folder: string): void {
  let path = "";
  for (const part of folder.split("/").filter((each) => each !== "")) {
    path = pathWithin(path, part);
    if (isLink(join(root, path))) throw linkError(path);
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    // A writer is told why it cannot be.
    return false;
  }
}

function notThere(root: string, code: string, cause: unknown): Error {
  const found = code === "ENOENT" ? "no such folder" : "it is not a folder";
  const text = `Cannot read the recordings in "${root}": ${found}; name the folder that holds them`;
  return Object.assign(new Error(text, { cause }), { code });
}

function listed(root: string, below: string): Listing {
  const folder = join(root, below);
  const names: string[] = [];
  const folders: string[] = [];
  const links: string[] = [];
  // Synchronous: a turn through the thread pool takes longer than the call, and there may be a folder for each file.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isRecording = entry.name.endsWith(".har");
    if (entry.isDirectory()) folders.push(entry.name);
    else if (entry.isFile() && isRecording) names.push(entry.name);
    else if (entry.isSymbolicLink() && (isRecording || isFolder(join(folder, entry.name)))) links.push(entry.name);
  }
  return { names: names.sort(), folders, links };
}

/** Returns whether a path leads to a folder, also by symbolic links. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // It leads nowhere, or where this user may not look.
    return false;
  }
}

/** Returns the path of a file or folder in a folder, which is "" at the top. */
export function pathWithin(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/**
 * Reads what {@link readTapes} reads, each folder when it is asked for, in no order: what is not held by the caller takes no
 * memory.
 * @throws RecordingSyntaxError and errors of the file system as {@link readTapes} does.
 * @example
 * for await (const { file } of eachTapeFile("recordings", { late: true })) console.log(file);
 */
export async function* eachTapeFile(
  root: string,
  options: Pick<ReadOptions, "late" | "onUnreadable"> = {},
): AsyncIterable<TapeFile> {
  const left = new Map(await leftIn(root));
  for (const [folder, names] of foldersOf(root, options)) {
    yield* tapesOfFolder(root, folder, names, left.get(folder) ?? [], options);
    left.delete(folder);
  }
  for (const [folder, run] of left) yield* tapesOfFolder(root, folder, undefined, run, options);
}

/**
 * Returns whether anything is recorded below a folder, even if only in the journal of a run that ended early, or where
 * it cannot be read.
 */
export async function holdsRecordings(dir: string): Promise<boolean> {
  let isUnreadable = false;
  const onUnreadable = (): void => {
    isUnreadable = true;
  };
  for (const _ of foldersOf(dir, { onUnreadable })) return true;
  return isUnreadable || (await leftIn(dir)).size > 0;
}

/**
 * Reads every recording below a folder, with the journal of a run that has not closed yet.
 * @param options `late`: responses are read when they are first accessed, which throws for one that cannot be read.
 *   `index`: with `late`, caches the requests of a folder of a thousand files or more, so that the next start need not
 *   read unchanged files. `onUnreadable`: called with each file and folder that cannot be read, instead of throwing,
 *   and with each symbolic link to one: none is followed.
 * @throws RecordingSyntaxError for the first file that is not a recording, or folder that the system refuses.
 * @throws Error (`ENOENT`, `ENOTDIR`) if the folder is not there.
 * @example
 * const tapes = (await readTapes("recordings")).map(({ tape }) => tape);
 */
export async function readTapes(
  dir: string,
  {
    late = false,
    index: place,
    onUnreadable,
  }: Pick<ReadOptions, "late" | "onUnreadable"> & { readonly index?: IndexPlace } = {},
): Promise<TapeFile[]> {
  const index = late && place !== undefined ? openFolderIndex(dir, place) : null;
  const tapes = (await tapeReaders(dir, { late, index, onUnreadable })).flatMap((read) => read());
  index?.save();
  return tapes.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}

/** Lists the folders below a folder that hold tapes; each function reads the tapes of one. */
async function tapeReaders(root: string, options: FolderOptions): Promise<readonly (() => readonly TapeFile[])[]> {
  const left = await leftIn(root);
  const folders = new Map<string, readonly string[] | undefined>(foldersOf(root, options));
  for (const name of left.keys()) if (!folders.has(name)) folders.set(name, undefined);
  const sorted = [...folders].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(
    ([folder, names]) =>
      () =>
        tapesOfFolder(root, folder, names, left.get(folder) ?? [], options),
  );
}

type FolderOptions = Pick<ReadOptions, "late" | "index" | "onUnreadable">;

/**
 * Reads the tapes of one folder.
 * @param names Its HAR files, sorted. Default: all files in it.
 * @param run What a run left in its journal.
 */
export function tapesOfFolder(
  root: string,
  folder: string,
  names: readonly string[] | undefined,
  run: readonly Left[],
  options: FolderOptions = {},
): readonly TapeFile[] {
  const { tapes, whole } = readFolder(root, join(root, folder), { ...options, shown: folder, ...(names && { names }) });
  const within = (name: string): string => pathWithin(folder, name);
  const merged = run.length > 0 && tapes.length === 0 ? [{ tape: emptyTape(folder, run), filed: [] }] : tapes;
  return [
    ...merged.map((tape, at) => tapeOf(folder, tape, at === 0 ? run : [], within)),
    ...whole.map(({ name, tape }) => ({ file: within(name), tape, files: tape.exchanges.map(() => within(name)) })),
  ];
}

/**
 * Reads the recordings below a folder that have exchanges in the journal of a run that ended early, for example by a
 * kill.
 * @throws RecordingSyntaxError for the first file that is not a recording, and SyntaxError for an invalid journal.
 * @throws Error (`ENOENT`, `ENOTDIR`, …) if the folder cannot be read.
 * @example
 * const unwritten = await readLeftTapes("recordings"); // [] where the last run closed
 */
export async function readLeftTapes(dir: string): Promise<readonly TapeFile[]> {
  const left = [...(await leftIn(dir))].sort(([a], [b]) => (a < b ? -1 : 1));
  return left.flatMap(([folder, run]) => tapesOfFolder(dir, folder, undefined, run, {}));
}

function tapeOf(
  file: string,
  { tape, filed }: FiledTape,
  run: readonly Left[],
  within: (name: string) => string,
): TapeFile {
  const all = run.length === 0 ? filed : fileMerged(tape.origin, filed, run);
  const passes = all.map(({ exchange }) => exchange.pass ?? 0);
  const exchanges = withPasses(
    all.map(({ exchange }) => passed(exchange, 0)),
    passes,
  );
  return { file, tape: { ...tape, exchanges }, files: all.map(({ name }) => within(`${name}.har`)) };
}

/** Reads what a run left in its journal, by tape name. */
export async function leftIn(root: string): Promise<ReadonlyMap<string, readonly Left[]>> {
  checkArgument("read recordings", "the folder", root, "string");
  const left = new Map<string, Left[]>();
  const file = join(root, journalFile);
  if (!existsSync(file)) return left;
  for await (const text of journalLines(file)) {
    const read = JSON.parse(text) as JournalLine;
    const line = { ...read, exchange: found(read.exchange, root) };
    const name = folderOf(line.origin, line.exchange.request.target);
    const run = left.get(name) ?? [];
    run.push(line);
    left.set(name, run);
  }
  return left;
}

/** Lists the passes of everything that is recorded in a folder, in order. */
export async function passesIn(root: string): Promise<readonly number[]> {
  const passes = new Set<number>();
  for (const file of existsSync(root) ? await listRecordings(root) : []) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, pass] of text.matchAll(/^ *"_pass": ([\d.]+)/gm)) passes.add(Number(pass));
  }
  return [...passes].sort((a, b) => a - b);
}

/** Returns a tape without exchanges, for those of a journal. */
export function emptyTape(name: string, [line]: readonly Left[]): Tape {
  return {
    name,
    origin: line?.origin ?? "",
    recordedAt: line?.recordedAt ?? 0,
    ...(line?.redact && { redact: line.redact }),
    exchanges: [],
  };
}

/**
 * Runs a task for each item, a few at a time, so that not too many files are open.
 * @throws The error of the first task that failed.
 */
export async function each<T>(items: readonly T[], task: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) await task(item);
  };
  await Promise.all(Array.from({ length: Math.min(mostOpen, items.length) }, work));
}
