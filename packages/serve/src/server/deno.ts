import { setTimeout } from "node:timers/promises";
import type { Dispatch } from "./dispatch.ts";
import { responder } from "./fetch-server.ts";
import { schemeOf } from "./scheme.ts";
import { type Address, ListenError, type OpenServer, type ServerOptions, urlOf } from "./server.ts";
import { createUnderway } from "./underway.ts";

/** As much of `Deno.serve` as is used here. */
interface Deno {
  serve(
    options: {
      readonly hostname: string;
      readonly port: number;
      readonly key?: string;
      readonly cert?: string;
      readonly signal: AbortSignal;
      readonly onListen: () => void;
    },
    handler: (request: Request, info: ServeInfo) => Served,
  ): {
    readonly addr: { readonly hostname: string; readonly port: number };
    readonly finished: Promise<void>;
    shutdown(): Promise<void>;
  };
}

interface ServeInfo {
  readonly remoteAddr: { readonly hostname: string };
  /** Resolves when the response was sent. */
  readonly completed: Promise<void>;
}

type Served = Response | Promise<Response>;

const { Deno: deno } = globalThis as { readonly Deno?: Deno };

/** How long connections may take to close once nothing is answered on them any more. */
const lingerMilliseconds = 1000;

/** Whether `Deno.serve` is there. */
export function runsOnDeno(): boolean {
  return deno !== undefined;
}

/**
 * Starts a server on `Deno.serve`.
 * @throws ListenError if the address cannot be had.
 */
export async function openDeno(answer: Dispatch, address: Address, options: ServerOptions): Promise<OpenServer> {
  if (deno === undefined) throw new TypeError("Cannot start a server on Deno.serve: this is not Deno");
  const stop = new AbortController();
  const giveUp = new AbortController();
  const { host, port, tls } = address;
  const scheme = schemeOf(address);
  const respond = responder(answer, options);
  const underway = createUnderway();
  // Deno greets on the console unless told what else to do.
  const where = { hostname: host, port, ...tls, signal: stop.signal, onListen: () => {} };
  try {
    const server = deno.serve(where, (request, { remoteAddr, completed }) => {
      underway.add(completed);
      // Rejected where the client went away.
      completed.catch(() => {}).finally(() => underway.delete(completed));
      const response = respond(request, { address: remoteAddr.hostname, port: server.addr.port, scheme });
      return response instanceof Promise ? unless(giveUp.signal, response) : response;
    });
    return {
      url: urlOf({ host: server.addr.hostname, port: server.addr.port, tls }),
      port: server.addr.port,
      shutdown: async (graceSeconds) => {
        // A server that was told to shut down takes no abort any more: what is still asked is given up instead.
        const ended = graceSeconds > 0 ? server.shutdown() : server.finished;
        const cut = await underway.empty(graceSeconds);
        giveUp.abort();
        if (graceSeconds === 0) stop.abort();
        await Promise.race([ended, setTimeout(lingerMilliseconds, null, { ref: false })]);
        return { cut };
      },
    };
  } catch (cause) {
    throw new ListenError(address, cause as Error);
  }
}

// A stopped server waits for what is still being answered, which may be for ever: a body that never comes to its end.
// Its connection is then left to the client: Deno ends all others.
function unless(givenUp: AbortSignal, response: Promise<Response>): Promise<Response> {
  return new Promise((resolve) => {
    const giveUp = (): void => resolve(new Response(null, { status: 503 }));
    givenUp.addEventListener("abort", giveUp);
    response.then(resolve).finally(() => givenUp.removeEventListener("abort", giveUp));
  });
}
