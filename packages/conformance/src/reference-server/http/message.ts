import type { IncomingMessage } from "node:http";
import { uriDecoded } from "@tapedeck/tape/internal";
import type { Headers } from "./headers.ts";

/** A request, as plain data. */
export interface ReferenceRequest {
  readonly method: string;
  /** The decoded segments of the path. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the client's socket. */
  readonly address: string;
}

/** Splits a path into segments, without empty ones: a client whose base ends in a slash sends two slashes. */
function segmentsOf(path: string): readonly string[] {
  return path
    .split("/")
    .filter((segment) => segment !== "")
    .map(uriDecoded);
}

/** Reads a request of Node's server. */
export function referenceRequest(incoming: IncomingMessage): ReferenceRequest {
  // Not `new URL`: it would take the first segment of "//users/ada" for a host.
  const target = (incoming.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const [path = "", ...rest] = target.split("?");
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(", ")]);
  return {
    method: incoming.method ?? "GET",
    segments: segmentsOf(path),
    query: new URLSearchParams(rest.join("?")),
    headers: Object.fromEntries(headers),
    address: incoming.socket.remoteAddress ?? "unknown",
  };
}

/** A response as plain data, before compression. */
export interface ReferenceResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | null;
}
