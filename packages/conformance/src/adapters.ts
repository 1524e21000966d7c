import type { Adapter } from "./adapter.ts";
import { functionAdapter } from "./adapters/function.ts";
import { nockFetchAdapter, nockHttpAdapter } from "./adapters/nock.ts";
import { packedAdapter } from "./adapters/packed.ts";
import { bunAdapter, denoAdapter, socketAdapter, workersAdapter } from "./adapters/socket.ts";

/**
 * All adapters. They are opened one at a time: an open nock adapter blocks the network, and so the sockets of others,
 * for the whole process.
 */
export const adapters: readonly Adapter[] = [
  functionAdapter,
  packedAdapter,
  socketAdapter,
  workersAdapter,
  denoAdapter,
  bunAdapter,
  nockFetchAdapter,
  nockHttpAdapter,
];

/** Why there is no adapter for HTTP/2. */
export const noHttp2: string =
  "no such server; listen() speaks HTTP/1.1, which every client of the API falls back to, and Deno.serve and Bun.serve speak HTTP/2 over TLS alone";
