import http, { Agent, type ClientRequest } from "node:http";
import https from "node:https";
import { Socket } from "node:net";
import process from "node:process";
import { isLoopback } from "@tapedeck/tape/internal";
import { RefusedError, socketAdvice } from "./refused-error.ts";

type Connect = Socket["connect"];

/** A client's destination when it connects: no host for a path or for this machine by number. */
export interface Destination {
  readonly host: string | null;
  readonly port: number;
}

// Types leave these methods out.
type Request = ClientRequest & { onSocket(socket: Socket | null, error: Error): void };
interface Agents {
  addRequest(request: Request, options: Destination & { readonly socketPath?: string }): void;
}
const agents = Agent.prototype as unknown as Agents;

let real: { readonly connect: Connect; readonly addRequest: typeof agents.addRequest } | null = null;
let answersAt: (host: string, port: number) => boolean = () => false;
let answersFor: (origin: string) => boolean = () => false;
const nocksAgents = new Map<string, Agents>();

/**
 * Refuses connections to other machines, and to what is mounted: a client with sockets of its own (HTTP/2, a database's)
 * bypasses nock. Other connections to this machine pass.
 * @param isMounted Whether a player is mounted at a host and port of this machine.
 * @param isAnswered Whether a player answers for an origin. Its requests by an `http.request` that a client took earlier
 * go to nock's agent.
 */
export function blockNetwork(
  isMounted: (host: string, port: number) => boolean,
  isAnswered: (origin: string) => boolean,
): void {
  answersAt = isMounted;
  answersFor = isAnswered;
  if (real !== null) return;
  const { connect } = Socket.prototype;
  const { addRequest } = agents;
  real = { connect, addRequest };
  Socket.prototype.connect = function (this: Socket, ...parameters: Parameters<Connect>) {
    const refusal = connectionRefusal(placeOf(parameters));
    if (refusal === null) return Reflect.apply(connect, this, parameters);
    // Asynchronous, as connection errors are: the caller listens for the error only after this.
    queueMicrotask(() => this.destroy(refusal));
    return this;
  } as Connect;
  // A request that bypasses nock needs no new connection if its agent has kept one.
  agents.addRequest = function (this: Agent, request, options) {
    const isNocks = this.constructor.name.startsWith("Mock");
    const { protocol } = request;
    const origin = URL.parse(`${protocol}//${options.host}:${options.port}`)?.origin;
    if (!isNocks && !options.socketPath && origin && answersFor(origin)) {
      // nock ends a body of unknown length only by closing.
      request.shouldKeepAlive = false;
      return nocksAgent(protocol).addRequest(request, options);
    }
    const refusal = isNocks ? null : connectionRefusal(options);
    if (refusal !== null) request.onSocket(null, refusal);
    else Reflect.apply(addRequest, this, [request, options]);
  };
}

/** Returns the agent that nock gives to a request of the current `http.request`. */
function nocksAgent(protocol: string): Agents {
  const known = nocksAgents.get(protocol);
  if (known) return known;
  const request = (protocol === "https:" ? https : http).request(`${protocol}//localhost`).on("error", () => {});
  request.destroy();
  const agent = (request as unknown as { readonly agent: Agents }).agent;
  nocksAgents.set(protocol, agent);
  return agent;
}

/** Allows connections again. */
export function unblockNetwork(): void {
  if (real !== null) {
    Socket.prototype.connect = real.connect;
    agents.addRequest = real.addRequest;
  }
  real = null;
  nocksAgents.clear();
}

/** Returns the error for a client that bypasses nock; null if it may connect. */
export function connectionRefusal({ host, port }: Destination, isSocket = false): RefusedError | null {
  if (real === null || host === null || (isLoopback(host) && !answersAt(host, Number(port)))) return null;
  const why = isLoopback(host) ? "a player is mounted there" : "the network is closed while a player is mounted";
  if (isSocket) return new RefusedError(`Cannot open a WebSocket to ${host}: ${why}\n${socketAdvice}`);
  return new RefusedError(
    `Cannot connect to ${host}: ${why}\n` +
      "  - a client with sockets of its own passes tapes by: give it a player, or a tape's fetch, as its fetch; or have it\n" +
      "    use node:http; or let it ask a server that replays: npx @tapedeck/cli replay\n" +
      "  - one that has undici passes if it is loaded before: import it at the top of the test's file" +
      (process.versions["deno"] || process.versions["bun"]
        ? "\n  - on Deno and Bun so does a fetch that a client took before @tapedeck/nock was loaded: load that first (--preload)"
        : ""),
  );
}

/** Returns the destination of a URL. */
export function placeOfUrl({ protocol, hostname, port }: URL): { readonly host: string; readonly port: number } {
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (/^(?:https|wss):$/.test(protocol) ? 443 : 80)),
  };
}

/** Returns the destination of a call of connect(). */
function placeOf(parameters: readonly unknown[]): Destination {
  // net.connect() passes its parameters on as one list.
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
