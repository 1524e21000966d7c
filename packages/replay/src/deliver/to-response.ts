import type { HeaderList } from "@tapedeck/tape";
import { bodilessStatuses } from "@tapedeck/tape/internal";
import { isHeaderName, isHeaderValue } from "../http/header-syntax.ts";
import { memoizeObject } from "../memoize.ts";
import { deliver, type Sink } from "./deliver.ts";
import type { Ending, FaultKind, Outcome, OutgoingResponse } from "./outcome.ts";

/**
 * Converts an outcome to a `Response`, for callers that speak fetch: at once, unless the connection fails before the
 * headers. The body of a stream is produced as it is read; a broken connection is an error of that read.
 * @param gone Aborted when the caller is no longer interested, like `request.signal`.
 * @returns A promise that rejects with a TypeError, like `fetch`, if the connection breaks before any headers.
 * @example
 * await toResponse(player.answer(request), request.signal);
 */
export function toResponse(outcome: Outcome, gone?: AbortSignal): Response | Promise<Response> {
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
  const sink = new ResponseSink(gone);
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

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
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
    this.#give(
      new Response(body, { status, ...(reason && { statusText: reason }), headers: headers as [string, string][] }),
    );
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

  fail(fault: FaultKind): void {
    if (fault === "stall" || this.gone.aborted) return;
    const error = connectionError(fault);
    this.#body?.error(error);
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

/**
 * Makes a response that behaves like `new Response()` and is an instance of it, and makes its headers and its body only
 * when they are read: most clients read one of them, and a real `Response` costs more than the rest of an answer
 * together. A real one replaces it as soon as more than the status or the whole body is read. Returns null where the runtime's own server or cache needs a real one
 * (Deno, Bun, browsers), and for arguments that `new Response()` refuses.
 * @example
 * await lazyResponse({ status: 200, headers: [], fixed: [], body })?.text();
 */
export function lazyResponse(response: OutgoingResponse): Response | null {
  const { status, headers, body, fixed } = response;
  if (!isNode || fixed === undefined || status < 200 || status > 599 || (body !== null && bodilessStatuses.has(status)))
    return null;
  if (!isSendable(fixed)) return null;
  for (let at = fixed.length; at < headers.length; at += 1) if (!isField(headers[at])) return null;
  if (replaced !== globalThis.Response) {
    replaced = globalThis.Response;
    Lazy = lazyClassOf(replaced);
  }
  return new Lazy(response) as Response;
}

/** Returns a response made by `new Response()`. */
export function realResponse(
  { status, reason, headers, body }: OutgoingResponse,
  Base: typeof Response = Response,
): Response {
  return new Base(body, { status, ...(reason && { statusText: reason }), headers: headers as [string, string][] });
}

const isNode = globalThis.process?.versions?.node !== undefined && !("Deno" in globalThis) && !("Bun" in globalThis);

const isSendable = memoizeObject((headers: HeaderList) => headers.every(isField));

function isField(field: HeaderList[number] | undefined): boolean {
  return field !== undefined && isHeaderName(field[0]) && isHeaderValue(field[1]);
}

type LazyClass = new (response: OutgoingResponse) => object;

// A test may replace `Response`, as environments with a DOM do.
let replaced: typeof Response | null = null;
let Lazy: LazyClass;

const decoder = new TextDecoder();

function lazyClassOf(Base: typeof Response): LazyClass {
  class LazyResponse {
    readonly #made: OutgoingResponse;
    #isRead = false;
    #real: Response | null = null;

    constructor(made: OutgoingResponse) {
      this.#made = made;
    }

    /** Returns the real response, which takes over from now on. */
    static realOf(lazy: LazyResponse): Response {
      if (lazy.#real !== null) return lazy.#real;
      lazy.#real = realResponse(lazy.#made, Base);
      // A response refuses to be read twice.
      if (lazy.#isRead) void lazy.#real.arrayBuffer();
      return lazy.#real;
    }

    get status(): number {
      return this.#made.status;
    }

    get ok(): boolean {
      return this.#made.status < 300;
    }

    get bodyUsed(): boolean {
      return this.#real?.bodyUsed ?? this.#isRead;
    }

    async text(): Promise<string> {
      return this.#take() ? decoder.decode(this.#made.body ?? undefined) : LazyResponse.realOf(this).text();
    }

    async json(): Promise<unknown> {
      return JSON.parse(await this.text());
    }

    async arrayBuffer(): Promise<ArrayBuffer> {
      return this.#take() ? new Uint8Array(this.#made.body ?? []).buffer : LazyResponse.realOf(this).arrayBuffer();
    }

    /** Takes the body, if it was not read and no real response has it. */
    #take(): boolean {
      if (this.#real !== null || this.#isRead) return false;
      this.#isRead = this.#made.body !== null;
      return true;
    }
  }
  const { prototype } = LazyResponse;
  Reflect.deleteProperty(prototype, "constructor");
  for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(Base.prototype))) {
    if (Object.hasOwn(prototype, name) || name === "constructor") continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      ...(get === undefined
        ? {
            value(this: LazyResponse, ...parameters: unknown[]) {
              return value.apply(LazyResponse.realOf(this), parameters);
            },
          }
        : {
            get(this: LazyResponse) {
              return get.call(LazyResponse.realOf(this));
            },
          }),
    });
  }
  Object.setPrototypeOf(prototype, Base.prototype);
  return LazyResponse;
}
