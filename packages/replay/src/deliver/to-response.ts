import type { HeaderList } from "@tapedeck/tape";
import { deliver, type Sink } from "./deliver.ts";
import { lazyResponse, realResponse } from "./lazy-response.ts";
import type { Ending, FaultKind, Outcome, OutgoingResponse } from "./outcome.ts";

/**
 * Converts an outcome to a `Response`, for callers that speak fetch: at once, unless the connection fails before the
 * headers. The body of a stream is produced as it is read; a broken connection is an error of that read.
 * @param gone Aborted when the caller is no longer interested, like `request.signal`.
 * @param failed Called with an error of this process that broke the answer off, by a server: the body that it sends ends
 *   without one. Otherwise the reader of the body gets the error.
 * @returns A promise that rejects with a TypeError, like `fetch`, if the connection breaks before any headers.
 */
export function toResponse(
  outcome: Outcome,
  gone?: AbortSignal,
  failed?: (error: unknown) => void,
): Response | Promise<Response> {
  const { kind, status, ended } = outcome;
  if (kind === undefined) {
    let ending: Ending = "broken";
    try {
      const response = lazyResponse(outcome) ?? realResponse(outcome);
      ending = "sent";
      return response;
    } finally {
      ended?.(ending);
    }
  }
  const sink = new ResponseSink(gone, failed);
  deliver(outcome, sink);
  return status === 0 ? sink.response : (sink.made as Response);
}

/** Returns the error that `fetch` rejects with when a connection fails. */
function connectionError(fault: FaultKind): TypeError {
  const code = fault === "reset" ? "ECONNRESET" : "UND_ERR_SOCKET";
  const cause = Object.assign(new Error(fault === "reset" ? "read ECONNRESET" : "other side closed"), { code });
  return new TypeError(fault === "reset" ? "fetch failed" : "terminated", { cause });
}

class ResponseSink implements Sink {
  made: Response | null = null;
  /** The response, or the error of `fetch` in its place. */
  readonly response: Promise<Response>;
  readonly #late: PromiseWithResolvers<Response> = Promise.withResolvers();
  readonly #abort: AbortController = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #leave = (): void => this.#left(this.#signal?.reason);
  #body: ReadableStreamDefaultController<Uint8Array> | null = null;
  #wanted: PromiseWithResolvers<void> = Promise.withResolvers();
  #ended: ((ending: Ending) => void) | null = null;
  readonly #failed: ((error: unknown) => void) | undefined;

  constructor(signal: AbortSignal | undefined, failed: ((error: unknown) => void) | undefined) {
    this.#signal = signal;
    this.#failed = failed;
    this.response = this.#late.promise;
    // After the head, no caller waits for this promise.
    this.response.catch(() => {});
    if (signal?.aborted) this.#leave();
    else signal?.addEventListener("abort", this.#leave, { once: true });
  }

  get gone(): AbortSignal {
    return this.#abort.signal;
  }

  done(ended: (ending: Ending) => void): void {
    this.#ended = ended;
  }

  send(response: OutgoingResponse): void {
    this.#give(realResponse(response));
    this.#end("sent");
  }

  head(status: number, headers: HeaderList, _trailers?: HeaderList, reason?: string): void {
    const source = {
      start: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        this.#body = controller;
      },
      pull: () => this.#wanted.resolve(),
      cancel: (reason: unknown) => this.#left(reason),
    };
    // Chunks are produced only when they are read.
    const body = new ReadableStream(source, { highWaterMark: 0 });
    this.#give(realResponse({ status, headers, body, ...(reason && { reason }) }));
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#wanted.promise;
    this.#wanted = Promise.withResolvers();
    if (!this.gone.aborted) this.#body?.enqueue(bytes);
  }

  end(): void {
    this.#body?.close();
    this.#end("sent");
  }

  fail(fault: FaultKind, own?: unknown): void {
    if (fault === "stall" || this.gone.aborted) return;
    if (own !== undefined) this.#failed?.(own);
    const error = own ?? connectionError(fault);
    // Bun prints the error of a body that it sends, with its stack.
    this.#body?.error(this.#failed === undefined ? error : null);
    this.#late.reject(error);
    this.#end("broken");
  }

  #give(response: Response): void {
    this.made = response;
    this.#late.resolve(response);
  }

  #left(reason: unknown): void {
    if (this.gone.aborted) return;
    this.#abort.abort(reason);
    this.#wanted.resolve();
    this.#late.reject(reason);
    // A cancelled stream cannot take an error: its reader has gone.
    this.#body?.error(reason);
    this.#end("aborted");
  }

  #end(ending: Ending): void {
    this.#signal?.removeEventListener("abort", this.#leave);
    this.#ended?.(ending);
    this.#ended = null;
  }
}
