import type { Exchange, Tape } from "@tapedeck/tape";
import { rewriteTapes, withoutSuperseded } from "@tapedeck/tape/files";
import { pinNoise } from "@tapedeck/tape/internal";
import { pinCounters } from "../pin-counters.ts";
import { folderError } from "../recorder-error.ts";
import { lockFolder } from "../store/folder-lock.ts";
import { isRepeatable, liveKeyOf } from "./choose.ts";

/**
 * Replaces recorded answers by new ones, and leaves every other byte of the folder as it is.
 * @param fresh The new answers, by the key of the request, in order.
 * @returns The files that were written.
 * @throws FolderLockedError if another process records into the folder.
 * @throws RecorderError if a file cannot be written; it then stays as it was.
 */
export async function updateRecordings(
  dir: string,
  files: readonly string[],
  fresh: ReadonlyMap<string, readonly Exchange[]>,
): Promise<readonly string[]> {
  const lock = await lockFolder(dir);
  try {
    return await rewriteTapes(dir, files, (tape) => replaced(tape, fresh), {
      now: Date.now() / 1000,
      check: lock.check,
    });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : folderError(dir, error);
  } finally {
    await lock.release();
  }
}

function replaced(
  { exchanges: old, recordedAt }: Tape,
  fresh: ReadonlyMap<string, readonly Exchange[]>,
): readonly Exchange[] {
  const renewed = new Map<Exchange, Exchange>();
  for (const [key, answers] of Map.groupBy(old, liveKeyOf)) {
    // A recorded refusal keeps its place: no other was requested.
    for (const [at, answer] of answers.filter(isRepeatable).entries()) {
      const given = fresh.get(key)?.[at];
      if (given === undefined) continue;
      const pinned = pinNoise(pinCounters(given, recordedAt), recordedAt);
      renewed.set(answer, answer.pass === undefined ? pinned : { ...pinned, pass: answer.pass });
    }
  }
  const kept = old.map((exchange) => renewed.get(exchange) ?? exchange);
  return withoutSuperseded(kept, [...renewed.keys()]);
}
