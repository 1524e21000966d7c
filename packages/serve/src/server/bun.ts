import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Conversation, OpenedSocket } from "@tapedeck/replay";
import type { Dispatch } from "./dispatch.ts";
import { type Given, responder } from "./fetch-server.ts";
import { type Address, addressUrl, ListenError, type OpenServer, type ServerOptions } from "./server.ts";
import { schemeOf, type Tls } from "./tls.ts";
import { converse, longestMessage, openingHeaders, protocolOf } from "./websocket/converse.ts";

/** The part of `Bun.serve` that is used here. */
interface Bun {
  serve(options: {
    readonly hostname: string;
    readonly port: number;
    readonly development: boolean;
    readonly reusePort: boolean;
    readonly idleTimeout: number;
    readonly maxRequestBodySize: number;
    readonly tls?: Tls;
    readonly fetch: (request: Request, server: BunServer) => Given | Promise<Given>;
    readonly websocket: {
      readonly maxPayloadLength: number;
      readonly idleTimeout: number;
      readonly open: (socket: BunSocket) => void;
      readonly message: (socket: BunSocket, data: string | Uint8Array) => void;
      readonly drain: (socket: BunSocket) => void;
      readonly close: (socket: BunSocket, code: number, reason: string) => void;
    };
  }): BunServer;
}

interface BunSocket {
  readonly data: {
    readonly opened: OpenedSocket;
    conversation?: Required<Conversation>;
    drained?: PromiseWithResolvers<void>;
  };
  /** Returns -1 if the client cannot take more for now. */
  send(data: string | Uint8Array<ArrayBuffer>): number;
  close(code?: number, reason?: string): void;
  terminate(): void;
}

interface BunServer {
  readonly address: { readonly address: string; readonly port: number };
  requestIP(request: Request): { readonly address: string } | null;
  upgrade(
    request: Request,
    options: { readonly data: BunSocket["data"]; readonly headers: [string, string][] },
  ): boolean;
  readonly pendingRequests: number;
  readonly pendingWebSockets: number;
  stop(closeActiveConnections: boolean): Promise<void>;
}

const { Bun: bun } = globalThis as { readonly Bun?: Bun };

/** Returns whether `Bun.serve` exists. */
export function runsOnBun(): boolean {
  return bun !== undefined;
}

/**
 * Starts a server on `Bun.serve`.
 * @throws ListenError if the address is not available.
 */
export async function openBun(answer: Dispatch, address: Address, options: ServerOptions): Promise<OpenServer> {
  if (bun === undefined) throw new TypeError("Cannot start a server on Bun.serve: this is not Bun");
  try {
    // Bun's error code for an unknown name is left over from an earlier failure.
    if (isIP(address.host) === 0) await lookup(address.host);
    const { tls } = address;
    const scheme = schemeOf(address);
    const respond = responder(answer, options);
    const server = bun.serve({
      hostname: address.host,
      port: address.port,
      // In development Bun shows its errors to clients; otherwise it shares a port with the process that already has
      // it.
      development: false,
      reusePort: false,
      // A handler that asks upstream may take longer than Bun's ten seconds.
      idleTimeout: 0,
      // Bounded where it is read.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      ...(tls && { tls }),
      fetch: (request) => {
        const upgrade = (opened: OpenedSocket): Given => {
          const protocol = protocolOf(opened);
          const headers = [...openingHeaders(opened)] as [string, string][];
          if (protocol !== null) headers.push(["sec-websocket-protocol", protocol]);
          if (server.upgrade(request, { data: { opened }, headers })) return;
          opened.ended?.("broken");
          return new Response("tapedeck: what asks for a WebSocket is no opening handshake", { status: 400 });
        };
        return respond(request, { address: server.requestIP(request)?.address ?? "", port, scheme, upgrade });
      },
      websocket: { maxPayloadLength: longestMessage, idleTimeout: 0, ...conversations },
    });
    const { address: host, port } = server.address;
    return {
      url: addressUrl({ host, port, tls }),
      port,
      shutdown: async (graceSeconds) => {
        if (graceSeconds > 0) {
          const over = new AbortController();
          const ended = server.stop(false).finally(() => over.abort());
          await Promise.race([ended, setTimeout(graceSeconds * 1000, null, over).catch(() => {})]);
        }
        const cut = server.pendingRequests + server.pendingWebSockets;
        await server.stop(true);
        return { cut };
      },
    };
  } catch (cause) {
    throw new ListenError(address, cause as Error);
  }
}

const conversations: Pick<Parameters<Bun["serve"]>[0]["websocket"], "open" | "message" | "drain" | "close"> = {
  open(socket) {
    const { data } = socket;
    data.conversation = converse(data.opened, {
      send: (said) => {
        if (socket.send(said) !== -1) return undefined;
        data.drained ??= Promise.withResolvers();
        return data.drained.promise;
      },
      close: (code, reason) => socket.close(code, reason),
      cut: () => socket.terminate(),
    });
  },
  message({ data }, said) {
    data.conversation?.received(typeof said === "string" ? said : new Uint8Array(said));
  },
  drain: ({ data }) => drained(data),
  close({ data }, code, reason) {
    drained(data);
    data.conversation?.closed(code, reason);
  },
};

function drained(data: BunSocket["data"]): void {
  data.drained?.resolve();
  delete data.drained;
}
