// The common part of `Deno.serve` and `Bun.serve`: a handler of `Request` and `Response` around a dispatch.
import type { IncomingRequest, OpenedSocket, Outcome } from "@tapedeck/replay";
import { highestMade, toResponse } from "@tapedeck/replay/internal";
import { nextTurn } from "@tapedeck/tape/internal";
import {
  answerWithBody,
  brokenOffBy,
  type Dispatch,
  failureOf,
  failureResponse,
  UnsendableResponseError,
  unsendable,
} from "./dispatch.ts";
import { RefusedRequestError } from "./failure.ts";
import {
  type Admission,
  addressOf,
  admissionOf,
  type BodySource,
  baseFor,
  countFields,
  createUploadReader,
  hostOf,
  notAProxy,
  originForm,
  saysBody,
} from "./read-request.ts";
import type { ServerOptions } from "./server.ts";
import type { Scheme } from "./tls.ts";

/** Facts about a connection that Deno and Bun give beside the `Request`. */
interface Connection {
  /** The caller's address. */
  readonly address: string;
  /** The local port. */
  readonly port: number;
  readonly scheme: Scheme;
  /** Opens the WebSocket that a request asks for; returns what the server needs as an answer. */
  readonly upgrade: (socket: OpenedSocket) => Given;
}

/** What a runtime's own server gets; undefined if Bun has taken the connection for a WebSocket. */
export type Given = Response | undefined;

/** Answers a `Request` of a runtime's own server: synchronously if the handler does. */
type Respond = (request: Request, connection: Connection) => Given | Promise<Given>;

/** Makes the handler of a runtime's own server. */
export function responder(answer: Dispatch, options: ServerOptions): Respond {
  const { limits = {}, onFailure } = options;
  const admission = admissionOf(options);
  const readBody = createUploadReader(limits);
  const failed = (error: unknown): void => onFailure?.(brokenOffBy(error));
  const fail = (error: unknown, request: Request): Given | Promise<Given> => {
    const failure = failureOf(error);
    onFailure?.(failure);
    return responseOf(failureResponse(failure), request, failed);
  };
  return (request, connection) => {
    try {
      const ask = headFrom(request, connection, admission);
      const reply = saysBody(ask.headers, limits)
        ? answerWithBody(answer, ask, (said) => readBody(ask, bodyFrom(request), said))
        : answer(ask);
      const give = (outcome: Outcome): Given | Promise<Given> =>
        outcome.kind === "socket" ? connection.upgrade(outcome) : responseOf(outcome, request, failed);
      if (!(reply instanceof Promise)) return give(reply);
      return reply.then(give).catch((error: unknown) => fail(error, request));
    } catch (error) {
      return fail(error, request);
    }
  };
}

/** Returns a `Request` of a runtime's own server as plain data, with its body unread. */
function headFrom(
  request: Request,
  { address, port, scheme }: Omit<Connection, "upgrade">,
  admission: Admission,
): IncomingRequest {
  const { method, url } = request;
  if (method === "CONNECT") throw new RefusedRequestError(405, notAProxy);
  const headers: Record<string, string> = Object.fromEntries(request.headers);
  countFields(Object.keys(headers).length, admission);
  const [, authority = "", target = ""] = /^https?:\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  // HTTP/2, which Deno speaks over TLS, has the name only in the URL.
  const host = headers["host"] ?? (scheme === "https" ? authority : undefined);
  const base = baseFor(scheme, host, "1.1", port, admission);
  // The URL was made from the Host header, unless the target was a whole URL, as for a proxy.
  if (hostOf(authority) !== hostOf(host ?? "")) throw new RefusedRequestError(421, notAProxy);
  return {
    method,
    // Deno gives the server-wide target of OPTIONS, "*" (RFC 9112, section 3.2.4), as "/*".
    target:
      method === "OPTIONS" && target === "/*"
        ? "/"
        : originForm(target.replace(/^(?!\/)/, "/"), method, admission).target,
    headers,
    body: null,
    base,
    address: addressOf(address),
  };
}

const chunksInTurn = 256;

function bodyFrom(request: Request): BodySource {
  // Neither runtime passes a body on with these methods; without it, the answer would be to another request.
  if (request.body === null && /^(?:GET|HEAD)$/.test(request.method))
    throw new RefusedRequestError(400, `${request.method} with a body cannot be read by this server`);
  return async (take) => {
    let taken = 0;
    for await (const chunk of request.body ?? []) {
      take(chunk);
      taken += 1;
      // Deno reads what has come without a turn, however many chunks it is.
      if (taken % chunksInTurn === 0) await nextTurn();
    }
  };
}

function responseOf(reply: Outcome, request: Request, failed: (error: unknown) => void): Response | Promise<Response> {
  const { method } = request;
  const { status, headers, body } = reply;
  if (status > highestMade)
    throw new UnsendableResponseError(
      `the status ${status} cannot be sent by this runtime's own server, only by node:http`,
    );
  try {
    // For a HEAD without a length both report 0, unless there is a body of unknown length.
    const unmeasured = method === "HEAD" && status !== 204 && status !== 304 && !headers.some(isLength);
    if (unmeasured && body === null) {
      reply.ended?.("sent");
      return new Response(new ReadableStream(), { status, headers: headers as [string, string][] });
    }
    // A body hears that its client left; without one, the request does. (Deno warns on each use of it.)
    return toResponse(reply, status === 0 ? request.signal : undefined, failed);
  } catch (error) {
    throw unsendable(headers, error);
  }
}

function isLength([name]: readonly [name: string, value: string]): boolean {
  return name === "content-length";
}
