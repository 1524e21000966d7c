// Serves with several threads that share a port: each has sockets of its own, and one thread, this one, decides for all
// of them. Read next: worker.ts (what a thread does), call-answerer.ts (how it is answered).
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { platform } from "node:process";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { runsOnBun } from "../server/bun.ts";
import { runsOnDeno } from "../server/deno.ts";
import type { Dispatch } from "../server/dispatch.ts";
import { type Address, ListenError, type ListenOptions, type OpenServer } from "../server/server.ts";
import { createCallAnswerer } from "./call-answerer.ts";
import type { FromWorker, ToWorker, WorkerSettings } from "./messages.ts";

/** A thread with sockets. */
interface Thread {
  readonly url: string;
  readonly port: number;
  readonly worker: Worker;
  readonly shutdown: (graceSeconds: number) => Promise<number>;
}

/**
 * Starts threads that share a port, and answers their calls. One that ends is reported and replaced.
 * @param answer Decides, in this thread, one request after the other.
 * @param start Starts a thread.
 * @throws RangeError if threads cannot share a port.
 * @throws ListenError if the address is not available.
 */
export async function openWorkers(
  answer: Dispatch,
  address: Address,
  options: ListenOptions,
  start: StartThread = startWorker,
): Promise<OpenServer> {
  const { workers = 1, onWorkerEnd } = options;
  const flaw = cannotShare();
  if (flaw !== null) throw new RangeError(`Cannot serve by ${workers} workers: ${flaw}; leave workers out, or give 1`);
  const port = await freePort(address);
  const threads = new Set<Thread>();
  let isOpen = true;
  const add = async (number: number): Promise<void> => {
    const thread = await openThread(start, answer, { ...address, port, shared: true }, options, (reason) => {
      threads.delete(thread);
      if (!isOpen) return;
      onWorkerEnd?.({ worker: number, reason });
      // A thread that cannot listen leaves the port to the others.
      void add(number).catch(() => {});
    });
    threads.add(thread);
    if (!isOpen) await thread.shutdown(0);
  };
  try {
    await Promise.all(Array.from({ length: workers }, (_, at) => add(at + 1)));
  } catch (error) {
    isOpen = false;
    for (const { worker } of threads) await worker.terminate();
    throw error;
  }
  const [first] = threads;
  return {
    url: first?.url ?? "",
    port,
    shutdown: async (graceSeconds) => {
      isOpen = false;
      const counts = await Promise.all(Array.from(threads, (thread) => thread.shutdown(graceSeconds)));
      return { cut: counts.reduce((sum, count) => sum + count, 0) };
    },
  };
}

/** Returns why threads cannot share a port here; null if they can. */
function cannotShare(): string | null {
  if (runsOnDeno() || runsOnBun()) return "this runtime's threads cannot share a port as Node's can";
  return platform === "linux" ? null : "threads share a port on Linux alone";
}

/** Finds a port that no other server has: the threads' sockets would silently share one with another server. */
async function freePort({ host, port, tls }: Address): Promise<number> {
  const server = createServer();
  try {
    const listening = once(server, "listening");
    server.listen({ host, port, exclusive: true });
    await listening;
    return (server.address() as AddressInfo).port;
  } catch (cause) {
    throw new ListenError({ host, port, tls } as Address, cause as Error);
  } finally {
    server.close();
  }
}

type StartThread = (settings: WorkerSettings) => Worker;

/** Starts a thread with this file, which a bundle holds under another name. */
export function startWorker(settings: WorkerSettings): Worker {
  return new Worker(new URL(import.meta.url), { workerData: { [mark]: settings }, name: "tapedeck" });
}

const mark = "tapedeck worker";
const settingsHere: WorkerSettings | undefined = isMainThread ? undefined : workerData?.[mark];
if (settingsHere !== undefined && parentPort !== null) {
  const { serveSockets } = await import("./worker.ts");
  await serveSockets(parentPort, settingsHere);
}

async function openThread(
  start: StartThread,
  answer: Dispatch,
  address: Address,
  { limits, names, compress = false, control, onFailure }: ListenOptions,
  ended: (reason: string) => void,
): Promise<Thread> {
  const worker = start({
    address,
    options: { compress, ...(limits && { limits }), ...(names && { names }) },
    steered: control !== undefined,
  });
  const post = (message: ToWorker): void => worker.postMessage(message);
  const calls = createCallAnswerer(answer, post);
  const open = Promise.withResolvers<Pick<Thread, "url" | "port">>();
  const shut = Promise.withResolvers<number>();
  let reason = "it ended by itself";
  let isListening = false;
  worker.on("message", (message: FromWorker) => {
    switch (message.kind) {
      case "listening":
        isListening = true;
        return open.resolve(message);
      case "unable":
        return open.reject(new ListenError(address, Object.assign(new Error(message.message), { code: message.code })));
      case "failure":
        return onFailure?.(message.failure);
      case "shut":
        return shut.resolve(message.cut);
      default:
        return calls.hear(message);
    }
  });
  worker.on("error", (error: unknown) => {
    reason = error instanceof Error ? error.message : String(error);
  });
  worker.on("exit", () => {
    calls.abandon();
    open.reject(new ListenError(address, new Error(`a worker ended before it listened: ${reason}`)));
    shut.resolve(0);
    if (isListening) ended(reason);
  });
  const { url, port } = await open.promise.catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  return {
    url,
    port,
    worker,
    shutdown: async (graceSeconds) => {
      post({ kind: "shutdown", graceSeconds });
      const cut = await shut.promise;
      await worker.terminate();
      return cut;
    },
  };
}
