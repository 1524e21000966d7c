import { type Exchange, headerOf, pinNoise, type Tape } from "@tapedeck/tape";
import { rewriteTapes } from "@tapedeck/tape/files";
import { pinCounters } from "../pin-counters.ts";
import { folderError } from "../recorder-error.ts";
import { machineClock } from "../send/rate-limiter.ts";
import { lockFolder } from "../store/folder-lock.ts";
import { isRepeatable, liveKeyOf } from "./choose.ts";

/**
 * Puts new answers in the places of recorded ones, and leaves every other byte of the folder as it is.
 * @param fresh By the key of the request; as many as there are, in order.
 * @returns The files that were written.
 * @throws FolderLockedError if another process records into the folder.
 * @throws RecorderError if a file cannot be written; it is then what it was.
 */
export async function updateRecordings(
  dir: string,
  files: readonly string[],
  fresh: ReadonlyMap<string, readonly Exchange[]>,
): Promise<readonly string[]> {
  const lock = await lockFolder(dir);
  try {
    return await rewriteTapes(dir, files, (tape) => replaced(tape, fresh), { now: machineClock(), check: lock.check });
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
  const gone = [...renewed.keys()].map(versionOf).filter((version) => version !== null);
  const there = new Set(kept.filter(({ response }) => response.status === 200).map(versionOf));
  // The 304 of an answer that is no more: no client can ask for it.
  return kept.filter((exchange) => {
    const version = exchange.response.status === 304 ? versionOf(exchange) : null;
    return version === null || !gone.includes(version) || there.has(version);
  });
}

/** What a 200 and the 304 for it have in common; null where there is no etag. */
function versionOf({ request, response }: Exchange): string | null {
  const etag =
    response.status === 304 ? headerOf(request.headers, "if-none-match") : headerOf(response.headers, "etag");
  return etag === null ? null : JSON.stringify([request.target, request.principal, etag]);
}
