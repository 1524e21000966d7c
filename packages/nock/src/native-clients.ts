// Clients of Deno and Bun that reach the network without the Node modules that nock replaces: each first checks whether
// the network is closed. They are wrapped when this file is loaded, so that a client that stores one before a player is
// mounted stores ours. Earlier ones are refused where possible. Read next: `block-network.ts`.
import http from "node:http";
import { connectionRefusal, type Destination, placeOfUrl } from "./block-network.ts";
import { allowHeldFetch, refuseHeldFetch } from "./bun-held-fetch.ts";
import { refuseHeldSockets } from "./bun-held-socket.ts";
import { replaceBunPackages } from "./bun-packages.ts";
import { refuseHeldClients } from "./deno-held-clients.ts";
import { nock, realFetch } from "./nock-without-timers.ts";

type Call = (...given: readonly never[]) => unknown;
type Holder = Record<string, Call | undefined>;

const { Deno: deno, Bun: bun } = globalThis as unknown as { readonly Deno?: Holder; readonly Bun?: Holder };

// It answers whenever nock is active, also if a client stored it while nock was not.
const nocksFetch = globalThis.fetch;

if (deno ?? bun) Object.assign(nocksFetch, realFetch); // Bun's has a method.
const guarded = [
  [globalThis as unknown as Holder, ["WebSocket", "WebSocketStream", "WebTransport", "EventSource"]],
  [deno, ["connect", "connectTls", "connectQuic"]],
  [bun, ["connect"]],
] as const;
for (const [holder, names] of guarded)
  for (const name of names)
    if (holder?.[name]) holder[name] = guard(holder[name], undefined, name.startsWith("WebSocket"));
if (deno !== undefined) refuseHeldClients();
if (bun !== undefined) {
  refuseHeldSockets();
  replaceBunPackages(nocksFetch as Call, guard);
}

function guard(real: Call, instead?: Call, isSocket = false): Call {
  return new Proxy(real, {
    apply(call, self, given) {
      const refusal = connectionRefusal(placeOf(given[0]));
      if (refusal === null) return Reflect.apply(call, self, given);
      return instead ? Reflect.apply(instead, self, given) : Promise.reject(refusal);
    },
    construct(made, given, derived) {
      const refusal = connectionRefusal(placeOf(given[0]), isSocket);
      if (refusal !== null) throw refusal;
      return Reflect.construct(made, given, derived);
    },
  });
}

/** Returns the destination of a URL, or of a call of `connect` of Deno or Bun. */
function placeOf(what: unknown): Destination {
  const given = what instanceof Request ? what.url : what;
  if (typeof given === "string" || given instanceof URL)
    return URL.canParse(given) ? placeOfUrl(new URL(given)) : { host: null, port: 0 };
  const { hostname, port, path, unix } = given as Readonly<Record<string, string | undefined>>;
  return { host: path || unix ? null : (hostname ?? "127.0.0.1"), port: Number(port) };
}

/**
 * Activates nock, with the runtime's `fetch` for requests that it does not answer.
 * @param isHere Whether a player answers for an origin of this machine.
 */
export function activateNock(isHere: boolean): void {
  if (bun?.["listen"]) refuseHeldFetch(bun["listen"] as never, isHere);
  if (nock.isActive()) return;
  if (globalThis.fetch === nocksFetch) globalThis.fetch = realFetch;
  const { ClientRequest } = http;
  nock.activate();
  if (bun !== undefined) http.ClientRequest = withHttps(http.ClientRequest, ClientRequest);
}

/** Undoes it, except for a `fetch` that a client stores meanwhile and uses once a player is mounted. */
export function restoreNock(): void {
  nock.restore();
  allowHeldFetch();
  if ((deno ?? bun) && globalThis.fetch === realFetch) globalThis.fetch = nocksFetch;
}

// Bun's `https.request` uses `http.ClientRequest`, and nock takes everything there for HTTP except its own.
function withHttps(nocks: typeof http.ClientRequest, real: typeof http.ClientRequest): typeof http.ClientRequest {
  return new Proxy(nocks, {
    construct(made, given, derived) {
      const { protocol, proto } = given[0] as { readonly protocol?: string; readonly proto?: string };
      const isHttps = protocol === "https:" && proto === undefined;
      return Reflect.construct(isHttps ? real : made, given, isHttps ? real : derived);
    },
  });
}
