// Answers what asks for a WebSocket: opens it where the handler has one, and sends any other answer as it is. It says nothing
// over it of its own. Read next: node.ts.
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { deliver, type Ending, type OpenedSocket, type Outcome, type Peer } from "@tapedeck/replay";
import { headerOf } from "@tapedeck/tape";
import type { WebSocket, WebSocketServer } from "ws";
import { NodeSink } from "./node-sink.ts";

/** The longest message that is taken, in bytes. */
export const longestMessage: number = 16 * 1024 * 1024;

/** An upgrade that came, with what its connection sent after its head. */
export interface UpgradeRequest {
  readonly message: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Whether a request asks for a WebSocket: RFC 6455, section 4.2.1. */
export function asksForSocket({ headers, method }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
}

/** A response on a connection that the server gave up for an upgrade; it ends with the response. */
export function responseTo({ message, socket }: UpgradeRequest): ServerResponse {
  const response = new ServerResponse(message);
  response.assignSocket(socket as never);
  response.shouldKeepAlive = false;
  response.once("finish", () => socket.end());
  return response;
}

/** Delivers an outcome to a client that asks for a WebSocket. */
export async function deliverUpgrade(outcome: Outcome, upgrade: UpgradeRequest): Promise<void> {
  if (outcome.kind !== "socket") return deliver(outcome, new NodeSink(responseTo(upgrade)));
  server ??= await openServer();
  const { message, socket, head } = upgrade;
  let opened: OpenedSocket | null = outcome;
  opening.set(message, outcome);
  socket.once("close", () => {
    if (opened !== null) opened.ended?.("aborted");
  });
  server.handleUpgrade(message, socket, head, (client) => {
    opened = null;
    converse(outcome, client);
  });
}

let server: WebSocketServer | null = null;
const opening = new WeakMap<IncomingMessage, OpenedSocket>();

// Loaded with the first upgrade: most servers have none.
async function openServer(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import("ws");
  const made = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessage,
    handleProtocols: (_offered, message) => protocolOf(opening.get(message)) ?? false,
  });
  made.on("headers", (lines, message) => {
    for (const [name, value] of opening.get(message)?.headers ?? [])
      if (!name.startsWith("sec-websocket-")) lines.push(`${name}: ${value}`);
  });
  return made;
}

function protocolOf(socket: OpenedSocket | undefined): string | null {
  return headerOf(socket?.headers ?? [], "sec-websocket-protocol");
}

function converse({ open, pacer, ended }: OpenedSocket, client: WebSocket): void {
  const gone = new AbortController();
  let ending: Ending = "aborted";
  const peer: Peer = {
    gone: gone.signal,
    send: (data) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      client.send(data, () => resolve());
      return promise;
    },
    close: (code, reason) => {
      ending = "sent";
      // RFC 6455, section 7.4.1: neither can be sent; 1005 says that there was no code.
      if (code === undefined || code === 1006) client.terminate();
      else if (code === 1005) client.close();
      else client.close(code, reason);
    },
  };
  client.binaryType = "arraybuffer";
  const conversation = open(peer, pacer?.());
  client.on("message", (data, isBinary) => {
    const bytes = new Uint8Array(data as ArrayBuffer);
    conversation.received(isBinary ? bytes : new TextDecoder().decode(bytes));
  });
  // A frame that breaks the protocol, or is too long: `ws` has closed the connection, and says so to the client.
  client.on("error", () => {
    ending = "broken";
  });
  client.on("close", (code, reason) => {
    gone.abort();
    conversation.closed(code, reason.toString());
    ended?.(ending);
  });
}
