import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Ask, Reply } from "@tapedeck/replay";
import { askOf, BodyTooLarge, bodyOf, hasBody, requestFrom } from "./incoming.ts";

/**
 * What can be put behind a door: a fetch handler. One that also has `answer`, as a player has, is asked through that,
 * and no `Request` or `Response` is made.
 */
export interface Handler {
  (request: Request): Promise<Response>;
  readonly answer?: (ask: Ask) => Reply;
}

/** Where a door stands. */
export interface ListenOptions {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Asked first; what it answers is not put to the handler. */
  readonly control?: (ask: Ask) => Reply | null;
}

/** An open door. */
export interface Listening {
  /** `http://127.0.0.1:8787` */
  readonly url: string;
  readonly port: number;
  /** Takes no more connections, ends those there are, and resolves once all are gone. */
  close(): Promise<void>;
}

/** A door that could not be opened. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  readonly code: string;
  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    super(`Cannot listen on ${host}:${port}: ${reasons[cause.code ?? ""] ?? cause.message}`, { cause });
    this.code = cause.code ?? "";
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; choose another one, or 0 for a free one",
  EADDRNOTAVAIL: "this machine has no such address",
  EACCES: "not allowed; ports below 1024 need more rights",
  ENOTFOUND: "no such host",
};

/**
 * Serves a handler over HTTP/1.1 on a socket. The door decides nothing.
 * @throws ListenError if the address cannot be had.
 * @example
 * const door = await listen(createPlayer({ tapes }));
 * await fetch(`${door.url}/users/ada`);
 * await door.close();
 */
export async function listen(handler: Handler, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = "127.0.0.1", control } = options;
  const server = createServer((message, response) => {
    const answered = hasBody(message)
      ? bodyOf(message).then((body) => serve(handler, control, askOf(message, body), response))
      : serve(handler, control, askOf(message, null), response);
    answered?.catch((error: unknown) => fail(response, error));
  });
  await bound(server, port, host);
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// Synchronous where it can be: a promise for each request costs a tenth of the throughput.
function serve(
  handler: Handler,
  control: ListenOptions["control"],
  ask: Ask,
  response: ServerResponse,
): Promise<void> | undefined {
  try {
    const reply = control?.(ask) ?? handler.answer?.(ask);
    if (!reply) return throughFetch(handler, ask, response);
    send(response, reply);
  } catch (error) {
    fail(response, error);
  }
  return undefined;
}

async function throughFetch(handler: Handler, ask: Ask, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await handler(requestFrom(ask));
  const bytes = body === null ? null : new Uint8Array(await new Response(body).arrayBuffer());
  send(response, { status, headers: [...headers], body: bytes });
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.sendDate = false;
  response.writeHead(status, headers.flat());
  response.end(body ?? undefined);
}

/** A fault of ours or of the connection. What it was stays here: an error's text may hold what a client sent. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(error instanceof BodyTooLarge ? 413 : 500, { "content-type": "text/plain; charset=utf-8" });
  response.end(error instanceof BodyTooLarge ? error.message : "tapedeck: the request could not be answered");
}

function bound(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => reject(new ListenError(host, port, cause)));
    server.listen(port, host, resolve);
  });
}
