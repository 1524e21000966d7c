import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Api } from "@tapedeck/api";
import { readApis } from "@tapedeck/api/files";
import type { Tape } from "@tapedeck/tape";
import { listRecordings, readTapes } from "@tapedeck/tape/files";

/** The recordings of a test's tape, each named for its file. */
export interface TapeOnFile {
  readonly tapes: readonly Tape[];
  /** The file, relative to the folder, of a recording by its name. */
  readonly files: ReadonlyMap<string, string>;
  /** What is known of the APIs, as the folder describes them. */
  readonly apis: readonly Api[];
}

interface Remembered {
  readonly state: string;
  readonly tape: TapeOnFile;
}

// Many tests may share a folder, and to look for changed files is faster than to read them.
const remembered = new Map<string, Remembered>();

/**
 * Reads the recordings below a folder; none where there is no such folder yet.
 * @throws RecordingSyntaxError for a file that is no recording.
 */
export async function readTape(folder: string): Promise<TapeOnFile> {
  const state = await stateOf(folder);
  const known = remembered.get(folder);
  if (known?.state === state) return known.tape;
  const found = state === "" ? [] : await readTapes(folder);
  const named = found.map(({ file, tape }) => ({
    file,
    tape: { ...tape, name: file.replace(/\/?[^/]*$/, "") || file },
  }));
  const tape: TapeOnFile = {
    tapes: named.map((each) => each.tape),
    apis: await readApis(folder),
    files: new Map(named.map(({ file, tape: { name } }) => [name, file])),
  };
  remembered.set(folder, { state, tape });
  return tape;
}

/** A tape that has nothing on it yet. */
export const emptyTape = (): TapeOnFile => ({ tapes: [], files: new Map(), apis: [] });

async function stateOf(folder: string): Promise<string> {
  const files = await listRecordings(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const stats = await Promise.all(files.map((file) => stat(join(folder, file), { bigint: true })));
  return stats.map(({ ino, mtimeNs, size }, at) => `${files[at]} ${ino} ${mtimeNs} ${size}`).join("\n");
}
