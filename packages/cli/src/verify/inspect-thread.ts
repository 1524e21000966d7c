// Threads that inspect recordings beside the first one, so that verifying a large folder uses all cores.
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { InspectFiles } from "@tapedeck/verify/files";

/** A thread that inspects recordings. */
interface InspectThread {
  /** One call at a time. @throws The error that ended the thread. */
  readonly inspect: InspectFiles;
  readonly close: () => Promise<unknown>;
}

/** Settings of a thread: the folder that it inspects, and `--api`. */
interface Settings {
  readonly dir: string;
  readonly api: string | undefined;
}

/** With fewer files for each, starting a thread takes longer than it saves. */
const fewest = 250;

/** Each thread has memory of its own. */
const mostThreads = 7;

/** Starts as many threads as are worthwhile for a number of files, besides the calling one; none on Deno. */
export function openInspectThreads(files: number, settings: Settings): readonly InspectThread[] {
  // A thread starts more slowly there than the files are inspected, or never.
  if ("Deno" in globalThis) return [];
  const length = Math.min(availableParallelism() - 1, mostThreads, Math.floor(files / fewest));
  return Array.from({ length }, () => openInspectThread(settings));
}

/** Starts a thread with this file, which a bundle holds under another name. */
export function openInspectThread(settings: Settings): InspectThread {
  const worker = new Worker(new URL(import.meta.url), { workerData: { [mark]: settings }, name: "tapedeck verify" });
  const ended = Promise.withResolvers<never>();
  worker.once("error", ended.reject);
  worker.once("exit", (code) => ended.reject(new Error(`Cannot verify: a thread ended with ${code}`)));
  // Without an inspection in flight there is no caller to tell.
  ended.promise.catch(() => {});
  return {
    inspect(files) {
      const found = new Promise<Awaited<ReturnType<InspectFiles>>>((resolve) => worker.once("message", resolve));
      worker.postMessage(files);
      return Promise.race([found, ended.promise]);
    },
    close: () => worker.terminate(),
  };
}

const mark = "tapedeck verify";
const here: Settings | undefined = isMainThread ? undefined : workerData?.[mark];
if (here !== undefined && parentPort !== null) {
  const port = parentPort;
  // Messages that arrive before everything is loaded wait in the port.
  const [{ inspectFiles }, { describedApis }] = await Promise.all([
    import("@tapedeck/verify/files"),
    import("../command/recordings-folder.ts"),
  ]);
  const inspect = inspectFiles(here.dir, await describedApis(here.api, [here.dir]));
  port.on("message", (files: readonly string[]) => void inspect(files).then((found) => port.postMessage(found)));
}
