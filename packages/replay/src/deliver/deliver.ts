import type { Cut, HeaderList, InformationalResponse } from "@tapedeck/tape";
import { nextTurn } from "@tapedeck/tape/internal";
import { textAnswer } from "../http/own-answer.ts";
import type {
  ConnectionFault,
  Ending,
  FaultKind,
  OpenedSocket,
  Outcome,
  OutgoingResponse,
  StreamedResponse,
} from "./outcome.ts";

/** Where an outcome is sent: a socket, a `Response`, an intercepted request. It decides nothing. */
export interface Sink {
  /** Sends a whole response. */
  send(response: OutgoingResponse): void;
  /** Sends the head of a stream. @param trailers The fields that come after the body, if any. */
  head(status: number, headers: HeaderList, trailers?: HeaderList, reason?: string): void;
  /** Sends a chunk; returns a promise if the client cannot take more for now. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> | undefined;
  /** Whether the promise means that the bytes were sent, and may be overwritten. Default: false. */
  readonly waits?: boolean;
  /** @param trailers Fields after the body. */
  end(trailers?: HeaderList): void;
  /** Sends an informational response (103). Default: it cannot, and is not called. */
  inform?(response: InformationalResponse): void;
  /**
   * Breaks the connection; for a stall it does nothing.
   * @param error What failed in this process, to be reported. Default: nothing, the recording or the service broke it off.
   */
  fail(fault: FaultKind, error?: unknown): void;
  /** Opens a WebSocket. Default: it cannot, and the client gets an error that says so. */
  upgrade?(socket: OpenedSocket): void;
  /** Aborted when the client is gone. */
  readonly gone: AbortSignal;
  /** Registers a function to call once the connection has finished with this answer. */
  done(ended: (ending: Ending) => void): void;
}

/** To a client where no WebSocket can be opened: in a process's own `fetch`, at an interceptor. */
const noSockets = "tapedeck: no WebSocket can be opened here; replay it by a server on node:http\n";

/**
 * Delivers an outcome. A whole response is sent at once; a stream continues after this function has returned, chunk by
 * chunk, no faster than the client reads, and ends when the client is gone.
 * @throws What the sink throws for headers that cannot be sent; nothing has been sent then.
 */
export function deliver(outcome: Outcome, sink: Sink): void {
  if (outcome.ended) sink.done(outcome.ended);
  if (outcome.kind === undefined) {
    sink.send(outcome);
    return;
  }
  if (outcome.kind === "socket") {
    if (sink.upgrade) sink.upgrade(outcome);
    else sink.send(textAnswer(501, "text/plain; charset=utf-8", noSockets, [["x-tapedeck", "miss"]]));
    return;
  }
  for (const each of outcome.informational ?? []) sink.inform?.(each);
  const { trailers, reason } = outcome.kind === "stream" ? outcome : {};
  if (outcome.status !== 0)
    sink.head(outcome.status, outcome.headers, typeof trailers === "function" ? undefined : trailers, reason);
  void flow(outcome, sink).catch((error: { readonly cut?: Cut } | null | undefined) => {
    if (error?.cut !== undefined || sink.gone.aborted) sink.fail(error?.cut === "reset" ? "reset" : "truncation");
    else sink.fail("truncation", error);
  });
}

/** Returns the error for a source that breaks off, such as an upstream: it breaks off the answer in the same way. */
export function brokenOff(cut: Cut, cause?: unknown): Error & { readonly cut: Cut } {
  return Object.assign(new Error("the source of the answer broke it off", { cause }), { cut });
}

const chunksInTurn = 256;
/** Bytes of a chunk that take as long as any chunk. */
const bytesOfChunk = 4096;

async function flow(outcome: StreamedResponse | ConnectionFault, sink: Sink): Promise<void> {
  const { pacer } = outcome;
  const { gone } = sink;
  // One buffer for all of a large body: a new one for each piece leaves tens of megabytes to be collected.
  const chunks = sink.waits && "passing" in outcome.chunks ? outcome.chunks.passing() : outcome.chunks;
  const wait = pacer?.();
  let taken = 0;
  for await (const { afterMs, bytes } of chunks) {
    if (gone.aborted) return;
    const due = wait?.(afterMs, gone);
    if (due) await due;
    if (gone.aborted) return;
    const drained = sink.write(bytes);
    if (drained) await drained;
    // A socket takes many chunks, and a MiB of large ones, before anything else has its turn.
    taken += Math.max(1, bytes.length / bytesOfChunk);
    if (taken < chunksInTurn) continue;
    taken = 0;
    await nextTurn();
  }
  if (gone.aborted) return;
  if (outcome.kind === "stream") sink.end(trailersOf(outcome));
  else sink.fail(outcome.fault);
}

/** Returns the trailers of a stream; undefined until its body has ended. */
export function trailersOf({ trailers }: StreamedResponse): HeaderList | undefined {
  return typeof trailers === "function" ? trailers() : trailers;
}
