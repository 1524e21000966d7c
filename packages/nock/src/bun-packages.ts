// Bun replaces undici, node-fetch and ws by its own versions, which use its own `fetch` and sockets. The test runner's
// function that replaces modules works outside of tests too, also for modules that were imported before.
import { createRequire } from "node:module";

type Call = (...given: readonly never[]) => unknown;
type Package = Call & Record<string, Call>;

/**
 * Makes Bun's own packages answer as nock's `fetch` does, or refuse, while the network is closed.
 * @param guard Makes a client that does something else there: by default it is refused.
 */
export function replaceBunPackages(
  fetch: Call,
  guard: (client: Call, instead?: Call, isSocket?: boolean) => Call,
): void {
  const require = createRequire(import.meta.url);
  const { mock } = require("bun:test") as { readonly mock: { module(name: string, make: () => object): void } };
  const replace = (name: string, made: Package): void => {
    made["default"] = made;
    mock.module(name, () => made);
  };

  const undici = require("undici") as Package;
  const senders = ["request", "stream", "pipeline", "connect", "upgrade"];
  const guarded = Object.fromEntries(senders.map((name) => [name, guard(undici[name] as Call)]));
  replace("undici", Object.assign({}, undici, guarded, { fetch }) as Package);

  const nodeFetch = require("node-fetch") as Package;
  const Made = nodeFetch["Response"] as unknown as typeof Response;
  const instead = async (...given: readonly never[]): Promise<Response> => {
    const { body, status, statusText, headers } = (await fetch(...given)) as Response;
    return new Made(body, { status, statusText, headers });
  };
  const guardedFetch = Object.assign(guard(nodeFetch, instead), nodeFetch) as Package;
  replace("node-fetch", Object.assign(guardedFetch, { fetch: guardedFetch }));

  const ws = require("ws") as Package;
  const socket = guard(ws["WebSocket"] as Call, undefined, true);
  mock.module("ws", () => ({ ...ws, WebSocket: socket, default: socket }));
}
