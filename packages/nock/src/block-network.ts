import { Socket } from "node:net";
import { isLoopback } from "./loopback.ts";
import { RefusedError } from "./refused-error.ts";

type Connect = Socket["connect"];

let real: Connect | null = null;

/**
 * Refuses connections to other machines: a client with sockets of its own (undici's, HTTP/2, a database's) bypasses
 * nock. Connections to this machine pass.
 */
export function blockNetwork(): void {
  if (real !== null) return;
  const connect = Socket.prototype.connect;
  real = connect;
  Socket.prototype.connect = function (this: Socket, ...parameters: Parameters<Connect>) {
    const host = hostOf(parameters);
    if (host === null || isLoopback(host)) return Reflect.apply(connect, this, parameters);
    // Asynchronous, as connections fail: only then does the caller listen for the error.
    queueMicrotask(() => this.destroy(refusal(host)));
    return this;
  } as Connect;
}

/** Allows connections again. */
export function unblockNetwork(): void {
  if (real !== null) Socket.prototype.connect = real;
  real = null;
}

function refusal(host: string): RefusedError {
  return new RefusedError(
    `Cannot connect to ${host}: the network is closed while a player is mounted\n` +
      `  - a client with sockets of its own cannot be answered from tapes: give it a player, or a tape's fetch, as its fetch`,
  );
}

/** Where a call of connect() leads; null for this machine. */
function hostOf(parameters: readonly unknown[]): string | null {
  // net.connect() hands its parameters on as one list.
  const [first, second] = (Array.isArray(parameters[0]) ? parameters[0] : parameters) as readonly unknown[];
  if (typeof first === "object" && first !== null) {
    const { host, path } = first as { readonly host?: string | null; readonly path?: string | null };
    return path ? null : (host ?? null);
  }
  return typeof first === "number" && typeof second === "string" ? second : null;
}
