// Reading a folder of recordings, with the journal of a run that did not close. Read next: `har-folder.ts`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tape } from "../exchange.ts";
import { fromHar } from "../har/har.ts";
import { folderOf } from "./folder-name.ts";
import { journalLines } from "./journal.ts";
import { mergeRun, type RunEntry } from "./merge-run.ts";
import { inPasses, type JournalLine } from "./resource.ts";

/** The file of a resource, in the folder that is named for it. */
export const recordingFile = "recording.har";

/** What a run keeps beside the files until it closes. */
export const journalFile = ".tapedeck.journal";

/** A tape and the file it stands in, relative to the folder that was read, with `/` between folders. */
export interface TapeFile {
  readonly file: string;
  readonly tape: Tape;
}

/** An exchange that a journal was left with. */
export interface Left extends RunEntry, Pick<JournalLine, "origin" | "recordedAt" | "redact"> {}

// Each open file needs a descriptor, and systems give few of them.
const mostOpen = 32;

/**
 * Names the recordings below a folder (every `*.har`), sorted, relative to it, with `/` between folders.
 * @throws Error (`ENOENT`, `ENOTDIR`, …) if the folder cannot be read.
 */
export async function listRecordings(folder: string): Promise<string[]> {
  const files: string[] = [];
  // In sync: a turn through the pool of threads takes longer than the call, and there may be a folder for each file.
  const list = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      if (entry.isDirectory()) list(`${below}${entry.name}/`);
      else if (entry.isFile() && entry.name.endsWith(".har")) files.push(below + entry.name);
    }
  };
  list("");
  return files.sort();
}

/**
 * Reads every recording below a folder, with what a run that has not closed yet keeps in its journal.
 * @throws RecordingSyntaxError for the first file that is no recording.
 * @throws Error (`ENOENT`, `ENOTDIR`, …) if the folder cannot be read.
 * @example
 * const tapes = (await readTapes("recordings")).map(({ tape }) => tape);
 */
export async function readTapes(folder: string): Promise<TapeFile[]> {
  const files = await tapeReaders(folder);
  const read = files.map((): TapeFile | Error | null => null);
  await each([...files.entries()], async ([at, file]) => {
    read[at] = await file().catch((error: Error) => error);
  });
  return read.map((tape) => {
    // The first by name, however long each took to read.
    if (tape instanceof Error) throw tape;
    return tape as TapeFile;
  });
}

/**
 * Reads the recordings below a folder that a run which ended early, as by a kill, left something of in its journal.
 * @throws RecordingSyntaxError for the first file that is no recording, and SyntaxError for a journal that is none.
 * @throws Error (`ENOENT`, `ENOTDIR`, …) if the folder cannot be read.
 * @example
 * const unwritten = await readLeftTapes("recordings"); // [] where the last run closed
 */
export async function readLeftTapes(folder: string): Promise<readonly TapeFile[]> {
  const left = await leftIn(folder);
  if (left.size === 0) return [];
  const files = new Set(Array.from(left.keys(), (name) => `${name}/${recordingFile}`));
  return Promise.all((await tapeReaders(folder, left, files)).map((read) => read()));
}

/**
 * Lists the tapes below a folder; each is read when it is called.
 * @param only The files of those that are wanted. Default: all.
 */
export async function tapeReaders(
  root: string,
  known?: ReadonlyMap<string, readonly Left[]>,
  only?: ReadonlySet<string>,
): Promise<readonly (() => Promise<TapeFile>)[]> {
  const left = known ?? (await leftIn(root));
  const files = await listRecordings(root);
  const there = new Set(files);
  const unwritten = [...left.keys()].map((name) => `${name}/${recordingFile}`).filter((file) => !there.has(file));
  const wanted = [...files, ...unwritten].filter((file) => only?.has(file) ?? true);
  return wanted.sort().map((file) => async () => {
    const name = file.slice(0, -recordingFile.length - 1);
    const run = file === `${name}/${recordingFile}` ? (left.get(name) ?? []) : [];
    const tape = there.has(file) ? fromHar(readFileSync(join(root, file), "utf8"), file) : emptyTape(name, run);
    return { file, tape: run.length > 0 ? { ...tape, exchanges: mergeRun(inPasses(tape.exchanges), run) } : tape };
  });
}

/** Reads what a run left in its journal, by the name of the tape that it belongs to. */
export async function leftIn(root: string): Promise<ReadonlyMap<string, readonly Left[]>> {
  const left = new Map<string, Left[]>();
  const file = join(root, journalFile);
  if (!existsSync(file)) return left;
  for await (const text of journalLines(file)) {
    const line = JSON.parse(text) as JournalLine;
    const name = folderOf(line.origin, line.exchange.request.target);
    const run = left.get(name) ?? [];
    run.push(line);
    left.set(name, run);
  }
  return left;
}

/** Lists the passes of all that is recorded in a folder, in order. */
export async function passesIn(root: string): Promise<readonly number[]> {
  const passes = new Set<number>();
  if (existsSync(root)) {
    await each(await listRecordings(root), async (file) => {
      const text = readFileSync(join(root, file), "utf8");
      for (const [, pass] of text.matchAll(/^ *"_pass": ([\d.]+)/gm)) passes.add(Number(pass));
    });
  }
  return [...passes].sort((a, b) => a - b);
}

/** A tape without exchanges, for what a journal has of it. */
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
 * Does a task for each item, for a few at once, so that not too many files are open.
 * @throws What the first task that failed threw.
 */
export async function each<T>(items: readonly T[], task: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) await task(item);
  };
  await Promise.all(Array.from({ length: Math.min(mostOpen, items.length) }, work));
}
