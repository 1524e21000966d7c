import { isIP } from "node:net";
import type { IncomingRequest, OutgoingResponse } from "@tapedeck/replay";
import type { Failure } from "./failure.ts";
import type { RequestLimits } from "./read-request.ts";
import { schemeOf, type Tls } from "./tls.ts";

/** Where a server listens, and how it answers. */
export interface ListenOptions {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Asked before the handler, which gets what it does not answer. Default: no control API. */
  readonly control?: (ask: IncomingRequest) => OutgoingResponse | Promise<OutgoingResponse> | null;
  /**
   * Compresses bodies of a kilobyte or more for callers that accept gzip or br. The compressed bytes may differ between
   * runtimes. Default: false.
   */
  readonly compress?: boolean;
  /**
   * Serves through `Deno.serve` or `Bun.serve`, where the runtime has one. Default: false; through `node:http` on every
   * runtime, with headers in the same order everywhere.
   */
  readonly native?: boolean;
  /**
   * Serves over TLS with this key and certificate, with `https` in links. `createCertificate()` of
   * `@tapedeck/serve/certificate` makes a pair. Default: without TLS.
   */
  readonly tls?: Tls;
  /**
   * The names of this server, such as `api.localhost`, with or without a port; it refuses any other `Host`, and accepts
   * a target in absolute form that names one of them. Default: any name, and no target in absolute form.
   */
  readonly names?: readonly string[];
  /** Limits for requests; a larger one fails by itself, with a 413, 431 or 503. */
  readonly limits?: RequestLimits;
  /**
   * Number of threads that read and write sockets; one more, the caller's, decides for all of them, so that all counts
   * are exact and requests are answered in the order in which they reach it. Default: 1, one thread does everything.
   */
  readonly workers?: number;
  /** Called with each worker that ends before the server is closed. Default: none. */
  readonly onWorkerEnd?: (ended: WorkerEnd) => void;
  /** Called with each request that was refused, or that its handler could not answer. Default: none. */
  readonly onFailure?: (failure: Failure) => void;
}

/** A worker that ended although its server was not closed. Its connections are cut, and another one takes its place. */
export interface WorkerEnd {
  /** Counted from 1. */
  readonly worker: number;
  readonly reason: string;
}

/** How a server runs, at any address. */
export type ServerOptions = Pick<ListenOptions, "limits" | "names" | "onFailure">;

/** The address to listen on. */
export interface Address {
  readonly host: string;
  readonly port: number;
  /** Null for a server without TLS. */
  readonly tls: Tls | null;
  /** Whether other threads also listen there. Default: false. */
  readonly shared?: boolean;
}

/** An open server. */
export interface Listening extends OpenServer {
  /** Takes no more connections, ends the open ones, and resolves once all are gone: for tests. */
  close(): Promise<void>;
}

/** An open server, of any runtime. */
export interface OpenServer {
  /** `http://127.0.0.1:8787`; `https:` over TLS. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no more connections, lets requests in flight end, and cuts the rest.
   * @param graceSeconds How long requests in flight may take.
   */
  shutdown(graceSeconds: number): Promise<Closed>;
}

/** How a server was closed. */
export interface Closed {
  /** Number of requests that were cut. */
  readonly cut: number;
}

/** A server that could not be started. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  readonly code: string;
  constructor({ host, port }: Pick<Address, "host" | "port">, cause: Error & { readonly code?: unknown }) {
    const code = codeOf(host, cause);
    const why = reasons[code] ?? (code === "" ? `${cause.message}; ${anotherHost}` : cause.message);
    super(`Cannot listen on ${placeOf(host, port)}: ${why}`, { cause });
    this.code = code;
  }
}

const anotherHost =
  "choose an address of this machine: 127.0.0.1 for this machine alone, 0.0.0.0 for any machine that reaches it";

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; choose another one, or 0 for a free one",
  EADDRNOTAVAIL: `this machine has no such address; ${anotherHost}`,
  EACCES: "not allowed; ports below 1024 need more rights",
  EAFNOSUPPORT: `this machine does not speak its protocol; ${anotherHost}`,
  EAI_AGAIN: `no name server says which address that is; ${anotherHost}`,
  EINVAL: `nothing can listen there as it stands; ${anotherHost}`,
  ENOTFOUND: `no such host; ${anotherHost}`,
};

// Deno gives no code for an unknown or invalid name.
function codeOf(host: string, { name, code, message }: Error & { readonly code?: unknown }): string {
  if (code !== undefined) return String(code);
  return isIP(host) === 0 && (name === "Error" || message.startsWith("invalid host")) ? "ENOTFOUND" : "";
}

/** Returns the URL of a server. */
export function addressUrl({ host, port, tls }: Address): string {
  return `${schemeOf({ tls })}://${placeOf(host, port)}`;
}

function placeOf(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
