import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { arrange, type Exchange, type RecordedRequest } from "@tapedeck/tape";
import { folderOf } from "@tapedeck/tape/files";
import { fromHar, toHar } from "@tapedeck/tape/har";
import type { FolderLock } from "./folder-lock.ts";
import { createCommit } from "./group-commit.ts";
import { type Asked, keyOf, type Merged, merge } from "./merge.ts";
import { folderError } from "./recorder-error.ts";

/** Where an exchange was kept, relative to the folder, and whether the file said so before. */
export interface Kept {
  readonly file: string;
  readonly outcome: "captured" | "unchanged";
}

/** A folder of recordings that is being recorded into. */
export interface RecordingFolder {
  /**
   * Resolves when the exchange is on disk.
   * @throws RecorderError if it cannot be written; the file is then what it was.
   */
  keep(exchange: Exchange): Promise<Kept>;
  /** The exchange on file whose place the next answer to a request will take; null where there is none. */
  onFile(request: RecordedRequest): Promise<Exchange | null>;
}

interface Job {
  readonly exchange: Exchange;
  readonly resolve: (kept: Kept) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens a folder to record into: a file a resource, written whole after each answer. The nth answer to a request in
 * this run takes the place of the nth one on file; what this run does not ask for stays.
 * @example
 * const folder = openFolder("recordings", "https://api.service.example", pinnedMoment, await lockFolder("recordings"));
 * await folder.keep(exchange); // { file: "api.service.example/zen/recording.har", outcome: "captured" }
 */
export function openFolder(root: string, origin: string, recordedAt: number, lock: FolderLock): RecordingFolder {
  const commit = createCommit(lock.check);
  const asked = new Map<string, number>();
  const queues = new Map<string, Job[]>();

  const write = async (name: string, file: string, jobs: readonly Job[]): Promise<Merged> => {
    const path = join(root, file);
    const text = await read(path);
    const old = text === null ? [] : fromHar(text, path).exchanges;
    const count: Asked = (exchange) => asked.get(digest(name, exchange)) ?? 0;
    const merged = merge(
      old,
      jobs.map(({ exchange }) => exchange),
      count,
    );
    const next = toHar({ name, origin, recordedAt, exchanges: arrange(merged.exchanges) });
    if (next !== text) {
      await commit(path, next).catch((error: unknown) => {
        throw folderError(path, error);
      });
    }
    for (const { exchange } of jobs) asked.set(digest(name, exchange), count(exchange) + 1);
    return merged;
  };

  // One writer a file; what arrives while it writes goes into the next text together.
  const drain = async (name: string): Promise<void> => {
    const file = `${name}/recording.har`;
    for (let jobs = queues.get(name) ?? []; jobs.length > 0; jobs = queues.get(name) ?? []) {
      queues.set(name, []);
      try {
        const { outcomes } = await write(name, file, jobs);
        for (const [at, job] of jobs.entries()) job.resolve({ file, outcome: outcomes[at] ?? "captured" });
      } catch (error) {
        for (const job of jobs) job.reject(error);
      }
    }
    queues.delete(name);
  };

  return {
    async onFile(request) {
      const name = folderOf(origin, request.target);
      const path = join(root, name, "recording.har");
      const text = await read(path);
      if (text === null) return null;
      const key = keyOf({ request });
      const answers = fromHar(text, path).exchanges.filter((exchange) => keyOf(exchange) === key);
      return answers[asked.get(digest(name, { request })) ?? 0] ?? null;
    },
    keep(exchange) {
      const name = folderOf(origin, exchange.request.target);
      return new Promise((resolve, reject) => {
        const job: Job = { exchange, resolve, reject };
        const queue = queues.get(name);
        if (queue) queue.push(job);
        else {
          queues.set(name, [job]);
          void drain(name);
        }
      });
    },
  };
}

// A digest, so that a run remembers little of each request however large its body was.
function digest(name: string, exchange: Pick<Exchange, "request">): string {
  return createHash("sha256").update(name).update(keyOf(exchange)).digest("base64");
}

async function read(path: string): Promise<string | null> {
  // Most files are not there when they are first asked for, and an error costs more than a look.
  if (!existsSync(path)) return null;
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw folderError(path, error);
  }
}
