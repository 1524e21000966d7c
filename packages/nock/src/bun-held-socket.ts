// Bun's `WebSocket` as a client took it before nock was loaded, and as Bun's own undici has it: nothing stands beneath it,
// but its prototype is everybody's. One that is about to connect is ended when its client first listens to it, in the turn
// that made it: before it has asked for anything.
import { connectionRefusal, placeOfUrl } from "./block-network.ts";

type BunsSocket = WebSocket & { terminate(): void };
type Method = (this: BunsSocket, ...given: readonly unknown[]) => unknown;

/** Has it refused. */
export function refuseHeldSockets(): void {
  const prototype = WebSocket.prototype as unknown as Record<string, Method>;
  for (const name of ["onopen", "onmessage", "onerror", "onclose", "binaryType"]) {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    if (property?.set) Object.defineProperty(prototype, name, { ...property, set: refusing(property.set as Method) });
  }
  for (const name of ["addEventListener", "send"]) prototype[name] = refusing(prototype[name] as Method);
}

function refusing(method: Method): Method {
  return function (...given) {
    const refusal = this.readyState === WebSocket.CONNECTING && connectionRefusal(placeOfUrl(new URL(this.url)), true);
    if (refusal) {
      this.terminate();
      throw refusal;
    }
    return Reflect.apply(method, this, given);
  };
}
