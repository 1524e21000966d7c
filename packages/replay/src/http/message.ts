import { type HeaderList, headerOf } from "@tapedeck/tape";
import type { SpooledBody } from "@tapedeck/tape/internal";

/** A request as a server passes it in: plain data. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Held in memory, or in pieces if it is too large for that. */
  readonly body: Uint8Array | SpooledBody | null;
  /** The body for comparison, without its content coding, if it was sent in one. */
  readonly readable?: Uint8Array;
  /** Scheme, host and port under which the caller reached the server: links lead back there. */
  readonly base: string;
  /** The caller's address, which distinguishes anonymous callers. */
  readonly address: string;
  /**
   * What a recorded answer to it issued, if upstream is asked for that anew: a recorder stores nothing, and what comes
   * gets these placeholders.
   */
  readonly issuedBefore?: readonly string[];
  /** The session of its client, where a player knows it. */
  readonly session?: ClientSession;
}

/** A session of a replay's client. */
export interface ClientSession {
  /** Stands in what answers give the client. */
  readonly number: number;
  /** Its name in recordings: see `RecordedRequest.session`. "" before the client changed something. */
  name: string;
}

/** Returns the value of a request header, with repeated fields joined; undefined if it is absent. */
export function requestHeader(ask: Pick<IncomingRequest, "headers">, name: string): string | undefined {
  const value = ask.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Returns the header fields of a request, a repeated one several times. */
export function requestFields(headers: IncomingRequest["headers"]): Array<[name: string, value: string]> {
  return Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
}

/** The request headers that a look-up uses under any rule. */
export const lookupHeaders: readonly string[] = ["if-none-match", "if-modified-since", "range", "upgrade"];

/** Returns the condition of a request as text: what these headers say; "" if it has none. */
export function conditionOf(headers: HeaderList): string {
  if (headers.length === 0) return "";
  return lookupHeaders
    .map((name) => headerOf(headers, name) ?? "")
    .join(" ")
    .trim();
}

/** Whether a request asks for a WebSocket: RFC 6455, section 4.2.1. */
export function asksForSocket({
  headers,
  method,
}: Pick<IncomingRequest, "headers"> & { readonly method?: string | undefined }): boolean {
  return method === "GET" && /^websocket$/i.test(String(headers["upgrade"]));
}
