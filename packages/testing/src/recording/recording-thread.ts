// The recorder's own thread: Polly.js and the nock 13 in it take over the modules of a process, and a test's thread has
// nock 14 at work.
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { createRecorder, FolderLockedError, type Recorder, type RecorderOptions } from "@tapedeck/record";
import { isLasting } from "@tapedeck/replay";
import type { FromThread, RecordingTask, ToThread } from "./remote-recorder.ts";

/** How long to wait for another recorder of the same tape: tests run in several processes. */
const lockPatience = { times: 600, milliseconds: 100 };

const say = (message: FromThread): void => parentPort?.postMessage(message);

async function open(options: RecorderOptions, left: number = lockPatience.times): Promise<Recorder> {
  try {
    return await createRecorder(options);
  } catch (error) {
    if (!(error instanceof FolderLockedError) || left === 0) throw error;
    await delay(lockPatience.milliseconds);
    return open(options, left - 1);
  }
}

async function answer(
  recorder: Recorder,
  { id, url, method, headers, body }: ToThread & { kind: "ask" },
): Promise<void> {
  try {
    const bodiless = method === "GET" || method === "HEAD";
    const response = await recorder.player(new Request(url, { method, headers, body: bodiless ? null : body }));
    const empty = response.body === null;
    say({
      kind: "answer",
      id,
      status: response.status,
      headers: [...response.headers],
      body: empty ? null : new Uint8Array(await response.arrayBuffer()),
    });
  } catch (error) {
    say({ kind: "failure", id, message: (error as Error).message });
  }
}

async function close(recorder: Recorder): Promise<void> {
  try {
    await recorder.close();
    say({ kind: "closed", summary: recorder.summary() });
  } catch (error) {
    say({ kind: "broken", message: (error as Error).message });
  }
}

try {
  const { lasting, ...options } = workerData as RecordingTask;
  const recorder = await open({
    ...options,
    pace: { onWait: (waiting) => say({ kind: "waiting", waiting }) },
    ...(lasting && { keep: ({ response }) => isLasting(response) }),
  });
  parentPort?.on("message", (message: ToThread) => {
    void (message.kind === "ask" ? answer(recorder, message) : close(recorder));
  });
  say({ kind: "ready" });
} catch (error) {
  say({ kind: "broken", message: (error as Error).message });
}
