import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Dispatch } from "./dispatch.ts";
import { responder } from "./fetch-server.ts";
import { schemeOf } from "./scheme.ts";
import { type Address, ListenError, type OpenServer, type ServerOptions, urlOf } from "./server.ts";
import type { Tls } from "./tls.ts";

/** As much of `Bun.serve` as is used here. */
interface Bun {
  serve(options: {
    readonly hostname: string;
    readonly port: number;
    readonly development: boolean;
    readonly reusePort: boolean;
    readonly idleTimeout: number;
    readonly tls?: Tls;
    readonly fetch: (request: Request, server: BunServer) => Response | Promise<Response>;
  }): BunServer;
}

interface BunServer {
  readonly address: { readonly address: string; readonly port: number };
  requestIP(request: Request): { readonly address: string } | null;
  readonly pendingRequests: number;
  stop(closeActiveConnections: boolean): Promise<void>;
}

const { Bun: bun } = globalThis as { readonly Bun?: Bun };

/** Whether `Bun.serve` is there. */
export function runsOnBun(): boolean {
  return bun !== undefined;
}

/**
 * Starts a server on `Bun.serve`.
 * @throws ListenError if the address cannot be had.
 */
export async function openBun(answer: Dispatch, address: Address, options: ServerOptions): Promise<OpenServer> {
  if (bun === undefined) throw new TypeError("Cannot start a server on Bun.serve: this is not Bun");
  try {
    // Bun's own code for a name that leads nowhere is left over from whatever failed before.
    if (isIP(address.host) === 0) await lookup(address.host);
    const { tls } = address;
    const scheme = schemeOf(address);
    const respond = responder(answer, options);
    const server = bun.serve({
      hostname: address.host,
      port: address.port,
      // In development Bun shows its errors to clients; else it shares a port with the process that has it already.
      development: false,
      reusePort: false,
      // A handler that asks upstream may take longer than the ten seconds that Bun grants.
      idleTimeout: 0,
      ...(tls && { tls }),
      fetch: (request) => respond(request, { address: server.requestIP(request)?.address ?? "", port, scheme }),
    });
    const { address: host, port } = server.address;
    return {
      url: urlOf({ host, port, tls }),
      port,
      shutdown: async (graceSeconds) => {
        if (graceSeconds > 0) {
          const over = new AbortController();
          const ended = server.stop(false).finally(() => over.abort());
          await Promise.race([ended, setTimeout(graceSeconds * 1000, null, over).catch(() => {})]);
        }
        const cut = server.pendingRequests;
        await server.stop(true);
        return { cut };
      },
    };
  } catch (cause) {
    throw new ListenError(address, cause as Error);
  }
}
