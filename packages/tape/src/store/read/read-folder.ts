// One folder of recordings on disk: a file for each exchange. For the folders below it see `read-tapes.ts`.
import { Buffer } from "node:buffer";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { isLate } from "../../body/late-response.ts";
import { sortKey } from "../../canonical.ts";
import type { Exchange, Tape } from "../../exchange.ts";
import { comparePositions, type HarFile, type Position, readHarFile } from "../../har/har.ts";
import { readBrokenRequest, readRequest, withResponse } from "../../har/read-request.ts";
import { RecordingSyntaxError } from "../../recording-error.ts";
import { isFolderOf } from "../folder-name.ts";
import type { FolderIndex } from "./folder-index.ts";
import { sidecarsOf } from "./sidecar.ts";

/** An exchange that has a file. */
export interface Filed {
  /** With its pass over the sorted recording. */
  readonly exchange: Exchange;
  /** Name of its files, without suffix. */
  readonly name: string;
}

/** The exchanges of a folder that form a tape, in recorded order. */
export interface FiledTape {
  readonly tape: Omit<Tape, "exchanges">;
  readonly filed: readonly Filed[];
}

/** The content of a folder's HAR files. */
interface FolderContent {
  readonly tapes: readonly FiledTape[];
  /** Files that are a tape each, as of other tools, by name. */
  readonly whole: ReadonlyArray<{ readonly name: string; readonly tape: Tape }>;
}

const suffix = ".har";

/** A file that cannot be read. */
export interface UnreadableFile {
  readonly error: RecordingSyntaxError;
  /**
   * Whether it may hold the answer to a request. Not where its own request could be read: accessing the response to that
   * then throws the error.
   */
  readonly mayAnswer: (target: string) => boolean;
}

/** Options for reading a folder. */
export interface ReadOptions {
  /** The name of the folder in errors. Default: its path. */
  readonly shown?: string;
  /** Its HAR files, sorted. Default: all files in it. */
  readonly names?: readonly string[];
  /** Whether responses are read when they are first accessed, in files with tapedeck's layout. */
  readonly late?: boolean;
  /** Remembers the requests of unchanged files. */
  readonly index?: FolderIndex | null;
  /** Called with each file that cannot be read; the others are still read. Default: the first one is thrown. */
  readonly onUnreadable?: ((file: UnreadableFile) => void) | undefined;
}

/** The request in a file, as an index stores it. */
interface IndexedFile {
  readonly tape: Omit<Tape, "exchanges">;
  readonly request: Omit<Exchange, "response">;
  readonly status: number;
}

/**
 * Reads the HAR files of a folder; returns nothing if there are none.
 * @param root The collection of the folder, which may hold shared headers.
 * @throws RecordingSyntaxError for the first file that is not a recording, unless `onUnreadable` takes it.
 */
export function readFolder(
  root: string,
  folder: string,
  { shown = folder, names = harFiles(folder), late = false, index = null, onUnreadable }: ReadOptions = {},
): FolderContent {
  if (names.length === 0) return { tapes: [], whole: [] };
  const sidecar = sidecarsOf(root, folder);
  const parts: (HarFile & { readonly name: string })[] = [];
  const whole: { name: string; tape: Tape }[] = [];
  for (const name of names) {
    const told = shown === "" ? name : `${shown}/${name}`;
    const readWhole = (): HarFile => readHarFile(readFileSync(join(folder, name), "utf8"), told, sidecar);
    const readFile = (): HarFile => {
      const bytes = late ? shortFile(join(folder, name)) : null;
      return (bytes && readRequest(bytes, { file: told, sidecar, readWhole })) ?? readWhole();
    };
    const readBroken = (cause: unknown): HarFile | null => {
      if (onUnreadable === undefined) throw cause;
      const { syscall, code } = cause as NodeJS.ErrnoException;
      const isRefused = syscall !== undefined;
      const refused = `the system refuses it (${code}): let this user read it, or take it away`;
      const error = isRefused ? new RecordingSyntaxError(told, refused, { cause }) : cause;
      if (!(error instanceof RecordingSyntaxError)) throw error;
      const file = isRefused
        ? null
        : readBrokenRequest(readFileSync(join(folder, name)), { file: told, sidecar, readWhole });
      onUnreadable({ error, mayAnswer: (target) => file === null && isFolderOf(shown, target) });
      return file;
    };
    let file: HarFile | null;
    try {
      file = index === null ? readFile() : indexedFile(index, told, readFile, readWhole);
    } catch (error) {
      file = readBroken(error);
    }
    if (file === null) continue;
    if (file.isPart) parts.push({ ...file, name: name.slice(0, -suffix.length) });
    else whole.push({ name, tape: file.tape });
  }
  // In a collection of many folders, most hold one exchange.
  if (parts.length === 1) return { tapes: [asTape(parts)], whole };
  const byTape = Map.groupBy(parts, ({ tape }) => JSON.stringify({ ...tape, exchanges: [] }));
  return { tapes: [...byTape.values()].map(asTape), whole };
}

function indexedFile(index: FolderIndex, told: string, readFile: () => HarFile, readWhole: () => HarFile): HarFile {
  let read: HarFile | null = null;
  const known = index.value<IndexedFile>(told, () => {
    read = readFile();
    return indexable(read);
  });
  if (read !== null) return read;
  const { tape, request, status } = known as IndexedFile;
  return { isPart: true, tape: { ...tape, exchanges: [withResponse(request, status, told, readWhole)] } };
}

// Neither what is read at once, nor a request with a body, which may be in a file of its own.
function indexable({ isPart, tape: { exchanges, ...tape } }: HarFile): IndexedFile | null {
  const [exchange] = exchanges;
  if (!isPart || exchange === undefined || !isLate(exchange.response) || exchange.request.body !== null) return null;
  const { response, ...request } = exchange;
  return { tape, request, status: response.status };
}

function harFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .sort();
}

const buffer = Buffer.allocUnsafeSlow(256 * 1024);

// Uses one buffer for all files, which saves most of the time for many files; returns null for a longer file.
function shortFile(path: string): Buffer | null {
  const file = openSync(path, "r");
  try {
    const length = readSync(file, buffer, 0, buffer.length, 0);
    return length === buffer.length ? null : buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function asTape(parts: readonly (HarFile & { readonly name: string })[]): FiledTape {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    const {
      exchanges: [exchange],
      ...label
    } = only.tape;
    return { tape: label, filed: [{ exchange: exchange as Exchange, name: only.name }] };
  }
  const placed = parts.flatMap(({ tape: { exchanges }, name }) =>
    exchanges.map((exchange) => ({ exchange, name, pass: exchange.pass ?? 0, key: sortKey(exchange) })),
  );
  placed.sort(compareFiled);
  const { exchanges: _, ...label } = (parts[0] as HarFile).tape;
  return { tape: label, filed: placed.map(({ exchange, name }) => ({ exchange, name })) };
}

/**
 * Compares exchanges in files of their own by recorded order, for `Array.sort`.
 * @example
 * compareFiled({ pass: 0, key: "/zen", name: "GET" }, { pass: 0, key: "/zen", name: "GET.2" }) < 0; // true
 */
export function compareFiled(a: Position & Pick<Filed, "name">, b: Position & Pick<Filed, "name">): number {
  return comparePositions(a, b) || nthOf(a.name) - nthOf(b.name);
}

function nthOf(name: string): number {
  return Number(/\.(\d+)$/.exec(name)?.[1] ?? 1);
}
