import type { RedactOptions } from "@tapedeck/tape";
import { openHarFolder, type Store, StoreError, TapesGoneError } from "@tapedeck/tape/files";
import { folderError, RecorderError, recordingsGone } from "../recorder-error.ts";
import type { FolderLock } from "./folder-lock.ts";

/** Facts that recordings tell of themselves, and the time of the run. */
interface StoreLabel {
  readonly origin: string;
  readonly recordedAt: number;
  readonly redact: RedactOptions | undefined;
  readonly now?: number;
  readonly fillsGaps?: boolean | "changes" | undefined;
}

/**
 * Opens a locked folder as a store to record into; its errors say what a recorder's user can do.
 * @throws RecorderError if the journal of a killed recorder cannot be moved into the files.
 * @example
 * const store = await openLockedStore("recordings", { origin: "https://api.service.example", recordedAt: pinnedMoment, redact: {}, now }, await lockFolder("recordings"));
 * await store.append(exchange, turn); // { file: "api.service.example/zen/GET.har", outcome: "captured" }
 */
export async function openLockedStore(
  root: string,
  { redact, ...label }: StoreLabel,
  lock: FolderLock,
): Promise<Store> {
  const explained = <T>(task: Promise<T>): Promise<T> =>
    task.catch((error: unknown) => {
      throw explanation(error, root);
    });
  const store = await explained(openHarFolder(root, { ...label, ...(redact && { redact }), check: lock.check }));
  let isBroken = false;
  return {
    find: (request) => explained(store.find(request)),
    append: (exchange, turn) =>
      explained(store.append(exchange, turn)).catch((error: unknown) => {
        isBroken ||= error instanceof RecorderError;
        throw error;
      }),
    iterate: store.iterate,
    close: () =>
      explained(store.close()).catch((error: unknown) => {
        // A caller that met a broken folder has already got an error.
        if (!isBroken) throw error;
      }),
  };
}

function explanation(error: unknown, root: string): unknown {
  if (error instanceof StoreError) return folderError(error.file, error.cause);
  return error instanceof TapesGoneError ? recordingsGone(root, error.tapes) : error;
}
