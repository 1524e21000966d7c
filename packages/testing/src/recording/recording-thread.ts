// The recorder runs in a thread of its own: Polly.js and its nock 13 patch the modules of a thread, and nock 14 patches
// those of the test's thread.
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { type DescribedLimit, describeRecorded } from "@tapedeck/api/files";
import { createRecorder, FolderLockedError, type Recorder, type RecorderOptions } from "@tapedeck/record";
import { isLasting, toResponse } from "@tapedeck/replay";
import { type Exchange, flowsByType, type Tape } from "@tapedeck/tape";
import type { FromThread, RecordingTask, ToThread } from "./remote-recorder.ts";

/** How long to wait for a recorder of the same tape in another process. */
const lockPatience = { times: 600, milliseconds: 100 };

const send = (message: FromThread): void => parentPort?.postMessage(message);

async function open(options: RecorderOptions, left: number = lockPatience.times): Promise<Recorder> {
  try {
    return await createRecorder(options);
  } catch (error) {
    if (!(error instanceof FolderLockedError) || left === 0) throw error;
    await delay(lockPatience.milliseconds);
    return open(options, left - 1);
  }
}

/** Streams to the test's thread. */
const reading = new Map<number, ReadableStreamDefaultReader<Uint8Array>>();

async function answer(
  recorder: Recorder,
  { id, url, method, headers, body }: ToThread & { kind: "ask" },
): Promise<void> {
  try {
    const { origin, pathname, search } = new URL(url);
    const fields = Object.fromEntries(headers);
    const asked = { method, target: pathname + search, headers: fields, body, base: origin };
    // A `Request` has no room for the body of a GET.
    const response =
      (method === "GET" || method === "HEAD") && body.length > 0
        ? await toResponse(await recorder.player.answer(asked))
        : await recorder.player(new Request(url, { method, headers, ...(body.length > 0 && { body }) }));
    const { status } = response;
    const head = { id, status, headers: [...response.headers] };
    if (response.body === null || !flowsByType(head.headers)) {
      const whole = response.body === null ? null : new Uint8Array(await response.arrayBuffer());
      return send({ kind: "answer", ...head, body: whole });
    }
    const reader = response.body.getReader();
    reading.set(id, reader);
    send({ kind: "head", ...head });
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
      send({ kind: "chunk", id, bytes: value as Uint8Array<ArrayBuffer> });
    send({ kind: "end", id });
  } catch (error) {
    send({ kind: "failure", id, message: (error as Error).message });
  } finally {
    reading.delete(id);
  }
}

/** The rate limit that the answers told. */
let limit: DescribedLimit | null = null;

async function close(recorder: Recorder): Promise<void> {
  try {
    await recorder.close();
    send({ kind: "closed", summary: recorder.summary(), limit });
  } catch (error) {
    send({ kind: "broken", message: (error as Error).message });
  }
}

try {
  const {
    lasting,
    hooked,
    describedIn: folder,
    ...options
  } = workerData as RecordingTask & { readonly hooked: boolean };
  const atHook = new Map<number, PromiseWithResolvers<Exchange | null>>();
  let asked = 0;
  // The hook is in the test's thread.
  const beforeStore = (exchange: Exchange): Exchange | null | Promise<Exchange | null> => {
    if (lasting && !isLasting(exchange.response)) return null;
    if (!hooked) return exchange;
    const given = Promise.withResolvers<Exchange | null>();
    const id = asked++;
    atHook.set(id, given);
    send({ kind: "storing", id, exchange });
    return given.promise;
  };
  const origin = new URL(options.origin ?? options.from).origin;
  const description = { name: new URL(origin).host, origins: [origin] };
  const describe = async (tapes: AsyncIterable<Tape>): Promise<void> => {
    const { rateLimit } = recorder;
    if (folder !== null) limit = await describeRecorded({ tapes, folder, description, rateLimit, always: false });
  };
  const recorder = await open({
    ...options,
    describe,
    pace: { onWait: (waiting) => send({ kind: "waiting", waiting }) },
    beforeStore,
  });
  parentPort?.on("message", (message: ToThread) => {
    if (message.kind === "ask") void answer(recorder, message);
    else if (message.kind === "close") void close(recorder);
    else if (message.kind === "cancel")
      reading
        .get(message.id)
        ?.cancel()
        .catch(() => {});
    else {
      const { resolve, reject } = atHook.get(message.id) as PromiseWithResolvers<Exchange | null>;
      atHook.delete(message.id);
      if (message.error === null) resolve(message.exchange);
      else reject(new Error(message.error));
    }
  });
  send({ kind: "ready" });
} catch (error) {
  send({ kind: "broken", message: (error as Error).message });
}
