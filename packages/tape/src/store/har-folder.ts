// The first `Store`: a folder of HAR files, one for each resource, sorted and whole at any moment.
// Not the lock that keeps two recorders apart: `@tapedeck/record` holds that. Read next: `resource.ts`, `journal.ts`.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { harPieces } from "../har/har.ts";
import type { RedactOptions } from "../redact/options.ts";
import { folderOf } from "./folder-name.ts";
import { type Journal, startJournal } from "./journal.ts";
import { mergeRun } from "./merge-run.ts";
import { each, emptyTape, journalFile, leftIn, passesIn, recordingFile, tapeReaders } from "./read-tapes.ts";
import { exchangesIn, openResource, type Resource, storeFailure } from "./resource.ts";
import type { Store } from "./store.ts";
import { createWriter, type WriteFile } from "./write-files.ts";

/** How a folder is opened to record into. */
export interface HarFolderOptions {
  /** Scheme, host and port that is recorded. */
  readonly origin: string;
  /** The moment that the tapes carry, epoch seconds. */
  readonly recordedAt: number;
  /** What was hidden beyond the defaults. */
  readonly redact?: RedactOptions;
  /** Throws where nothing must be written any more. Default: never. */
  readonly check?: () => void;
}

/** Tapes that were written are not there any more. */
export class TapesGoneError extends Error {
  override readonly name = "TapesGoneError";
  readonly tapes: readonly string[];
  constructor(tapes: readonly string[]) {
    super(`Cannot find what was just recorded: ${tapes.join(", ")}`);
    this.tapes = tapes;
  }
}

// How many files are remembered, so that the next answer need not read them again.
const mostKept = 16;

/**
 * Opens a folder of HAR files as a store: a file a resource, written whole. Of a resource with many answers, what is new
 * goes into a journal beside the files, and into its file when the store closes; what a run left there that was killed
 * goes into the files first.
 * Closing throws a {@link TapesGoneError} where what this run wrote was removed.
 * @throws StoreError if what was left cannot be brought into the files; it stays where it is.
 * @throws RecordingSyntaxError if a file that it belongs into is no recording.
 * @example
 * const store = await openHarFolder("recordings", { origin: "https://api.service.example", recordedAt: pinnedMoment });
 * await store.append(exchange, turn);
 * await store.close();
 */
export async function openHarFolder(root: string, { check = () => {}, ...shared }: HarFolderOptions): Promise<Store> {
  const write = createWriter(check);
  await recover(root, write);
  const path = join(root, journalFile);
  const resources = new Map<string, Resource>();
  const remembered = new Set<Resource>();
  let journal: Journal | null = null;
  const journalOf = (): { path: string; journal: Journal } => {
    try {
      journal ??= startJournal(path, root, check);
      return { path, journal };
    } catch (cause) {
      throw storeFailure(path, cause);
    }
  };
  // Asked for the first time before anything is written that has another pass than those on file.
  let passes: Promise<readonly number[]> | null = null;
  const nextPass = async (pass: number): Promise<number> => {
    passes ??= passesIn(root);
    return (await passes).find((each) => each > pass) ?? Number.POSITIVE_INFINITY;
  };
  const resourceAt = (name: string): Resource => {
    const label = { name, ...shared };
    const file = join(root, name, recordingFile);
    const resource = resources.get(name) ?? openResource(file, label, write, journalOf, nextPass);
    resources.set(name, resource);
    remembered.delete(resource);
    remembered.add(resource);
    for (const oldest of remembered) {
      if (remembered.size <= mostKept) break;
      oldest.forget();
      remembered.delete(oldest);
    }
    return resource;
  };

  return {
    find: (request) => resourceAt(folderOf(shared.origin, request.target)).find(request),
    async append(exchange, turn) {
      const name = folderOf(shared.origin, exchange.request.target);
      try {
        return { file: `${name}/${recordingFile}`, outcome: await resourceAt(name).append(exchange, turn) };
      } finally {
        turn.place(null);
      }
    },
    async *iterate() {
      for (const read of await tapeReaders(root)) yield (await read()).tape;
    },
    async close() {
      try {
        const gone: string[] = [];
        await each([...resources], async ([name, resource]) => {
          resource.forget();
          if (!(await resource.settle())) gone.push(name);
        });
        journal?.remove();
        if (gone.length > 0) throw new TapesGoneError(gone.sort());
      } finally {
        journal?.close();
      }
    },
  };
}

// Brings what a run left in its journal into the files, and removes it.
async function recover(root: string, write: WriteFile): Promise<void> {
  const left = await leftIn(root);
  await each([...left], async ([name, run]) => {
    const file = join(root, name, recordingFile);
    const exchanges = mergeRun(await exchangesIn(file), run);
    await write(file, harPieces({ ...emptyTape(name, run), exchanges })).catch((cause: unknown) => {
      throw storeFailure(file, cause);
    });
  });
  rmSync(join(root, journalFile), { force: true });
}
