// The recorder runs in a thread of its own: Polly.js and its nock 13 patch the modules of a thread, and nock 14 patches
// those of the test's thread. It records one tape after the other.
import { setTimeout as delay } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { type DescribedLimit, describeRecorded } from "@tapedeck/api/files";
import { createRecorder, FolderLockedError, type Recorder, type RecorderOptions } from "@tapedeck/record";
import { isWorthRecording } from "@tapedeck/replay/internal";
import type { Exchange, Tape } from "@tapedeck/tape";
import type { FromThread, ToRecording, ToThread } from "./remote-recorder.ts";

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

/** Answers that come in parts: the next part is sent once it is asked for. */
const flowing = new Map<number, { readonly leave: () => void; wanted: PromiseWithResolvers<void> }>();

async function answer(recorder: Recorder, { id, request }: ToRecording & { kind: "ask" }): Promise<void> {
  try {
    const outcome = await recorder.player.answer(request);
    if (outcome.kind === undefined) return send({ ...outcome, kind: "answer", id });
    if (outcome.kind !== "stream") throw new Error("no WebSocket can be opened to the upstream from here");
    const { status, reason, headers } = outcome;
    const flow = { leave: () => outcome.ended?.("aborted"), wanted: Promise.withResolvers<void>() };
    flowing.set(id, flow);
    send({ kind: "head", id, status, ...(reason !== undefined && { reason }), headers });
    for await (const { bytes } of outcome.chunks) {
      send({ kind: "chunk", id, bytes });
      await flow.wanted.promise;
      flow.wanted = Promise.withResolvers();
    }
    send({ kind: "end", id });
    outcome.ended?.("sent");
    send({ kind: "recorded", id, response: (await outcome.recorded) ?? null });
  } catch (error) {
    send({ kind: "failure", id, message: (error as Error).message });
  } finally {
    flowing.delete(id);
  }
}

/** How long a thread that has recorded waits for the next recording, in milliseconds. */
const rest = 2000;
let resting: NodeJS.Timeout | undefined;
let hooked = 0;

async function start({ task }: ToThread & { kind: "open" }): Promise<(message: ToRecording) => void> {
  const { lasting, isHooked, describedIn: folder, ...options } = task;
  const atHook = new Map<number, PromiseWithResolvers<Exchange | null>>();
  // The hook is in the test's thread.
  const beforeStore = (exchange: Exchange): Exchange | null | Promise<Exchange | null> => {
    if (lasting && !isWorthRecording(exchange)) return null;
    if (!isHooked) return exchange;
    const given = Promise.withResolvers<Exchange | null>();
    const id = hooked++;
    atHook.set(id, given);
    send({ kind: "storing", id, exchange });
    return given.promise;
  };
  const origin = new URL(options.origin ?? options.from).origin;
  const description = { name: new URL(origin).host, origins: [origin] };
  /** The rate limit that the answers told. */
  let limit: DescribedLimit | null = null;
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
  const close = async (): Promise<void> => {
    try {
      await recorder.close();
      send({ kind: "closed", summary: recorder.summary(), limit });
      resting = setTimeout(send, rest, { kind: "rested" } satisfies FromThread);
    } catch (error) {
      send({ kind: "broken", message: (error as Error).message });
    }
  };
  return (message) => {
    if (message.kind === "ask") void answer(recorder, message);
    else if (message.kind === "close") void close();
    else if (message.kind === "more") flowing.get(message.id)?.wanted.resolve();
    else if (message.kind === "cancel") {
      flowing.get(message.id)?.leave();
      flowing.get(message.id)?.wanted.resolve();
    } else {
      const { resolve, reject } = atHook.get(message.id) as PromiseWithResolvers<Exchange | null>;
      atHook.delete(message.id);
      if (message.error === null) resolve(message.exchange);
      else reject(new Error(message.error));
    }
  };
}

let take: ((message: ToRecording) => void) | null = null;
parentPort?.on("message", async (message: ToThread) => {
  if (message.kind !== "open") return take?.(message);
  clearTimeout(resting);
  try {
    take = await start(message);
    send({ kind: "ready" });
  } catch (error) {
    send({ kind: "broken", message: (error as Error).message });
  }
});
