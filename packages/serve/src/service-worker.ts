import type { FetchHandler } from "@tapedeck/replay";

/** The part of a service worker's global scope that is used here. */
export interface FetchWorker {
  addEventListener(type: "install" | "activate", listener: (event: LifeEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: AskEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

interface LifeEvent {
  waitUntil(done: Promise<unknown>): void;
}

interface AskEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** The origin whose requests are answered. */
export interface ServiceWorkerOptions {
  /** `https://api.service.example`; requests to other origins pass. */
  readonly origin: string;
}

/**
 * Serves in a browser: lets a handler in a service worker answer what its pages ask of an origin. It takes over at
 * once, also the page that registered it. Call it while the worker's script runs, since a browser ignores listeners
 * that are added later.
 * @throws RangeError for an invalid origin.
 * @see Service Workers, sections 4.5 (FetchEvent) and 4.1.4 (skipWaiting)
 * @example
 * answerFetches(self, createPlayer({ tapes }), { origin: "https://api.service.example" });
 */
export function answerFetches(worker: FetchWorker, handler: FetchHandler, { origin }: ServiceWorkerOptions): void {
  const own = URL.parse(origin)?.origin;
  if (own === undefined || own === "null" || !/^[^:]+:\/\/[^/]+\/?$/.test(origin))
    throw new RangeError(
      `Cannot answer for ${JSON.stringify(origin)}: it is no origin; name one without a path, such as https://orders.example`,
    );
  worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
  worker.addEventListener("fetch", (event) => {
    if (new URL(event.request.url).origin === own) event.respondWith(handler(event.request));
  });
}
