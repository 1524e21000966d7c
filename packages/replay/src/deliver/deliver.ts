import type { HeaderList } from "@tapedeck/tape";
import type { Ending, FaultKind, Outcome, OutgoingResponse } from "./outcome.ts";

/** Where an outcome goes: a socket, a `Response`, an intercepted request. It decides nothing. */
export interface Sink {
  /** Sends a whole response. */
  send(response: OutgoingResponse): void;
  /** Sends the head of one that flows. */
  head(status: number, headers: HeaderList): void;
  /** Sends a chunk; gives a promise where the client takes no more for now. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> | undefined;
  end(): void;
  /** Breaks the connection; a stall is nothing to do. */
  fail(fault: FaultKind): void;
  /** Aborted when the client is gone. */
  readonly gone: AbortSignal;
  /** Has a function called once the connection has no more to do with this answer. */
  done(ended: (ending: Ending) => void): void;
}

/**
 * Delivers what came of a request. A whole response is sent at once; what flows goes on after this has returned, chunk by
 * chunk, no faster than the client takes it, and ends when the client is gone.
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
  if (outcome.status !== 0) sink.head(outcome.status, outcome.headers);
  // A source that breaks off, as an upstream may, breaks the answer off.
  void flow(outcome, sink).catch(() => sink.fail("truncation"));
}

async function flow(outcome: Exclude<Outcome, OutgoingResponse>, sink: Sink): Promise<void> {
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
  if (outcome.kind === "stream") sink.end();
  else sink.fail(outcome.fault);
}
