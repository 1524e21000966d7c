import type { FetchHandler } from "@tapedeck/replay";
import { checkArgument, checkOptions } from "@tapedeck/tape/internal";
import { openBun, runsOnBun } from "./bun.ts";
import { openDeno, runsOnDeno } from "./deno.ts";
import { dispatcher } from "./dispatch.ts";
import { openNode } from "./node.ts";
import { ListenError, type Listening, type ListenOptions } from "./server.ts";
import { flawIn } from "./tls.ts";

/**
 * Serves a handler over HTTP/1.1 on a socket. It decides nothing itself.
 * @throws RangeError for a handler that is no function, an unknown option, and for several workers where threads cannot share a port.
 * @throws ListenError if the address is not available, or the key and certificate are invalid.
 * @example
 * const server = await listen(createPlayer({ tapes }));
 * await fetch(`${server.url}/users/ada`);
 * await server.close();
 */
export async function listen(handler: FetchHandler, options: ListenOptions = {}): Promise<Listening> {
  checkArgument("listen", "the handler", handler, "function");
  checkOptions("listen", options, optionNames);
  const { host = "127.0.0.1", port = 0, native = false, tls = null, workers = 1 } = options;
  const flaw = tls && flawIn(tls);
  if (flaw !== null)
    throw new ListenError({ host, port }, Object.assign(new Error(flaw), { code: "ERR_TLS_KEY_PAIR" }));
  const open = native && runsOnDeno() ? openDeno : native && runsOnBun() ? openBun : openNode;
  const server =
    workers > 1
      ? await import("../workers/open-workers.ts").then(({ openWorkers }) =>
          openWorkers(dispatcher(handler, { ...options, compress: false }), { host, port, tls }, options),
        )
      : await open(dispatcher(handler, options), { host, port, tls }, options);
  return {
    ...server,
    close: async () => {
      await server.shutdown(0);
    },
  };
}

const optionNames: Readonly<Record<keyof ListenOptions, true>> = {
  compress: true,
  control: true,
  host: true,
  limits: true,
  names: true,
  native: true,
  onFailure: true,
  onWorkerEnd: true,
  port: true,
  tls: true,
  workers: true,
};
