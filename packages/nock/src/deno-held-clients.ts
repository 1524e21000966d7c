// What Deno has of its own, as a client took it before nock was loaded: nothing stands beneath it, but each reads a
// property of the request or URL that it has made before it sends anything, and throws what is thrown there.
import { connectionRefusal, placeOfUrl } from "./block-network.ts";

const readers = /\/(?:26_fetch|01_websocket|02_websocketstream|27_eventsource)\.js$/;

/** Has its `fetch`, `WebSocket`, `WebSocketStream` and `EventSource` refused. */
export function refuseHeldClients(): void {
  // Found before `href` is replaced: `new URL(url)` would come to it again.
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

/** Whether who called the function that asks is Deno itself. */
function isReadByDeno(): boolean {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 3;
  Error.prepareStackTrace = (_error, frames) => readers.test(frames[2]?.getFileName() ?? "");
  const isRead = new Error().stack as unknown as boolean;
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return isRead;
}
