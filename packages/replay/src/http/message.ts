import type { SpooledBody } from "@tapedeck/tape";

/** A request as a server hands it in: plain data, nothing decided. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Held, or where it is too large for that in pieces. */
  readonly body: Uint8Array | SpooledBody | null;
  /** The body as it is compared, where that is not as it came: without its content coding. */
  readonly readable?: Uint8Array;
  /** Scheme, host and port under which the caller reached us: links lead back there. */
  readonly base: string;
  /** Where the caller sits; anonymous callers are told apart by it. */
  readonly address: string;
}

/** The value of a request header, a repeated one joined; undefined where there is none. */
export function requestHeader(ask: Pick<IncomingRequest, "headers">, name: string): string | undefined {
  const value = ask.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** The request headers on which a look-up depends under any rule. */
export const lookupHeaders: readonly string[] = ["if-none-match", "if-modified-since", "range", "upgrade"];

/** Whether a request asks for a WebSocket: RFC 6455, section 4.2.1. */
export function asksForSocket({
  headers,
  method,
}: Pick<IncomingRequest, "headers"> & { readonly method?: string | undefined }): boolean {
  return method === "GET" && /^websocket$/i.test(String(headers["upgrade"]));
}
