import { open } from "node:fs/promises";
import { join } from "node:path";
import type { RedactOptions, Tape } from "@tapedeck/tape";
import { type Alike, openHarFolder, type Store, StoreError, TapesGoneError } from "@tapedeck/tape/files";
import { readLabel } from "@tapedeck/tape/har";
import { mergeRedact } from "@tapedeck/tape/internal";
import { folderError, RecorderError, recordingsGone } from "../recorder-error.ts";
import type { FolderLock } from "./folder-lock.ts";

/** Facts that recordings tell of themselves, and the time of the run. */
interface StoreLabel {
  readonly origin: string;
  readonly recordedAt: number;
  readonly redact: RedactOptions | undefined;
  readonly now?: number;
  readonly fillsGaps?: boolean | "changes" | undefined;
  readonly alike?: Alike | undefined;
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
        return [];
      }),
  };
}

function explanation(error: unknown, root: string): unknown {
  if (error instanceof StoreError) return folderError(error.file, error.cause);
  return error instanceof TapesGoneError ? recordingsGone(root, error.tapes) : error;
}

// A label is the beginning of a file.
const headBytes = 16_384;
// Files of one folder say the same, unless they were moved there.
const mostRead = 16;

/**
 * Reads the redaction settings of the recordings in a folder, so that a later run keeps them.
 * @param found The files, relative to the folder.
 */
export async function redactOnFile(root: string, found: readonly string[]): Promise<RedactOptions | undefined> {
  const labels = await Promise.all(found.slice(0, mostRead).map((file) => labelOf(join(root, file))));
  return mergeRedact(labels.map((label) => label?.redact));
}

async function labelOf(path: string): Promise<Pick<Tape, "redact"> | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(headBytes) });
    return readLabel(new TextDecoder().decode(buffer.subarray(0, bytesRead)));
  } finally {
    await file.close();
  }
}
