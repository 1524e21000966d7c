// A `Response` that makes its headers and its body when they are read: most clients read one of them, and to make a
// real one costs more than all else that an answer takes. Read next: to-response.ts.
import { bodilessStatuses, type HeaderList } from "@tapedeck/tape";
import { isHeaderName, isHeaderValue } from "../http/header-syntax.ts";
import { memoizeObject } from "../memoize.ts";
import type { OutgoingResponse } from "./outcome.ts";

/**
 * Makes a response that is as `new Response()` would make it, and an instance of it. A real one takes its place as soon as
 * more than the status or the whole body is read. Null where it cannot be: where a runtime's own server or cache wants a
 * real one (Deno, Bun, browsers), and for what `new Response()` refuses.
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

/** The response that `new Response()` makes. */
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

// A test may put another `Response` in its place, as environments with a DOM do.
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

    /** The real response, which is asked for everything from now on. */
    static realOf(lazy: LazyResponse): Response {
      if (lazy.#real !== null) return lazy.#real;
      lazy.#real = realResponse(lazy.#made, Base);
      // It refuses to be read again, as any response does.
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

    /** Whether the body is there to be taken: it was not read, and no real response has it. */
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
