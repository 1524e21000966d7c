import { SHARE_ENV, Worker } from "node:worker_threads";
import type { DescribedLimit } from "@tapedeck/api/files";
import type { RecorderOptions, Summary, Waiting } from "@tapedeck/record";
import type { Chunk, IncomingRequest, OutgoingResponse, StreamedResponse } from "@tapedeck/replay";
import type { Exchange, RecordedResponse } from "@tapedeck/tape";

/** The options of a recorder in a thread. */
export interface RecordingTask
  extends Pick<RecorderOptions, "fillsGaps" | "from" | "match" | "origin" | "out" | "redact" | "rule" | "tokens"> {
  /** Whether to drop transient answers: server errors and refusals. */
  readonly lasting: boolean;
  /** The folder whose `api.json` says the rate limit that was seen; null for none. */
  readonly describedIn: string | null;
}

/** The result of a recording. */
interface RecordingResult {
  readonly summary: Summary;
  readonly limit: DescribedLimit | null;
}

/** A message to the thread: it begins a recording, or belongs to the one that was begun. */
export type ToThread =
  | { readonly kind: "open"; readonly task: RecordingTask & { readonly isHooked: boolean } }
  | ToRecording;

/** A message to a recording. */
export type ToRecording =
  | { readonly kind: "ask"; readonly id: number; readonly request: IncomingRequest }
  /** The exchange that a hook returned for storing, or the message of its error. */
  | { readonly kind: "hooked"; readonly id: number; readonly exchange: Exchange | null; readonly error: string | null }
  /** Asks for the next part of an answer, or for no more of it. */
  | { readonly kind: "more"; readonly id: number }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "close" };

/** A message from the thread. */
export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "broken"; readonly message: string }
  | { readonly kind: "waiting"; readonly waiting: Waiting }
  | ({ readonly kind: "answer"; readonly id: number } & Pick<
      OutgoingResponse,
      "status" | "reason" | "headers" | "body"
    >)
  /** An answer in parts: its head, each part, its end, and what was recorded of it. */
  | ({ readonly kind: "head"; readonly id: number } & Pick<StreamedResponse, "status" | "reason" | "headers">)
  | { readonly kind: "chunk"; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end"; readonly id: number }
  | { readonly kind: "recorded"; readonly id: number; readonly response: RecordedResponse | null }
  | { readonly kind: "failure"; readonly id: number; readonly message: string }
  | { readonly kind: "storing"; readonly id: number; readonly exchange: Exchange }
  | ({ readonly kind: "closed" } & RecordingResult)
  /** No recording was begun for a while. */
  | { readonly kind: "rested" };

/** A recorder in a thread of its own. */
export interface RemoteRecorder {
  /** Sends a request for `from` to the service, and records the response. Its body is held in memory. */
  readonly ask: (request: IncomingRequest) => Promise<OutgoingResponse | StreamedResponse>;
  /** Waits for the requests in flight, and leaves the thread to the next recording. */
  readonly close: () => Promise<RecordingResult>;
}

/** Functions that the recording thread calls. */
export interface RecorderHooks extends Pick<RecorderOptions, "beforeStore"> {
  /** Called when the recorder waits for a rate limit. */
  readonly onWait: (waiting: Waiting) => void;
}

/** A thread that has recorded. It takes longer to start than most recordings. */
let resting: Worker | null = null;

function takeThread(): Worker {
  const worker = resting?.off("message", endRested).off("error", endResting);
  resting = null;
  if (worker !== undefined) return worker;
  // The build writes JavaScript beside JavaScript.
  const thread = new URL(`./recording-thread${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
  return new Worker(thread, { env: SHARE_ENV });
}

async function leaveThread(worker: Worker): Promise<void> {
  if (resting !== null) {
    await worker.terminate();
    return;
  }
  resting = worker.on("message", endRested).on("error", endResting);
  worker.unref();
}

// Where a test runner loads this module anew for each file, each would keep a thread.
function endRested({ kind }: FromThread): void {
  if (kind === "rested") endResting();
}

function endResting(): void {
  void resting?.terminate();
  resting = null;
}

// A message that comes late belongs to no later recording.
let asked = 0;

/**
 * Starts a recorder in a thread.
 * @throws Error with the recorder's message, if it cannot start.
 */
export async function openRemoteRecorder(
  task: RecordingTask,
  { onWait, beforeStore }: RecorderHooks,
): Promise<RemoteRecorder> {
  const worker = takeThread();
  worker.ref();
  worker.postMessage({ kind: "open", task: { ...task, isHooked: beforeStore !== undefined } } satisfies ToThread);
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<RecordingResult>();
  const inFlight = new Map<number, PromiseWithResolvers<OutgoingResponse | StreamedResponse>>();
  const flowing = new Map<number, Flow>();

  const fail = (error: Error): void => {
    opened.reject(error);
    closed.reject(error);
    for (const id of [...inFlight.keys(), ...flowing.keys()]) failed(id, error);
  };
  // An idle recorder must not keep the process of an abandoned test alive.
  let isClosing = false;
  const rest = (): void => {
    if (inFlight.size === 0 && flowing.size === 0 && !isClosing) worker.unref();
  };
  const settle = (id: number, reply: OutgoingResponse | StreamedResponse): void => {
    inFlight.get(id)?.resolve(reply);
    inFlight.delete(id);
    rest();
  };
  const failed = (id: number, error: Error): void => {
    flowing.get(id)?.next.reject(error);
    flowing.get(id)?.recorded.reject(error);
    inFlight.get(id)?.reject(error);
    flowing.delete(id);
    inFlight.delete(id);
    rest();
  };
  const flow = ({ id, kind: _, ...head }: FromThread & { kind: "head" }): void => {
    const own: Flow = { next: Promise.withResolvers(), recorded: Promise.withResolvers() };
    own.next.promise.catch(() => {});
    own.recorded.promise.catch(() => {});
    flowing.set(id, own);
    async function* chunks(): AsyncIterable<Chunk> {
      for (let bytes = await own.next.promise; bytes !== null; bytes = await own.next.promise) {
        own.next = Promise.withResolvers();
        own.next.promise.catch(() => {});
        yield { afterMs: 0, bytes };
        worker.postMessage({ kind: "more", id } satisfies ToThread);
      }
    }
    const ended: StreamedResponse["ended"] = (ending) => {
      if (ending !== "sent") worker.postMessage({ kind: "cancel", id } satisfies ToThread);
    };
    const recorded = own.recorded.promise;
    settle(id, { kind: "stream", ...head, body: null, chunks: chunks(), ended, recorded });
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
  const take = (message: FromThread): void => {
    if (message.kind === "ready") opened.resolve();
    else if (message.kind === "waiting") onWait(message.waiting);
    else if (message.kind === "storing") void hook(message.id, message.exchange);
    else if (message.kind === "closed") closed.resolve(message);
    else if (message.kind === "broken") fail(new Error(message.message));
    else if (message.kind === "head") flow(message);
    else if (message.kind === "chunk") flowing.get(message.id)?.next.resolve(message.bytes);
    else if (message.kind === "end") flowing.get(message.id)?.next.resolve(null);
    else if (message.kind === "failure") failed(message.id, new Error(message.message));
    else if (message.kind === "answer") settle(message.id, { ...message, kind: undefined });
    else if (message.kind === "recorded") {
      const { id, response } = message;
      if (response === null) failed(id, new Error("it was not recorded"));
      else flowing.get(id)?.recorded.resolve(response);
      flowing.delete(id);
      rest();
    }
  };
  const end = (cause: Error): void =>
    fail(new Error(`Cannot record: the recorder's thread ended: ${cause.message}`, { cause }));
  worker.on("message", take).on("error", end);
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
      const pending = Promise.withResolvers<OutgoingResponse | StreamedResponse>();
      const id = asked++;
      inFlight.set(id, pending);
      worker.ref();
      const target = withoutPrefix(request.target, task.from);
      worker.postMessage({ kind: "ask", id, request: { ...request, target } } satisfies ToThread);
      return pending.promise;
    },
    close: async () => {
      isClosing = true;
      worker.ref();
      worker.postMessage({ kind: "close" } satisfies ToThread);
      try {
        const result = await closed.promise;
        await leaveThread(worker.off("message", take).off("error", end));
        return result;
      } catch (error) {
        await worker.terminate();
        throw error;
      }
    },
  };
}

/** An answer in parts. */
interface Flow {
  /** The next part; null at its end. */
  next: PromiseWithResolvers<Uint8Array<ArrayBuffer> | null>;
  readonly recorded: PromiseWithResolvers<RecordedResponse>;
}

// The recorder adds the path of its base URL again.
function withoutPrefix(target: string, from: string): string {
  const base = new URL(from).pathname.replace(/\/+$/, "");
  return target.startsWith(`${base}/`) ? target.slice(base.length) : target;
}
