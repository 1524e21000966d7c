// A `Response` that makes its headers and its body only when they are read: most clients read one of them, and a real
// `Response` costs more than the rest of an answer together. Read next: to-response.ts.
import type { HeaderList } from "@tapedeck/tape";
import { bodilessStatuses } from "@tapedeck/tape/internal";
import { isHeaderName, isHeaderValue } from "../http/header-syntax.ts";
import { memoizeObject } from "../memoize.ts";
import type { OutgoingResponse } from "./outcome.ts";

/**
 * Makes a response that behaves like `new Response()` and is an instance of it. A real one replaces it as soon as more
 * than the status or the whole body is read. Returns null where the runtime's own server or cache needs a real one
 * (Deno, Bun, browsers), and for arguments that `new Response()` refuses.
 */
export function lazyResponse(response: OutgoingResponse): Response | null {
  const { status, headers, body, fixed } = response;
  if (!isNode || fixed === undefined || status < 200 || status > highestMade) return null;
  if (body !== null && bodilessStatuses.has(status)) return null;
  if (!isSendable(fixed.fields)) return null;
  for (let at = fixed.fields.length; at < headers.length; at += 1) if (!isField(headers[at])) return null;
  if (replaced !== globalThis.Response) {
    replaced = globalThis.Response;
    Lazy = lazyClassOf(replaced);
  }
  return new Lazy(response) as Response;
}

/**
 * Returns a response made by `new Response()`.
 * @throws RangeError for a status above 599, but on Node.
 */
export function realResponse(
  {
    status,
    reason,
    headers,
    body,
  }: Pick<OutgoingResponse, "status" | "reason" | "headers"> & {
    readonly body: OutgoingResponse["body"] | ReadableStream<Uint8Array>;
  },
  Base: typeof Response = Response,
): Response {
  const response = new Base(body, {
    // Elsewhere it throws: `Deno.serve`, `Bun.serve` and a service worker would send another status than the response has.
    status: isNode ? Math.min(status, highestMade) : status,
    ...(reason && { statusText: reason }),
    headers: headers as [string, string][],
  });
  return status > highestMade ? Object.defineProperty(response, "status", { value: status }) : response;
}

/** The highest status that `new Response()` takes. `fetch` itself gives any of three digits, as LinkedIn's 999. */
export const highestMade = 599;

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
