import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { OutgoingResponse } from "@tapedeck/replay";
import { type Answering, failure } from "./answering.ts";
import { askOf, bodyOf, hasBody } from "./incoming.ts";
import { type Address, ListenError, type Listening, schemeOf, urlOf } from "./listening.ts";

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
export async function openNode(answer: Answering, address: Address): Promise<Listening> {
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
  server.on("connect", (_request, socket) => socket.end(noProxy));
  await bound(server, address);
  const { address: host, port } = server.address() as AddressInfo;
  return {
    url: urlOf({ host, port, tls }),
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
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
