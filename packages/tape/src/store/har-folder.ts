// The first `Store`: a folder of HAR files, one for each exchange, complete at any moment. `@tapedeck/record` has the
// lock that keeps two recorders apart. Read next: `resource.ts`, `journal.ts`.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sortKey } from "../canonical.ts";
import type { RecordedRequest } from "../exchange.ts";
import { comparePositions } from "../har/passes.ts";
import type { RedactOptions } from "../redact/options.ts";
import { finish } from "../redact/steps.ts";
import { textHash } from "../text/text-hash.ts";
import { folderOf } from "./folder-name.ts";
import { dayOf, openRecordedLog } from "./order/recorded-log.ts";
import { each, eachTapeFile, emptyTape, journalFile, leftIn, passesIn, refuseLinks } from "./read/read-tapes.ts";
import { type FillsGaps, filedIn, openResource, type Resource, type ResourceMemory, storeFailure } from "./resource.ts";
import { type Alike, likenessSteps } from "./resource-content.ts";
import type { Store } from "./store.ts";
import { type Journal, startJournal } from "./write/journal.ts";
import { discardLoose } from "./write/large-bodies.ts";
import { createFileWriter } from "./write/write-files.ts";
import { fileMerged, type WriteContext, writeFolder } from "./write/write-folder.ts";

/** Options for opening a folder to record into. */
interface HarFolderOptions {
  /** Scheme, host and port that are recorded. */
  readonly origin: string;
  /** Time of recording that the tapes carry, in epoch seconds. */
  readonly recordedAt: number;
  /** Time of the run, in epoch seconds: its day is logged for each exchange. Default: `recordedAt`. */
  readonly now?: number;
  /** Redaction settings beyond the defaults. */
  readonly redact?: RedactOptions;
  /** Default: false, new answers replace those on file to the same request. */
  readonly fillsGaps?: FillsGaps | undefined;
  /** Which requests are recorded as one on file. Default: those that say the same in another order. */
  readonly alike?: Alike | undefined;
  /** Throws if nothing may be written any more. Default: never. */
  readonly check?: () => void;
}

/** Tapes that were written are gone. */
export class TapesGoneError extends Error {
  override readonly name = "TapesGoneError";
  readonly tapes: readonly string[];
  constructor(tapes: readonly string[]) {
    super(`Cannot find what was just recorded: ${tapes.join(", ")}`);
    this.tapes = tapes;
  }
}

const inAnyOrder: Alike = { compared: (request) => request, answered: ({ response }) => response };

// Number of files that are remembered, so that the next answer need not read them again.
const mostKept = 16;

/**
 * Opens a folder of HAR files as a store: one file for each exchange, written completely or not at all. For a resource
 * with many answers, new ones go into a journal beside the files, and into files when the store closes; the journal of
 * a killed run is moved into files first. Closing throws a {@link TapesGoneError} if files of this run were removed.
 * @throws StoreError if a journal that was left cannot be moved into the files; it stays where it is.
 * @throws RecordingSyntaxError if a file that it belongs to is not a recording.
 * @example
 * const store = await openHarFolder("recordings", { origin: "https://api.service.example", recordedAt: pinnedMoment, now });
 * await store.append(exchange, turn);
 * await store.close();
 */
export async function openHarFolder(
  root: string,
  { check = () => {}, now, fillsGaps = false, alike = inAnyOrder, ...shared }: HarFolderOptions,
): Promise<Store> {
  const write = createFileWriter(check);
  const log = openRecordedLog(root, dayOf(now ?? shared.recordedAt), write, check);
  const context = { root, write, log, shared: new Map() };
  await recover(root, context);
  const path = join(root, journalFile);
  const resources = new Map<string, Resource>();
  // Idle resources, each as JSON, which takes half the memory: a run may have a million of them.
  const resting = new Map<string, string>();
  const memoryOf = (text: string | undefined): ResourceMemory | undefined => (text ? JSON.parse(text) : undefined);
  const remembered = new Set<string>();
  let journal: Journal | null = null;
  const journalOf = (): { path: string; journal: Journal } => {
    try {
      journal ??= startJournal(path, check);
      return { path, journal };
    } catch (cause) {
      throw storeFailure(path, cause);
    }
  };
  // Called for the first time before anything with another pass than those on file is written.
  let passes: Promise<readonly number[]> | null = null;
  const nextPass = async (pass: number): Promise<number> => {
    passes ??= passesIn(root);
    return (await passes).find((each) => each > pass) ?? Number.POSITIVE_INFINITY;
  };
  // Not a list: a run may have a million of them.
  function* touched(): Iterable<string> {
    yield* resources.keys();
    for (const name of resting.keys()) if (!resources.has(name)) yield name;
  }
  const letGo = (name: string): void => {
    const memory = resources.get(name)?.forget() ?? null;
    if (memory === null) return;
    resources.delete(name);
    resting.set(name, JSON.stringify(memory));
  };
  const resourceAt = (name: string): Resource => {
    const open = resources.get(name);
    if (open === undefined) refuseLinks(root, name);
    const resource =
      open ??
      openResource(
        { name, ...shared },
        { ...context, journalOf, fillsGaps, alike, nextPass },
        memoryOf(resting.get(name)),
      );
    resources.set(name, resource);
    remembered.delete(name);
    remembered.add(name);
    for (const oldest of remembered) {
      if (remembered.size <= mostKept) break;
      remembered.delete(oldest);
      letGo(oldest);
    }
    return resource;
  };

  let elsewhere: Promise<ReadonlyMap<string, Map<string, number>>> | null = null;
  /** Looks for a request in the folder of its resource, and in others where a part of its path is not compared. */
  const seek = async <Result>(
    request: RecordedRequest,
    look: (name: string, mayBeNew: boolean) => Promise<Result | null>,
    takes: boolean,
  ): Promise<Result> => {
    const own = folderOf(shared.origin, request.target);
    if (pathOf(alike.compared(request)) === pathOf(request)) return (await look(own, true)) as Result;
    elsewhere ??= foldersByPath(root, alike.compared);
    const left = (await elsewhere).get(markOfLikeness(request, alike.compared)) ?? new Map<string, number>();
    for (const name of new Set([own, ...(fillsGaps ? [...left.keys()].reverse() : left.keys())])) {
      const found = await look(name, false);
      if (found === null) continue;
      const count = (left.get(name) ?? 0) - Number(takes && fillsGaps === false);
      if (count > 0) left.set(name, count);
      else left.delete(name);
      return found;
    }
    return (await look(own, true)) as Result;
  };

  return {
    find: (request) => seek(request, (name, mayBeNew) => resourceAt(name).find(request, mayBeNew), false),
    async append(exchange, turn) {
      let name = "";
      try {
        // Which of two equal requests comes first depends on no processor.
        await turn.after;
        const place = (each: string, mayBeNew: boolean) => {
          name = each;
          return resourceAt(each).place(exchange, mayBeNew);
        };
        const append = await seek(exchange.request, place, true);
        return await append(turn);
      } finally {
        turn.place(null);
        if (!remembered.has(name)) letGo(name);
      }
    },
    async *iterate() {
      for await (const { tape } of eachTapeFile(root)) yield tape;
    },
    async close() {
      try {
        const gone: string[] = [];
        await each([...resources], async ([name, resource]) => {
          resource.forget();
          if (!(await resource.settle())) gone.push(name);
        });
        for (const [name, text] of resting) {
          const [written = null] = resources.has(name) ? [] : (memoryOf(text) ?? []);
          if (written !== null && !existsSync(join(root, name, written))) gone.push(name);
        }
        await log.close();
        journal?.remove();
        if (gone.length > 0) throw new TapesGoneError(gone.sort());
        return touched();
      } finally {
        journal?.close();
      }
    },
  };
}

const pathOf = ({ target }: RecordedRequest): string => target.replace(/\?.*/s, "");

function markOfLikeness(request: RecordedRequest, compared: Alike["compared"]): string {
  return textHash(finish(likenessSteps(request, compared))).join();
}

/**
 * Returns the folders of the requests of which a part of the path is not compared, in recorded order, and how many of these
 * they hold, by what is compared.
 */
async function foldersByPath(
  root: string,
  compared: Alike["compared"],
): Promise<ReadonlyMap<string, Map<string, number>>> {
  const found: { name: string; mark: string; pass: number; key: string }[] = [];
  // A file that cannot be read is reported when something is to be written there.
  for await (const { tape } of eachTapeFile(root, { late: true, onUnreadable: () => {} })) {
    for (const exchange of tape.exchanges) {
      const { request, pass = 0 } = exchange;
      if (pathOf(compared(request)) !== pathOf(request))
        found.push({ name: tape.name, mark: markOfLikeness(request, compared), pass, key: sortKey(exchange) });
    }
  }
  const inOrder = Map.groupBy(found.sort(comparePositions), ({ mark }) => mark);
  const counted = (names: readonly string[]): Map<string, number> =>
    new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
  return new Map([...inOrder].map(([mark, all]) => [mark, counted(all.map(({ name }) => name))]));
}

// Moves what a run left in its journal into the files, and removes it.
async function recover(root: string, context: WriteContext): Promise<void> {
  const left = await leftIn(root);
  await each([...left], async ([name, run]) => {
    refuseLinks(root, name);
    const before = await filedIn(root, name);
    const label = emptyTape(name, run);
    await writeFolder(context, label, name, before, fileMerged(label.origin, before, run)).catch((cause: unknown) => {
      throw storeFailure(join(root, name), cause);
    });
  });
  rmSync(join(root, journalFile), { force: true });
  if (existsSync(root)) discardLoose(root);
}
