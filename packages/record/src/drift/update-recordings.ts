import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { arrange, type Exchange, pinNoise, type Tape } from "@tapedeck/tape";
import { writeWhole } from "@tapedeck/tape/files";
import { fromHar, toHar } from "@tapedeck/tape/har";
import { lockFolder } from "../folder-lock.ts";
import { merge } from "../merge.ts";
import { folderError } from "../recorder-error.ts";
import { isRepeatable, liveKeyOf } from "./choose.ts";

/**
 * Puts new answers in the places of recorded ones, and leaves every other byte of the folder as it is.
 * @param fresh By the key of the request; as many as there are, in order.
 * @returns The files that were written.
 * @throws FolderLockedError if somebody records into the folder.
 * @throws RecorderError if a file cannot be written; it is then what it was.
 */
export async function updateRecordings(
  dir: string,
  files: readonly string[],
  fresh: ReadonlyMap<string, readonly Exchange[]>,
): Promise<readonly string[]> {
  const lock = await lockFolder(dir);
  try {
    const written: string[] = [];
    for (const file of files) {
      const path = join(dir, file);
      const text = await readFile(path, "utf8");
      const tape = fromHar(text, path);
      const next = toHar({ ...tape, exchanges: arrange(replaced(tape, fresh)) });
      lock.check();
      await writeWhole(path, next).catch((error: unknown) => {
        throw folderError(path, error);
      });
      written.push(file);
    }
    return written;
  } finally {
    await lock.release();
  }
}

function replaced(
  { exchanges: old, recordedAt }: Tape,
  fresh: ReadonlyMap<string, readonly Exchange[]>,
): readonly Exchange[] {
  let exchanges = old;
  for (const [key, answers] of Map.groupBy(old, liveKeyOf)) {
    // A recorded refusal keeps its place: nobody asked for another.
    const places = answers.flatMap((answer, at) => (isRepeatable(answer) ? [at] : []));
    const given = (fresh.get(key) ?? []).slice(0, places.length);
    for (const [at, answer] of given.entries()) {
      exchanges = merge(exchanges, [pinNoise(answer, recordedAt)], () => places[at] ?? 0).exchanges;
    }
  }
  return exchanges;
}
