import { setTimeout } from "node:timers/promises";
import type { Conversation, OpenedSocket } from "@tapedeck/replay";
import type { Dispatch } from "./dispatch.ts";
import { type Given, responder } from "./fetch-server.ts";
import { type Address, addressUrl, ListenError, type OpenServer, type ServerOptions } from "./server.ts";
import { schemeOf } from "./tls.ts";
import { createUnderway } from "./underway.ts";
import { converse, longestMessage, openingHeaders, protocolOf } from "./websocket/converse.ts";

/** The part of `Deno.serve` that is used here. */
interface Deno {
  serve(
    options: {
      readonly hostname: string;
      readonly port: number;
      readonly key?: string;
      readonly cert?: string;
      readonly signal: AbortSignal;
      readonly onListen: () => void;
      readonly onError: () => Response;
    },
    handler: (request: Request, info: ServeInfo) => Served,
  ): {
    readonly addr: { readonly hostname: string; readonly port: number };
    readonly finished: Promise<void>;
    shutdown(): Promise<void>;
  };
  upgradeWebSocket(
    request: Request,
    options: { readonly protocol?: string; readonly idleTimeout: number },
  ): { readonly socket: WebSocket; readonly response: Response };
}

interface ServeInfo {
  readonly remoteAddr: { readonly hostname: string };
  /** Resolves when the response was sent. */
  readonly completed: Promise<void>;
}

type Served = Given | Promise<Given>;

const { Deno: deno } = globalThis as { readonly Deno?: Deno };

/** How long connections may take to close once nothing is answered on them. */
const lingerMilliseconds = 1000;

/** Takes the error of a broken-off answer, which was told already: Deno would print it. */
const brokenOff = (): Response => new Response(null, { status: 500 });

/** Returns whether `Deno.serve` exists. */
export function runsOnDeno(): boolean {
  return deno !== undefined;
}

/**
 * Starts a server on `Deno.serve`.
 * @throws ListenError if the address is not available.
 */
export async function openDeno(answer: Dispatch, address: Address, options: ServerOptions): Promise<OpenServer> {
  if (deno === undefined) throw new TypeError("Cannot start a server on Deno.serve: this is not Deno");
  const own = deno;
  const stop = new AbortController();
  const giveUp = new AbortController();
  const { host, port, tls } = address;
  const scheme = schemeOf(address);
  const respond = responder(answer, options);
  const underway = createUnderway();
  // Deno prints a greeting unless it gets something else to do.
  const where = { hostname: host, port, ...tls, signal: stop.signal, onListen: () => {}, onError: brokenOff };
  try {
    const server = deno.serve(where, (request, { remoteAddr, completed }) => {
      underway.add(completed);
      // Rejected if the client went away.
      completed.catch(() => {}).finally(() => underway.delete(completed));
      const upgrade = (opened: OpenedSocket): Response => {
        const protocol = protocolOf(opened);
        const { socket, response } = own.upgradeWebSocket(request, { ...(protocol && { protocol }), idleTimeout: 0 });
        for (const [name, value] of openingHeaders(opened)) response.headers.append(name, value);
        begin(opened, socket);
        return response;
      };
      const { port } = server.addr;
      const response = respond(request, { address: remoteAddr.hostname, port, scheme, upgrade });
      return response instanceof Promise ? unless(giveUp.signal, response) : response;
    });
    return {
      url: addressUrl({ host: server.addr.hostname, port: server.addr.port, tls }),
      port: server.addr.port,
      shutdown: async (graceSeconds) => {
        // A server that is shutting down ignores an abort: the remaining requests are given up instead.
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

// A stopped server waits for requests in flight, possibly forever: for a body that never ends. Its connection is then
// left to the client: Deno ends all others.
function unless(givenUp: AbortSignal, response: Promise<Given>): Promise<Given> {
  return new Promise((resolve) => {
    const giveUp = (): void => resolve(new Response(null, { status: 503 }));
    givenUp.addEventListener("abort", giveUp);
    response.then(resolve).finally(() => givenUp.removeEventListener("abort", giveUp));
  });
}

/** Bytes waiting to be sent before a client counts as slow. */
const mostWaiting = 1024 * 1024;

/** A client that has said nothing for so long has nothing on its way: half a second is the longest wait for that. */
const quietMilliseconds = 10;
const mostWaits = 50;

function begin(opened: OpenedSocket, socket: WebSocket): void {
  let conversation: Required<Conversation> | null = null;
  let heard = 0;
  // Deno ends the connection, without a close frame, on a message that comes while it closes.
  const close = async (code?: number, reason?: string): Promise<void> => {
    for (let waits = 0, before = -1; before !== heard && waits < mostWaits; waits += 1) {
      before = heard;
      await setTimeout(quietMilliseconds);
    }
    socket.close(code, reason);
  };
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    conversation = converse(opened, {
      send: (data) => {
        socket.send(data);
        return socket.bufferedAmount > mostWaiting ? drained(socket) : undefined;
      },
      close,
      // Deno has no access to the connection: it is closed without a code.
      cut: () => socket.close(),
    });
  };
  socket.onmessage = ({ data }: { readonly data: string | ArrayBuffer }) => {
    heard += 1;
    const length = typeof data === "string" ? data.length : data.byteLength;
    if (length > longestMessage) {
      conversation?.broken();
      void close(1009, "message too long");
    } else conversation?.received(typeof data === "string" ? data : new Uint8Array(data));
  };
  socket.onerror = () => conversation?.broken();
  socket.onclose = ({ code, reason }) => {
    if (conversation === null) opened.ended?.("aborted");
    else conversation.closed(code, reason);
  };
}

// No event tells that the waiting bytes were sent.
async function drained(socket: WebSocket): Promise<void> {
  while (socket.readyState === socket.OPEN && socket.bufferedAmount > mostWaiting) await setTimeout(5);
}
