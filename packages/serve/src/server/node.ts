import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { OutgoingResponse } from "@tapedeck/replay";
import { type Dispatch, failure } from "./dispatch.ts";
import { askOf, bodyOf, hasBody } from "./read-request.ts";
import { type Address, ListenError, type Listening, schemeOf, urlOf } from "./server.ts";

// Without an answer, whoever takes the door for a proxy to everywhere sees a connection that broke.
const noProxy = [
  "HTTP/1.1 405 Method Not Allowed",
  "allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  "connection: close",
  "content-type: text/plain; charset=utf-8",
  "",
  "tapedeck: this is no proxy for other hosts; ask for a path at this address instead\n",
].join("\r\n");

/**
 * Opens a door on `node:http`: on every runtime the same bytes in the same order.
 * @throws ListenError if the address cannot be had.
 */
export async function openNode(answer: Dispatch, address: Address): Promise<Listening> {
  const { tls } = address;
  const scheme = schemeOf(address);
  const take: RequestListener = (message, response) => {
    // Synchronous where it can be: a promise for each request costs a tenth of the throughput.
    try {
      const reply = hasBody(message)
        ? bodyOf(message).then((body) => answer(askOf(message, body, scheme)))
        : answer(askOf(message, null, scheme));
      if (reply instanceof Promise)
        reply.then((late) => send(response, late)).catch((error: unknown) => fail(response, error));
      else send(response, reply);
    } catch (error) {
      fail(response, error);
    }
  };
  const server = tls === null ? createServer(take) : createSecureServer({ key: tls.key, cert: tls.cert }, take);
  const sockets = new Set<Socket>();
  server.on(tls === null ? "connection" : "secureConnection", (socket: Socket) => {
    // Node takes its own listener off a connection that it hands over, as for CONNECT; an error then ends the process.
    socket.on("error", () => socket.destroy());
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  // What follows would be for the tunnel: read, so that the client gets to read the answer, and dropped.
  server.on("connect", (_request, socket) => socket.resume().end(noProxy));
  await bound(server, address);
  const { address: host, port } = server.address() as AddressInfo;
  return {
    url: urlOf({ host, port, tls }),
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // The server itself forgets those that it handed over.
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function send(response: ServerResponse, { status, headers, body }: OutgoingResponse): void {
  response.sendDate = false;
  response.writeHead(status, headers.flat());
  response.end(body ?? undefined);
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // What a first attempt had set would stand beside the new status.
  response.statusMessage = "";
  send(response, failure(error));
}

function bound(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => reject(new ListenError(address, cause)));
    server.listen(address.port, address.host, resolve);
  });
}
