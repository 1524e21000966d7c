// Bun's `WebSocket`, when a client stored it before nock was loaded, and as Bun's own undici has it: it cannot be
// intercepted, but its prototype is shared. A socket that is about to connect is ended when its client first listens to
// it, in the same turn that made it: before it has sent anything.
import { connectionRefusal, placeOfUrl } from "./block-network.ts";

type BunsSocket = WebSocket & { terminate(): void };
type Method = (this: BunsSocket, ...given: readonly unknown[]) => unknown;

/** Refuses such sockets. */
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
