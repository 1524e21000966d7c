import { Worker } from "node:worker_threads";
import type { DescribedLimit } from "@tapedeck/api/files";
import type { RecorderOptions, Summary, Waiting } from "@tapedeck/record";
import { bodilessStatuses, type Exchange } from "@tapedeck/tape";

/** The options of a recorder in a thread. */
export interface RecordingTask extends Pick<RecorderOptions, "from" | "out" | "origin" | "credentials" | "redact"> {
  /** Whether to drop transient answers: server errors and refusals. */
  readonly lasting: boolean;
  /** The folder whose `api.json` says the rate limit that was seen; null for none. */
  readonly describedIn: string | null;
}

/** A request; also a GET may have a body, which a `Request` cannot hold. */
export interface AskedOfThread {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The result of a recording. */
export interface RecordingResult {
  readonly summary: Summary;
  readonly limit: DescribedLimit | null;
}

/** A message to the thread. */
export type ToThread =
  | ({ readonly kind: "ask"; readonly id: number } & AskedOfThread)
  /** The exchange that a hook returned for storing, or the message of its error. */
  | { readonly kind: "hooked"; readonly id: number; readonly exchange: Exchange | null; readonly error: string | null }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "close" };

/** A message from the thread. */
export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "broken"; readonly message: string }
  | { readonly kind: "waiting"; readonly waiting: Waiting }
  | {
      readonly kind: "answer";
      readonly id: number;
      readonly status: number;
      readonly headers: [string, string][];
      readonly body: Uint8Array<ArrayBuffer> | null;
    }
  /** An answer that flows: its head, its chunks, its end. */
  | { readonly kind: "head"; readonly id: number; readonly status: number; readonly headers: [string, string][] }
  | { readonly kind: "chunk"; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end"; readonly id: number }
  | { readonly kind: "failure"; readonly id: number; readonly message: string }
  | { readonly kind: "storing"; readonly id: number; readonly exchange: Exchange }
  | ({ readonly kind: "closed" } & RecordingResult);

/** A recorder in a thread of its own. */
export interface RemoteRecorder {
  /** Sends a request for `from` to the service, and records the response. */
  readonly ask: (request: AskedOfThread) => Promise<Response>;
  /** Waits for the requests in flight, and ends the thread. */
  readonly close: () => Promise<RecordingResult>;
}

/** Functions that the recording thread calls. */
export interface RecorderHooks extends Pick<RecorderOptions, "beforeStore"> {
  /** Called when the recorder waits for a rate limit. */
  readonly onWait: (waiting: Waiting) => void;
}

/**
 * Starts a recorder in a thread.
 * @throws Error with the recorder's message, if it cannot start.
 */
export async function openRemoteRecorder(
  task: RecordingTask,
  { onWait, beforeStore }: RecorderHooks,
): Promise<RemoteRecorder> {
  // The build writes JavaScript beside JavaScript.
  const thread = new URL(`./recording-thread${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
  const worker = new Worker(thread, { workerData: { ...task, hooked: beforeStore !== undefined } });
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<RecordingResult>();
  const inFlight = new Map<number, PromiseWithResolvers<Response>>();
  let asked = 0;

  const fail = (error: Error): void => {
    opened.reject(error);
    closed.reject(error);
    for (const { reject } of inFlight.values()) reject(error);
    inFlight.clear();
  };
  const flowing = new Map<number, ReadableStreamDefaultController<Uint8Array>>();
  // An idle recorder must not keep the process of an abandoned test alive.
  const rest = (): void => {
    if (inFlight.size === 0 && flowing.size === 0) worker.unref();
  };
  const flow = ({ id, status, headers }: FromThread & { kind: "head" }): void => {
    const source = {
      start: (controller: ReadableStreamDefaultController<Uint8Array>) => void flowing.set(id, controller),
      cancel: () => {
        flowing.delete(id);
        rest();
        worker.postMessage({ kind: "cancel", id } satisfies ToThread);
      },
    };
    const response = new Response(new ReadableStream(source), { status, headers });
    settle(id, ({ resolve }) => resolve(response));
  };
  const ended = (id: number, error: Error | null): boolean => {
    const controller = flowing.get(id);
    if (error === null) controller?.close();
    else controller?.error(error);
    const isFlowing = flowing.delete(id);
    rest();
    return isFlowing;
  };
  const settle = (id: number, end: (pending: PromiseWithResolvers<Response>) => void): void => {
    const pending = inFlight.get(id);
    inFlight.delete(id);
    rest();
    if (pending) end(pending);
  };
  const hook = async (id: number, given: Exchange): Promise<void> => {
    const answer = { kind: "hooked", id } as const;
    try {
      const exchange = beforeStore ? await beforeStore(given) : given;
      worker.postMessage({ ...answer, exchange, error: null } satisfies ToThread);
    } catch (cause) {
      const error = `beforeStore failed: ${(cause as Error).message}`;
      worker.postMessage({ ...answer, exchange: null, error } satisfies ToThread);
    }
  };
  worker.on("message", (message: FromThread) => {
    if (message.kind === "ready") opened.resolve();
    else if (message.kind === "waiting") onWait(message.waiting);
    else if (message.kind === "storing") void hook(message.id, message.exchange);
    else if (message.kind === "closed") closed.resolve(message);
    else if (message.kind === "broken") fail(new Error(message.message));
    else if (message.kind === "head") flow(message);
    else if (message.kind === "chunk") flowing.get(message.id)?.enqueue(message.bytes);
    else if (message.kind === "end") ended(message.id, null);
    else if (message.kind === "failure") {
      const error = new Error(message.message);
      if (!ended(message.id, error)) settle(message.id, ({ reject }) => reject(error));
    } else settle(message.id, ({ resolve }) => resolve(responseOf(message)));
  });
  worker.on("error", (cause: Error) =>
    fail(new Error(`Cannot record: the recorder's thread ended: ${cause.message}`, { cause })),
  );
  closed.promise.catch(() => {});
  try {
    await opened.promise;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  worker.unref();

  return {
    ask: async (request) => {
      const pending = Promise.withResolvers<Response>();
      const id = asked++;
      inFlight.set(id, pending);
      worker.ref();
      const url = withoutPrefix(request.url, task.from);
      worker.postMessage({ kind: "ask", id, ...request, url } satisfies ToThread);
      return pending.promise;
    },
    close: async () => {
      worker.ref();
      worker.postMessage({ kind: "close" } satisfies ToThread);
      try {
        return await closed.promise;
      } finally {
        await worker.terminate();
      }
    },
  };
}

function responseOf({ status, headers, body }: FromThread & { kind: "answer" }): Response {
  return new Response(bodilessStatuses.has(status) ? null : body, { status, headers });
}

// The recorder adds the path of its base URL again.
function withoutPrefix(url: string, from: string): string {
  const { origin, pathname, search } = new URL(url);
  const base = new URL(from).pathname.replace(/\/+$/, "");
  return origin + (pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname) + search;
}
