import { syncBuiltinESMExports } from "node:module";
import type { Ask, Reply } from "@tapedeck/replay";
import nock from "nock";

/** Where a player is mounted. */
export interface MountOptions {
  /** The origin whose requests it answers: `https://api.service.example`. */
  readonly origin: string;
}

/** As much of a player as is needed to mount it. */
export interface Mountable {
  readonly answer: (ask: Ask) => Reply | Promise<Reply>;
}

/** A mounted player. */
export interface Mounted {
  /** Takes the player away again. The network stays closed: {@link openNetwork} opens it. */
  unmount(): void;
}

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
export function mount(player: Mountable, { origin }: MountOptions): Mounted {
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  // nock takes `http.request` over, and not what others hold by `import { request } from "node:http"`.
  syncBuiltinESMExports();
  const scope = nock(origin).persist();
  const sent = new WeakMap<Intercepted, Intercepted["headers"]>();
  // nock parses a body by its content type, and one that is no JSON after all ends the process. Without headers to go by
  // it does not look, and we take the bytes as they were sent.
  scope.on("request", (request: Intercepted) => {
    sent.set(request, request.headers);
    request.headers = {};
  });
  const interceptors = methods.map((method) => scope.intercept(/.*/, method));
  interceptors.forEach((interceptor, at) => {
    interceptor.reply(async function (target) {
      const request = this.req as unknown as Intercepted;
      const ask = askOf(request, sent.get(request) ?? {}, methods[at] ?? "GET", target, origin);
      const { status, headers, body: bytes } = await player.answer(ask);
      return [status, bytes === null ? "" : Buffer.from(bytes), headers.flat()];
    });
  });
  return {
    unmount: () => {
      for (const interceptor of interceptors) nock.removeInterceptor(interceptor);
    },
  };
}

/** Gives the network back to this process once no player is mounted any more. */
export function openNetwork(): void {
  nock.cleanAll();
  nock.enableNetConnect();
  nock.restore();
  syncBuiltinESMExports();
}

function askOf(
  { requestBodyBuffers }: Intercepted,
  headers: Intercepted["headers"],
  method: string,
  target: string,
  base: string,
): Ask {
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
