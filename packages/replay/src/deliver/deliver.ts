import type { HeaderList, InformationalResponse } from "@tapedeck/tape";
import type {
  ConnectionFault,
  Ending,
  FaultKind,
  OpenedSocket,
  Outcome,
  OutgoingResponse,
  StreamedResponse,
} from "./outcome.ts";

/** Where an outcome goes: a socket, a `Response`, an intercepted request. It decides nothing. */
export interface Sink {
  /** Sends a whole response. */
  send(response: OutgoingResponse): void;
  /** Sends the head of one that flows. @param trailers What comes after the body, if anything does. */
  head(status: number, headers: HeaderList, trailers?: HeaderList, reason?: string): void;
  /** Sends a chunk; gives a promise where the client takes no more for now. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> | undefined;
  /** @param trailers Fields after the body. */
  end(trailers?: HeaderList): void;
  /** Sends a response before the response. Default: it cannot, and no client waits for one. */
  inform?(response: InformationalResponse): void;
  /** Breaks the connection; a stall is nothing to do. */
  fail(fault: FaultKind): void;
  /** Opens a WebSocket. Default: it cannot, and the client is told so. */
  upgrade?(socket: OpenedSocket): void;
  /** Aborted when the client is gone. */
  readonly gone: AbortSignal;
  /** Has a function called once the connection has no more to do with this answer. */
  done(ended: (ending: Ending) => void): void;
}

/**
 * Delivers an outcome. A whole response is sent at once; a stream continues after this has returned, chunk by chunk, no
 * faster than the client reads, and ends when the client is gone.
 * @throws what the sink throws for headers that cannot be sent: nothing has been sent then.
 * @example
 * deliver(player.answer(request), new NodeSink(response));
 */
export function deliver(outcome: Outcome, sink: Sink): void {
  if (outcome.ended) sink.done(outcome.ended);
  if (outcome.kind === undefined) {
    sink.send(outcome);
    return;
  }
  if (outcome.kind === "socket") {
    if (sink.upgrade) sink.upgrade(outcome);
    else sink.send(noSockets());
    return;
  }
  for (const each of outcome.informational ?? []) sink.inform?.(each);
  const { trailers, reason } = outcome.kind === "stream" ? outcome : {};
  if (outcome.status !== 0)
    sink.head(outcome.status, outcome.headers, typeof trailers === "function" ? undefined : trailers, reason);
  // A source that breaks off, as an upstream may, breaks the answer off.
  void flow(outcome, sink).catch(() => sink.fail("truncation"));
}

/** The answer to a client where no WebSocket can be opened: in a process's own `fetch`, at an interceptor. */
function noSockets(): OutgoingResponse {
  const body = new TextEncoder().encode(
    "tapedeck: no WebSocket can be opened here; replay it by a server on node:http\n",
  );
  return {
    status: 501,
    headers: [
      ["content-length", String(body.length)],
      ["content-type", "text/plain; charset=utf-8"],
      ["x-tapedeck", "miss"],
    ],
    body,
  };
}

async function flow(outcome: StreamedResponse | ConnectionFault, sink: Sink): Promise<void> {
  const { chunks, pacer } = outcome;
  const { gone } = sink;
  const wait = pacer?.();
  for await (const { afterMs, bytes } of chunks) {
    if (gone.aborted) return;
    const due = wait?.(afterMs, gone);
    if (due) await due;
    if (gone.aborted) return;
    const drained = sink.write(bytes);
    if (drained) await drained;
  }
  if (gone.aborted) return;
  if (outcome.kind === "stream") sink.end(trailersOf(outcome));
  else sink.fail(outcome.fault);
}

/** The trailers that came after a body; undefined until it has ended. */
export function trailersOf({ trailers }: StreamedResponse): HeaderList | undefined {
  return typeof trailers === "function" ? trailers() : trailers;
}
