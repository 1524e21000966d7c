// Deno's own clients, when a client stored them before nock was loaded: they cannot be intercepted, but each reads a
// property of the request or URL before it sends anything, and passes on an error thrown there.
import { connectionRefusal, placeOfUrl } from "./block-network.ts";

const readers = /\/(?:26_fetch|01_websocket|02_websocketstream|27_eventsource)\.js$/;

/** Refuses its `fetch`, `WebSocket`, `WebSocketStream` and `EventSource`. */
export function refuseHeldClients(): void {
  // Read before `href` is replaced: `new URL(url)` would call the replacement.
  refuseWhereRead(Request.prototype, "signal", ({ url }) => new URL(url));
  refuseWhereRead(URL.prototype, "href", (url) => url);
}

function refuseWhereRead<Made extends object>(prototype: Made, name: keyof Made, urlOf: (made: Made) => URL): void {
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (property?.get === undefined) return;
  const { get } = property;
  Object.defineProperty(prototype, name, {
    ...property,
    get(this: Made) {
      const url = urlOf(this);
      const refusal = connectionRefusal(placeOfUrl(url), url.protocol.startsWith("ws"));
      if (refusal !== null && isReadByDeno()) throw refusal;
      return Reflect.apply(get, this, []);
    },
  });
}

/** Returns whether Deno itself called the function that asks. */
function isReadByDeno(): boolean {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 3;
  Error.prepareStackTrace = (_error, frames) => readers.test(frames[2]?.getFileName() ?? "");
  const isRead = new Error().stack as unknown as boolean;
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return isRead;
}
