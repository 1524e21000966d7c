// A thread with sockets: it reads requests and writes the answers. Another thread decides. Started by open-workers.ts.
// Read next: remote-dispatch.ts.
import type { MessagePort } from "node:worker_threads";
import { isSteering } from "../control/control.ts";
import { dispatcher } from "../server/dispatch.ts";
import type { Failure } from "../server/failure.ts";
import { openNode } from "../server/node.ts";
import { ListenError, type OpenServer } from "../server/server.ts";
import type { FromWorker, ToWorker, WorkerSettings } from "./messages.ts";
import { createRemote } from "./remote-dispatch.ts";

/** Opens a server whose requests go to the thread at the other end of a port. */
export async function serveSockets(port: MessagePort, { address, options, steered }: WorkerSettings): Promise<void> {
  const post = (message: FromWorker): void => port.postMessage(message);
  const remote = createRemote(post);
  const handler = Object.assign(() => Promise.reject(new TypeError("asked by answer() alone")), {
    answer: remote.answer,
  });
  // The control API is asked first, and not compressed, as with a single thread.
  const control = (ask: Parameters<typeof remote.answer>[0]): ReturnType<typeof remote.answer> | null =>
    isSteering(ask) ? remote.answer(ask) : null;
  const dispatch = dispatcher(handler, { ...options, ...(steered && { control }) });
  const onFailure = (failure: Failure): void => post({ kind: "failure", failure });

  let server: OpenServer | null = null;
  port.on("message", (message: ToWorker) => {
    if (message.kind !== "shutdown") remote.hear(message);
    else void server?.shutdown(message.graceSeconds).then(({ cut }) => post({ kind: "shut", cut }));
  });
  try {
    server = await openNode(dispatch, address, { ...options, onFailure });
    post({ kind: "listening", url: server.url, port: server.port });
  } catch (error) {
    post({ kind: "unable", code: error instanceof ListenError ? error.code : "", message: (error as Error).message });
  }
}
