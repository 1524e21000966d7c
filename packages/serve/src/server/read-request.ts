import type { IncomingMessage } from "node:http";
import type { IncomingRequest } from "@tapedeck/replay";
import { BodyTooLargeError } from "@tapedeck/tape";
import type { Scheme } from "./server.ts";

const largestBody = 16 * 1024 * 1024;

/** A request off a socket, as plain data. */
export function askOf(message: IncomingMessage, body: Uint8Array | null, scheme: Scheme): IncomingRequest {
  const { headers, method = "GET", url = "/", socket } = message;
  return {
    method,
    // A proxy's client sends the absolute form (RFC 9112, section 3.2.2); "*" is what OPTIONS may ask (3.2.4).
    target: url.startsWith("/") ? url : targetOf(url),
    headers,
    body,
    base: `${scheme}://${hostOf(headers.host) ?? `127.0.0.1:${socket.localPort}`}`,
    address: addressOf(socket.remoteAddress ?? ""),
  };
}

/** The same as a `Request`, for a handler that takes no other. */
export function requestFrom({ method, target, headers, body, base }: IncomingRequest): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
  );
  const bodiless = method === "GET" || method === "HEAD" || body === null;
  return new Request(base + target, {
    method,
    headers: fields,
    body: bodiless ? null : (body as Uint8Array<ArrayBuffer>),
  });
}

/**
 * Whether a request has a body: it says so.
 * @see RFC 9112, section 6.3
 */
export function hasBody({ headers }: IncomingMessage): boolean {
  return saysBody(headers["transfer-encoding"], headers["content-length"]);
}

/** The same of the two headers that say so. */
export function saysBody(encoding: string | null | undefined, length: string | null | undefined): boolean {
  return (encoding ?? null) !== null || Number(length ?? 0) > 0;
}

/**
 * Reads a request's body to its end.
 * @throws BodyTooLargeError beyond 16 MiB.
 */
export async function bodyOf(message: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of message) {
    length += chunk.length;
    if (length > largestBody) throw new BodyTooLargeError(largestBody);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function targetOf(url: string): string {
  if (!URL.canParse(url)) return "/";
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** A caller's address; the same one for IPv4 and for the IPv6 that stands for it. */
export function addressOf(remote: string): string {
  return remote.replace(/^::ffff:/, "");
}

/** A Host header that can stand in a link; null for any other. */
export function hostOf(host: string | undefined): string | null {
  if (host === undefined || !/^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d+)?$/.test(host)) return null;
  // A port beyond the last, or an address with a number too large, has the form and is none.
  return URL.canParse(`http://${host}`) ? host : null;
}
