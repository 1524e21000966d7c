import { hash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { arrange, type Exchange, type RecordedRequest, type Tape } from "@tapedeck/tape";
import { folderOf } from "@tapedeck/tape/files";
import { fromHar, type TapeLabel, toHar } from "@tapedeck/tape/har";
import { folderError, recordingsGone } from "../recorder-error.ts";
import { type Answer, type Entry, piecesOf, readAnswer } from "./entry-ref.ts";
import type { FolderLock } from "./folder-lock.ts";
import { createCommit } from "./group-commit.ts";
import { keyOf, merge } from "./merge.ts";
import { uniteLeftovers } from "./recovery.ts";
import {
  besideFiles,
  few,
  isBeside,
  type Shelf,
  type Step,
  shelve,
  stepFor,
  wholeFile,
  wholeStep,
} from "./segments.ts";

/** Where an exchange was kept, relative to the folder, and whether the file said so before. */
export interface Kept {
  readonly file: string;
  readonly outcome: "captured" | "unchanged";
}

/** A folder of recordings that is being recorded into. */
export interface RecordingFolder {
  /** Whether there was nothing on file when it was opened. */
  readonly isNew: boolean;
  /**
   * Resolves when the exchange is on disk.
   * @throws RecorderError if it cannot be written; the file is then what it was.
   */
  keep(exchange: Exchange): Promise<Kept>;
  /** The exchange on file whose place the next answer to a request will take; null where there is none. */
  onFile(request: RecordedRequest): Promise<Exchange | null>;
  /**
   * Brings what stands in files of its own into one file a resource. Nothing must be kept any more.
   * @throws RecorderError if it cannot be written; everything is then where it was. Or if what this run wrote is gone.
   */
  close(): Promise<void>;
}

interface Job {
  readonly exchange: Exchange;
  /** See {@link markOf}. */
  readonly mark: string;
  readonly resolve: (kept: Kept) => void;
  readonly reject: (error: unknown) => void;
}

// How many files that hold little are remembered, so that the next answer need not read them again.
const mostIdle = 16;

const longestMark = 256;

/**
 * Opens a folder to record into: a file a resource, written whole after each answer. The nth answer to a request in
 * this run takes the place of the nth one on file; what this run does not ask for stays.
 * @throws RecorderError if what a recorder that was killed left cannot be brought into one file.
 * @example
 * const folder = await openFolder("recordings", "https://api.service.example", pinnedMoment, await lockFolder("recordings"));
 * await folder.keep(exchange); // { file: "api.service.example/zen/recording.har", outcome: "captured" }
 */
export async function openFolder(
  root: string,
  origin: string,
  recordedAt: number,
  lock: FolderLock,
): Promise<RecordingFolder> {
  const commit = createCommit(lock.check);
  const asked = new Map<string, number>();
  const queues = new Map<string, Job[]>();
  const shelves = new Map<string, Shelf>();
  const opening = new Map<string, Promise<Shelf>>();
  const written = new Set<string>();
  let isBroken = false;
  const isNew = lock.found.length === 0;
  const labelOf = (name: string): TapeLabel => ({ name, origin, recordedAt });

  const open = async (name: string): Promise<Shelf> => {
    const known = shelves.get(name);
    if (known) return known;
    const loading = opening.get(name) ?? (isNew && !written.has(name) ? Promise.resolve(shelve([])) : load(root, name));
    opening.set(name, loading);
    try {
      const shelf = await loading;
      shelves.set(name, shelf);
      return shelf;
    } finally {
      opening.delete(name);
    }
  };

  const forget = (): void => {
    if (shelves.size <= mostIdle) return;
    for (const [name, shelf] of shelves) if (!queues.has(name) && !isBeside(shelf)) shelves.delete(name);
  };

  const write = async (name: string, { answers }: Shelf, step: Step): Promise<void> => {
    const path = join(root, name, step.file);
    const label = labelOf(name);
    const entries = new Map<Answer, Entry>();
    const isLong = answers.size > few;
    try {
      const content = isLong
        ? piecesOf(step.answers, label, path, (answer, entry) => entries.set(answer, entry))
        : toHar({ ...label, exchanges: arrange(step.answers.map((answer) => readAnswer(answer, label))) });
      await commit(path, content);
      written.add(name);
      for (const each of step.needless) await remove(join(root, name, each));
      step.done();
      for (const [answer, entry] of entries) answer.held = entry;
    } catch (error) {
      shelves.delete(name);
      isBroken = true;
      throw folderError(path, error);
    }
  };

  const put = async (name: string, jobs: readonly Job[]): Promise<readonly Kept["outcome"][]> => {
    const shelf = await open(name);
    const fresh = jobs.map(({ exchange, mark }) => ({ exchange, asked: asked.get(mark) ?? 0 }));
    const { changed, outcomes } = merge(shelf.answers, fresh, (answer) => readAnswer(answer, labelOf(name)));
    if (changed.size > 0) await write(name, shelf, stepFor(shelf, changed));
    for (const { mark } of jobs) asked.set(mark, (asked.get(mark) ?? 0) + 1);
    return outcomes;
  };

  // One writer a file; what arrives while it writes goes into the next text together.
  const drain = async (name: string): Promise<void> => {
    for (let jobs = queues.get(name) ?? []; jobs.length > 0; jobs = queues.get(name) ?? []) {
      queues.set(name, []);
      try {
        const outcomes = await put(name, jobs);
        for (const [at, job] of jobs.entries()) {
          job.resolve({ file: `${name}/${wholeFile}`, outcome: outcomes[at] ?? "captured" });
        }
      } catch (error) {
        for (const job of jobs) job.reject(error);
      }
    }
    queues.delete(name);
    forget();
  };

  const unite = async (name: string): Promise<void> => {
    const shelf = await open(name);
    if (isBeside(shelf)) await write(name, shelf, wholeStep(shelf));
  };

  await uniteLeftovers(root, lock.found, commit).catch((error: unknown) => {
    throw folderError(root, error);
  });

  return {
    isNew,
    async onFile(request) {
      const name = folderOf(origin, request.target);
      const { answers } = await open(name);
      const past = answers.get(keyOf({ request }))?.[asked.get(markOf(name, { request })) ?? 0];
      return past === undefined ? null : readAnswer(past, labelOf(name));
    },
    keep(exchange) {
      const name = folderOf(origin, exchange.request.target);
      return new Promise((resolve, reject) => {
        const job: Job = { exchange, mark: markOf(name, exchange), resolve, reject };
        const queue = queues.get(name);
        if (queue) queue.push(job);
        else {
          queues.set(name, [job]);
          void drain(name);
        }
      });
    },
    async close() {
      for (const name of [...shelves.keys()]) await unite(name);
      // Whoever met a broken folder has been told.
      if (isBroken) return;
      const gone = [...written].filter((name) => !existsSync(join(root, name, wholeFile)));
      if (gone.length > 0) throw recordingsGone(root, gone.sort());
    },
  };
}

// What a run remembers of each request is little, however large its body was.
function markOf(name: string, exchange: Pick<Exchange, "request">): string {
  const mark = name + keyOf(exchange);
  return mark.length > longestMark ? hash("sha256", mark) : mark;
}

async function load(root: string, name: string): Promise<Shelf> {
  const folder = join(root, name);
  try {
    // Most are not there when they are first asked for, and an error costs more than a look.
    const there = new Set(existsSync(folder) ? readdirSync(folder) : []);
    const files = [wholeFile, ...besideFiles].filter((file) => there.has(file));
    const tapes = await Promise.all(files.map((file) => readTape(join(folder, file))));
    const beside = files.filter((file) => file !== wholeFile);
    return shelve(
      tapes.map(({ exchanges }) => exchanges),
      beside,
    );
  } catch (error) {
    throw folderError(folder, error);
  }
}

async function readTape(path: string): Promise<Tape> {
  return fromHar(await readFile(path, "utf8"), path);
}

async function remove(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
