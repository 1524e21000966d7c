import type { IncomingRequest, OutgoingResponse } from "@tapedeck/replay";
import { type Dispatch, failure } from "./dispatch.ts";
import { addressOf, bodyOf, hostOf, saysBody } from "./read-request.ts";
import type { Scheme } from "./server.ts";

/** What Deno and Bun tell of a connection beside the `Request`. */
export interface Connection {
  /** The caller's address. */
  readonly address: string;
  /** The port that was asked. */
  readonly port: number;
  readonly scheme: Scheme;
}

/** Answers a `Request` of a runtime's own server: synchronous where the handler is. */
export function respond(request: Request, answer: Dispatch, connection: Connection): Response | Promise<Response> {
  const { method } = request;
  try {
    const reply = saysBody(request.headers.get("transfer-encoding"), request.headers.get("content-length"))
      ? bodyOf(request.body ?? []).then((body) => answer(askFrom(request, body, connection)))
      : answer(askFrom(request, null, connection));
    if (!(reply instanceof Promise)) return responseOf(reply, method);
    return reply.then((late) => responseOf(late, method)).catch((error: unknown) => responseOf(failure(error), method));
  } catch (error) {
    return responseOf(failure(error), method);
  }
}

/** A `Request` of a runtime's own server, as plain data. */
function askFrom(request: Request, body: Uint8Array | null, { address, port, scheme }: Connection): IncomingRequest {
  const { method, url } = request;
  const headers: Record<string, string> = Object.fromEntries(request.headers);
  // HTTP/2, which Deno speaks over TLS, has the name in the URL alone.
  const host = headers["host"] ?? /^https:\/\/([^/?#]*)/.exec(url)?.[1] ?? "";
  return {
    method,
    target: targetOf(url, `${scheme}://${host}/`, method),
    headers,
    body,
    base: `${scheme}://${hostOf(host) ?? `127.0.0.1:${port}`}`,
    address: addressOf(address),
  };
}

// The URL was put together from the Host header, which may be anything, or came whole, as through a proxy.
function targetOf(url: string, own: string, method: string): string {
  const target = url.startsWith(own) ? url.slice(own.length - 1) : url.replace(/^https?:\/\/[^/?#]*/, "");
  // What OPTIONS may ask of the server as such, "*" (RFC 9112, section 3.2.4), is "/*" to Deno.
  if (method === "OPTIONS" && target === "/*") return "/";
  return target.startsWith("/") ? target : `/${target}`;
}

function responseOf({ status, headers, body }: OutgoingResponse, method: string): Response {
  const fields = headers as Array<[string, string]>;
  const unmeasured = method === "HEAD" && status !== 204 && status !== 304 && !headers.some(isLength);
  // Of a HEAD without a length both say that it is 0, unless there is a body that nobody has measured.
  return new Response(unmeasured ? new ReadableStream() : body, { status, headers: fields });
}

function isLength([name]: readonly [name: string, value: string]): boolean {
  return name === "content-length";
}
