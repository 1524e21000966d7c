import { Socket } from "node:net";
import { isLoopback } from "./loopback.ts";
import { RefusedError } from "./refused-error.ts";

type Connect = Socket["connect"];

let real: Connect | null = null;

/**
 * Refuses connections to other machines, and to what is mounted: a client with sockets of its own (HTTP/2, a database's, an
 * undici pool) bypasses nock. Other connections to this machine pass.
 * @param isMounted Whether a player answers for a host and port of this machine.
 */
export function blockNetwork(isMounted: (host: string, port: number) => boolean): void {
  if (real !== null) return;
  const connect = Socket.prototype.connect;
  real = connect;
  Socket.prototype.connect = function (this: Socket, ...parameters: Parameters<Connect>) {
    const { host, port } = placeOf(parameters);
    if (host === null || (isLoopback(host) && !isMounted(host, port))) return Reflect.apply(connect, this, parameters);
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
    `Cannot connect to ${host}: ${isLoopback(host) ? "a player is mounted there" : "the network is closed while a player is mounted"}\n` +
      "  - a client with sockets of its own passes tapes by: give it a player, or a tape's fetch, as its fetch; or have it\n" +
      "    use node:http; or let it ask a server that replays: npx @tapedeck/cli replay",
  );
}

/** Where a call of connect() leads; no host for a path, and for this machine by no name. */
function placeOf(parameters: readonly unknown[]): { readonly host: string | null; readonly port: number } {
  // net.connect() hands its parameters on as one list.
  const [first, second] = (Array.isArray(parameters[0]) ? parameters[0] : parameters) as readonly unknown[];
  if (typeof first === "object" && first !== null) {
    const { host, port, path } = first as {
      readonly host?: string | null;
      readonly port?: number | string | null;
      readonly path?: string | null;
    };
    return { host: path ? null : (host ?? null), port: Number(port) };
  }
  return { host: typeof second === "string" ? second : null, port: Number(first) };
}
