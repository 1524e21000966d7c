import cluster from "node:cluster";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import net, { type AddressInfo, type ListenOptions, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { asksForSocket, deliver } from "@tapedeck/replay/internal";
import { runsOnBun } from "./bun.ts";
import { runsOnDeno } from "./deno.ts";
import { answerWithBody, brokenOffBy, type Dispatch, failureOf, failureResponse } from "./dispatch.ts";
import { type Failure, RefusedRequestError } from "./failure.ts";
import { openFastPath } from "./fast-path/fast-path.ts";
import { NodeSink } from "./node-sink.ts";
import { admissionOf, bodySource, createUploadReader, notAProxy, requestHead, saysBody } from "./read-request.ts";
import { type Address, addressUrl, ListenError, type OpenServer, type ServerOptions } from "./server.ts";
import { schemeOf } from "./tls.ts";
import { createUnderway } from "./underway.ts";
import { deliverUpgrade, responseTo } from "./websocket/upgrade.ts";

/**
 * Starts a server on `node:http`: on every runtime the same bytes in the same order.
 * @throws ListenError if the address is not available.
 */
export async function openNode(answer: Dispatch, address: Address, options: ServerOptions): Promise<OpenServer> {
  const { limits = {}, onFailure } = options;
  const admission = admissionOf(options);
  const { tls } = address;
  const scheme = schemeOf(address);
  const readBody = createUploadReader(limits);
  const underway = createUnderway();
  // Bytes after a refused request have no meaning.
  const ending = new WeakSet<Duplex>();
  /** The response to the latest request on a connection, after the previous one if that is not sent yet. */
  const latest = new WeakMap<Duplex, readonly [ServerResponse, ServerResponse | undefined]>();

  const fail = (response: ServerResponse, error: unknown): void => {
    const failure = failureOf(error);
    onFailure?.(failure);
    // A response that waits for another one has no socket of its own yet.
    if (failure.closes) ending.add(response.req.socket);
    if (response.headersSent || response.destroyed) return void response.destroy();
    // A reason phrase from the first attempt would stand beside the new status.
    response.statusMessage = "";
    deliver(failureResponse(failure), new NodeSink(response));
  };
  const sinkFor = (response: ServerResponse): NodeSink =>
    new NodeSink(response, (error) => onFailure?.(brokenOffBy(error)));
  const replyTo = (message: IncomingMessage, response: ServerResponse): ReturnType<Dispatch> => {
    const given = fastPath?.claim(message.socket);
    if (given !== undefined) {
      if ("error" in given) throw given.error;
      return given.reply;
    }
    const ask = requestHead(message, scheme, admission);
    if (!saysBody(ask.headers, limits)) return answer(ask);
    return answerWithBody(answer, ask, (said) => readBody(ask, bodySource(message, response), said));
  };
  const take: RequestListener = (message, response) => {
    underway.add(response);
    const [before] = latest.get(message.socket) ?? [];
    latest.set(message.socket, [response, before?.closed === false ? before : undefined]);
    response.once("close", () => underway.delete(response));
    // Synchronous where possible: a promise for each request costs a tenth of the throughput.
    try {
      const reply = replyTo(message, response);
      if (reply instanceof Promise)
        reply.then((late) => deliver(late, sinkFor(response))).catch((error: unknown) => fail(response, error));
      else deliver(reply, sinkFor(response));
    } catch (error) {
      fail(response, error);
    }
  };
  // A missing Host is refused here, with our reason.
  const settings = {
    requireHostHeader: false,
    maxHeaderSize: admission.headerBytes,
    // A server may ignore any other upgrade, such as to h2c: RFC 9110, section 7.8.
    shouldUpgradeCallback: asksForSocket,
  };
  const server = tls === null ? createServer(settings, take) : createSecureServer({ ...settings, ...tls }, take);
  // Else Node tells a client at once to send its body.
  server.on("checkContinue", take);
  // Beyond its limit Node would silently drop the rest: fields are counted where the head is read.
  server.maxHeadersCount = 0;
  // Other runtimes' `node:http` does not use sockets.
  const fastPath =
    tls === null && !runsOnDeno() && !runsOnBun() ? openFastPath(server, answer, underway, admission) : null;
  const sockets = new Set<Socket>();
  let isClosing = false;
  // Also called by close(). Node's own cuts an answer that is on its way to a slow reader, since it has ended.
  server.closeIdleConnections = () => {
    fastPath?.closeIdle();
    for (const socket of sockets) {
      const [response] = latest.get(socket) ?? [];
      if (response === undefined ? socket.bytesRead === 0 : response.writableFinished) socket.destroy();
    }
  };
  server.on(tls === null ? "connection" : "secureConnection", (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    // Node takes its own listener off a connection that it hands over, as for CONNECT; an error would then crash the
    // process.
    socket.on("error", () => socket.destroy());
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    const upgrade = { message, socket, head };
    underway.add(socket);
    socket.once("close", () => underway.delete(socket));
    const failed = (error: unknown): void => fail(responseTo(upgrade), error);
    try {
      // An early Node hands over any upgrade, with its body unread.
      if (!asksForSocket(message) && saysBody(message.headers, limits))
        throw new RefusedRequestError(501, "it asks for an upgrade, and has a body");
      const reply = answer(requestHead(message, scheme, admission));
      if (reply instanceof Promise) reply.then((late) => deliverUpgrade(late, upgrade, sinkFor)).catch(failed);
      else deliverUpgrade(reply, upgrade, sinkFor).catch(failed);
    } catch (error) {
      failed(error);
    }
  });
  server.on("connect", (_message, socket: Duplex) => {
    onFailure?.(tunnel);
    refuseConnection(socket, tunnel);
  });
  server.on("tlsClientError", ({ code }: NodeJS.ErrnoException) => {
    // Nothing can be said to it: the connection is closed.
    if (code === "ERR_SSL_HTTP_REQUEST") onFailure?.(notSecure);
  });
  server.on("clientError", (error: NodeJS.ErrnoException & { readonly rawPacket?: Uint8Array }, socket: Duplex) => {
    // If the connection broke, or is already being refused, there is no client to tell.
    if (ending.has(socket)) return;
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    const { code = "", rawPacket } = error;
    const reason = rawPacket?.[0] === tlsHandshake ? secure : (reasons[code] ?? "what came is no request of HTTP/1.1");
    const failure = { status: statuses[code] ?? 400, reason };
    onFailure?.(failure);
    // Earlier answers go out first, also if they take longer; except one whose request had an uncertain end.
    const [last, beforeLast] = latest.get(socket) ?? [];
    const before = last?.req.complete ? last : beforeLast;
    const isDoubtful = before?.writableEnded === false && before.req.headers["transfer-encoding"] !== undefined;
    if (before === undefined || before.closed || isDoubtful) return refuseConnection(socket, failure);
    ending.add(socket);
    before.once("close", () => refuseConnection(socket, failure));
  });
  await bound(server, address);
  const { address: host, port } = server.address() as AddressInfo;
  return {
    url: addressUrl({ host, port, tls }),
    port,
    shutdown: async (graceSeconds) => {
      const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
      isClosing = true;
      // Bun's own cuts such answers, too.
      const closed = runsOnBun() ? null : close();
      server.closeIdleConnections();
      const cut = await underway.empty(graceSeconds);
      // The server itself forgets connections that it handed over.
      const ends = Array.from(sockets, (socket) => new Promise((resolve) => socket.once("close", resolve)));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed ?? close(), ...ends]);
      return { cut };
    },
  };
}

const tunnel = { status: 405, reason: notAProxy };

/** The first byte of a TLS connection: RFC 8446, section 5.1. */
const tlsHandshake = 0x16;

const secure = "what came is TLS, and this server has none: ask it by http:, not https:";
const notSecure = { status: 400, reason: "what came is no TLS: ask this server by https:, not http:" };

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "its head has more bytes than this server takes (limits.headerBytes)",
  HPE_PAUSED_H2_UPGRADE:
    "what came is HTTP/2, as gRPC speaks it: have the client speak HTTP/1.1 (gRPC-web, or Connect)",
};

function bound(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => reject(new ListenError(address, cause)));
    server.listen(placeOf(address), resolve);
  });
}

/**
 * Takes an address of IPv4 at once, where Node can: to look it up, Node compiles a pattern of all addresses of IPv6, which
 * takes a tenth of a replay's start. In a worker of `node:cluster` the port is the cluster's.
 */
function placeOf(address: Address): ListenOptions {
  const { host, port, shared: reusePort = false } = address;
  if (!net.isIPv4(host) || !("BoundSocket" in net) || !cluster.isPrimary) return { host, port, reusePort };
  try {
    return { handle: new net.BoundSocket({ host, port, reusePort }) };
  } catch (cause) {
    throw cause instanceof RangeError ? cause : new ListenError(address, cause as Error);
  }
}

/** How long a client has to read the reason of a refusal. */
const lingerMilliseconds = 1000;

/** Refuses, with the reason, on a connection from which no request could be read, and ends it. */
function refuseConnection(socket: Duplex, failure: Failure): void {
  const { status, headers, body } = failureResponse({ ...failure, closes: true });
  // RFC 9110, section 15.5.6: a 405 lists what is allowed.
  const allowed = status === 405 ? [["allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"] as const] : [];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...[...allowed, ...headers].map((field) => field.join(": ")),
  ];
  // The rest of the request is read and dropped: a client that is still sending would not read the answer.
  socket.resume();
  socket.end(`${head.join("\r\n")}\r\n\r\n${new TextDecoder().decode(body ?? new Uint8Array())}`);
  const timer = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once("close", () => clearTimeout(timer));
}
