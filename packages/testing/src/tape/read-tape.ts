import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Api } from "@tapedeck/api";
import { apiFile, readApi, readApis } from "@tapedeck/api/files";
import type { Tape } from "@tapedeck/tape";
import { folderOf, listRecordings, readTapes, type UnreadableFile } from "@tapedeck/tape/files";
import { type TapePlace, tapePlaces } from "../usage-log.ts";

/** The recordings of a test's tape, each named for its folder. */
export interface TapeOnFile {
  readonly tapes: readonly Tape[];
  readonly placed: readonly TapePlace[];
  /** Files that cannot be read. */
  readonly unreadable: readonly UnreadableFile[];
  /** The APIs that the folder describes. */
  readonly apis: readonly Api[];
}

interface Remembered {
  readonly state: string;
  readonly tape: TapeOnFile;
}

// Many tests may share a folder, and checking for changed files is faster than reading them.
const remembered = new Map<string, Remembered>();

/**
 * Reads the recordings of a tape, of its origin if it has some and else of all, and the description of their API: beside them, or else in the folder of all
 * recordings, for their origin or for any. Nothing exists before the first recording.
 * @param origin The origin in the recordings.
 * @throws RecordingSyntaxError for a file that is not a recording.
 * @throws ApiError for a description that cannot be used.
 */
export async function readTape(dir: string, name: string, origin: string): Promise<TapeOnFile> {
  const place = join(dir, name);
  const descriptions = descriptionsOf(dir, name, origin);
  const state = await stateOf(place, descriptions);
  const key = `${place} ${origin}`;
  const known = remembered.get(key);
  if (known?.state === state) return known.tape;
  const unreadable: UnreadableFile[] = [];
  const found = await readTapes(place, { onUnreadable: (file) => unreadable.push(file) }).catch(nothingThere);
  if (found.length === 0 && unreadable[0]) throw unreadable[0].error;
  const own = found.filter((each) => each.tape.origin === origin);
  // Recordings may be replayed for another address than the recorded one.
  const named = (own.length > 0 ? own : found).map(({ file, files, tape }) => ({
    files,
    tape: { ...tape, name: file.replace(/\/?[^/]*\.har$/, "") || file },
  }));
  const tape: TapeOnFile = {
    tapes: named.map((each) => each.tape),
    unreadable,
    apis: await apisOf(place, descriptions.slice(2)),
    placed: named.flatMap(tapePlaces),
  };
  remembered.set(key, { state, tape });
  return tape;
}

/** Where a tape's API may be described: beside its recordings, or for all tapes. */
function descriptionsOf(dir: string, name: string, origin: string): readonly string[] {
  const folders = [join(dir, name), dir].flatMap((each) => [join(each, folderOf(origin, "/")), each]);
  return folders.map((each) => join(each, apiFile));
}

/** The folder whose description a tape goes by; where there is none, the one beside its recordings. */
export function describedIn(dir: string, name: string, origin: string): string {
  const files = descriptionsOf(dir, name, origin);
  return dirname(files.find((file) => existsSync(file)) ?? files[0] ?? "");
}

/** A tape that is recorded: what is on it already is not read, only the description of its API. */
export async function newTape(dir: string, name: string, origin: string): Promise<TapeOnFile> {
  const apis = await apisOf(join(dir, name), descriptionsOf(dir, name, origin).slice(2));
  return { tapes: [], placed: [], apis, unreadable: [] };
}

async function apisOf(place: string, shared: readonly string[]): Promise<readonly Api[]> {
  const own = await readApis(place);
  const file = shared.find((each) => existsSync(each));
  return own.length > 0 || file === undefined ? own : [await readApi(file)];
}

async function stateOf(place: string, descriptions: readonly string[]): Promise<string> {
  const recordings = (await listRecordings(place).catch(nothingThere)).map((file) => join(place, file));
  const files = [...recordings, ...descriptions.filter((file) => existsSync(file))];
  const stats = await Promise.all(files.map((file) => stat(file, { bigint: true })));
  return stats.map(({ ino, mtimeNs, size }, at) => `${files[at]} ${ino} ${mtimeNs} ${size}`).join("\n");
}

function nothingThere(error: NodeJS.ErrnoException): never[] {
  if (error.code === "ENOENT") return [];
  throw error;
}
