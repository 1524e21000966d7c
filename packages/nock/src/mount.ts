import { syncBuiltinESMExports } from "node:module";
import { type Handler, type IncomingRequest, isCoded, readable } from "@tapedeck/replay";
import type Nock from "nock";
import { blockNetwork, unblockNetwork } from "./block-network.ts";
import { isLoopback } from "./loopback.ts";
import { nock, unfakeNextTick } from "./nock-without-timers.ts";

/** Where a player is mounted. */
export interface MountOptions {
  /** The origin whose requests it answers: `https://api.service.example`. */
  readonly origin: string;
}

/** A mounted player. */
export interface Mounted {
  /** Takes the player away again. The network stays closed: {@link openNetwork} opens it. */
  unmount(): void;
}

/** Whatever answers: a player, or a mode composed of some, at once or later. An error it throws is the client's. */
export type Answering = Pick<Handler, "answer">;

/** A request as nock holds it. */
interface Intercepted {
  headers: Readonly<Record<string, number | string | string[] | undefined>>;
  readonly requestBodyBuffers: readonly Uint8Array[];
}

const methods: readonly string[] = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Lets a player answer what this process asks of an origin, through `fetch` and Node's http clients alike; no socket is
 * opened. Requests to every other host fail, so that a test never reaches the network unnoticed.
 * @example
 * const mounted = mount(createPlayer({ tapes }), { origin: "https://api.service.example" });
 * await fetch("https://api.service.example/users/ada");
 * mounted.unmount();
 */
export function mount(player: Answering, { origin }: MountOptions): Mounted {
  closeNetwork();
  const { unmount } = intercept(nock(origin, { filteringScope: onRequest }), player, () => origin);
  const mounted = { origin };
  mounts.add(mounted);
  return {
    unmount: () => {
      mounts.delete(mounted);
      unmount();
    },
  };
}

// nock asks this first of each request that it takes over, and takes its tick in the same breath.
function onRequest(): boolean {
  unfakeNextTick();
  return false;
}

/** What is mounted now. */
const mounts = new Set<MountOptions>();

/**
 * Answers the requests of this process to every origin for which no player is mounted.
 * @param matches Whether it answers for an origin.
 */
export function mountFallback(player: Answering, matches: (origin: string) => boolean): Mounted {
  closeNetwork();
  fallbackPattern.matches = (origin) => ![...mounts].some((mounted) => mounted.origin === origin) && matches(origin);
  const { unmount } = intercept(nock(fallbackPattern), player, ({ headers }) => `//${headers["host"] ?? "unknown"}`);
  return {
    unmount: () => {
      fallbackPattern.matches = nowhere;
      unmount();
    },
  };
}

const nowhere = (): boolean => false;

/**
 * A pattern that asks a function: nock tries it on origins, and on whole requests. (What nock has for that,
 * `filteringScope`, forgets the host.)
 */
class OriginPattern extends RegExp {
  matches: (origin: string) => boolean = nowhere;
  override test(text: string): boolean {
    unfakeNextTick();
    const [origin] = /https?:\/\/[^/]+/.exec(text) ?? [];
    return origin !== undefined && this.matches(new URL(origin).origin);
  }
}

// One for good: nock takes patterns that are written alike for the same.
const fallbackPattern = new OriginPattern("fallback");

/** Lets requests to this machine through, while the network is closed to all others. */
export function allowLoopback(): void {
  nock.enableNetConnect(isLoopback);
}

/** Gives the network back to this process once no player is mounted any more. */
export function openNetwork(): void {
  nock.cleanAll();
  mounts.clear();
  nock.enableNetConnect();
  nock.restore();
  unblockNetwork();
  syncBuiltinESMExports();
}

function closeNetwork(): void {
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  blockNetwork();
  // nock takes `http.request` over, and not what others hold by `import { request } from "node:http"`.
  syncBuiltinESMExports();
}

function intercept(bare: Nock.Scope, player: Answering, baseOf: (request: Intercepted) => string): Mounted {
  const scope = bare.persist();
  const sent = new WeakMap<Intercepted, Intercepted["headers"]>();
  // nock parses a body by its content type, and one that is no JSON after all ends the process. Without headers to go by
  // it does not look, and we take the bytes as they were sent.
  scope.on("request", (request: Intercepted) => {
    sent.set(request, request.headers);
    request.headers = {};
  });
  const interceptors = methods.map((method) => scope.intercept(/.*/, method));
  interceptors.forEach((interceptor, at) => {
    // Asynchronous whatever the player is: an error thrown at once would end the process, a rejection reaches the client.
    interceptor.reply(async function (target) {
      const request = this.req as unknown as Intercepted;
      const headers = sent.get(request) ?? {};
      const base = baseOf({ ...request, headers });
      const ask = askOf(request, headers, methods[at] ?? "GET", target, base);
      const reply = await player.answer(isCoded(ask) ? await readable(ask) : ask);
      return [reply.status, reply.body === null ? "" : Buffer.from(reply.body), reply.headers.flat()];
    });
  });
  return {
    unmount: () => {
      for (const interceptor of interceptors) nock.removeInterceptor(interceptor);
    },
  };
}

function askOf(
  { requestBodyBuffers }: Intercepted,
  headers: Intercepted["headers"],
  method: string,
  target: string,
  base: string,
): IncomingRequest {
  const fields = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), typeof value === "number" ? String(value) : value] as const,
  );
  const body = Buffer.concat(requestBodyBuffers);
  return {
    method,
    target,
    headers: Object.fromEntries(fields),
    body: body.length === 0 ? null : body,
    base,
    address: "127.0.0.1",
  };
}
