// Answers a request for a WebSocket: opens it if the handler has one, and sends any other answer as it is. Read next:
// ../node.ts.
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { OpenedSocket, Outcome } from "@tapedeck/replay";
import { deliver } from "@tapedeck/replay/internal";
import type { WebSocket, WebSocketServer } from "ws";
import type { NodeSink } from "../node-sink.ts";
import { converse, longestMessage, openingHeaders, protocolOf } from "./converse.ts";

/** An upgrade request, with what its connection sent after its head. */
interface UpgradeRequest {
  readonly message: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Makes a response on a connection that the server gave up for an upgrade; the connection ends with it. */
export function responseTo({ message, socket }: UpgradeRequest): ServerResponse {
  const response = new ServerResponse(message);
  response.assignSocket(socket as never);
  response.shouldKeepAlive = false;
  response.once("finish", () => socket.end());
  return response;
}

/** Delivers an outcome to a client that asks for a WebSocket. */
export async function deliverUpgrade(
  outcome: Outcome,
  upgrade: UpgradeRequest,
  sinkFor: (response: ServerResponse) => NodeSink,
): Promise<void> {
  if (outcome.kind !== "socket") return deliver(outcome, sinkFor(responseTo(upgrade)));
  server ??= await openServer();
  const { message, socket, head } = upgrade;
  let opened: OpenedSocket | null = outcome;
  opening.set(message, outcome);
  socket.once("close", () => {
    if (opened !== null) opened.ended?.("aborted");
  });
  server.handleUpgrade(message, socket, head, (client) => {
    opened = null;
    begin(outcome, client);
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
    for (const [name, value] of openingHeaders(opening.get(message))) lines.push(`${name}: ${value}`);
  });
  return made;
}

function begin(socket: OpenedSocket, client: WebSocket): void {
  client.binaryType = "arraybuffer";
  const conversation = converse(socket, {
    send: (data) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      client.send(data, () => resolve());
      return promise;
    },
    close: (code, reason) => client.close(code, reason),
    cut: () => client.terminate(),
  });
  client.on("message", (data, isBinary) => {
    const bytes = new Uint8Array(data as ArrayBuffer);
    conversation.received(isBinary ? bytes : new TextDecoder().decode(bytes));
  });
  // A frame that breaks the protocol or is too long: `ws` has closed the connection, and told the client.
  client.on("error", () => conversation.broken());
  client.on("close", (code, reason) => conversation.closed(code, reason.toString()));
}
