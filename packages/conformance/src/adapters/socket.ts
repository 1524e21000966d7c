import { Agent } from "node:http";
import process from "node:process";
import type { IncomingRequest, Player } from "@tapedeck/replay";
import { control, type Listening, listen } from "@tapedeck/serve";
import type { Adapter, OpenAdapter } from "../adapter.ts";
import { askedOrigin } from "../message.ts";
import { askOverHttp } from "./raw-http.ts";

const cannotKeep = {
  "servers-1": "this is where the control API is: a caller from elsewhere is refused, not let through",
  "servers-2": "a server takes nothing over, so every other request goes its own way",
};

/** HTTP/1.1 on a socket of this machine, with the control API, like `tapedeck replay`. */
export const socketAdapter: Adapter = { name: "socket", cannotKeep, open: opened(false) };

/** The same through `Deno.serve`. */
export const denoAdapter: Adapter = nativeAdapter("Deno.serve", "deno" in process.versions);

/** The same through `Bun.serve`. */
export const bunAdapter: Adapter = nativeAdapter("Bun.serve", "bun" in process.versions);

/**
 * The same with two threads that share a port and one player. They are started once, and then serve one player after
 * another: a thread takes as long to start as a hundred requests.
 */
export const workersAdapter: Adapter = {
  name: "workers",
  ...("deno" in process.versions || "bun" in process.versions || process.platform !== "linux"
    ? { absent: "threads share a port with Node on Linux alone" }
    : {}),
  cannotKeep,
  open: async (player) => {
    clearTimeout(unused);
    played = player;
    steered = control(player);
    threads ??= listen(
      Object.assign(() => Promise.reject(new TypeError("asked by answer() alone")), {
        answer: (ask: IncomingRequest) => (played as Player).answer(ask),
        prepare: (ask: IncomingRequest) => (played as Player).prepare(ask),
      }),
      { workers: 2, control: (ask) => steered?.(ask) ?? null },
    );
    return overHttp(await threads, async () => {
      unused = setTimeout(() => {
        const unneeded = threads;
        threads = null;
        unneeded?.then(({ close }) => close()).catch(() => {});
      }, 1000);
    });
  },
};
let played: Player | null = null;
let steered: ReturnType<typeof control> | null = null;
let threads: Promise<Listening> | null = null;
let unused: ReturnType<typeof setTimeout> | undefined;

function nativeAdapter(name: string, isHere: boolean): Adapter {
  const absent = isHere ? {} : { absent: `this runtime has no ${name}` };
  const unreset = { "streams-4": `${name} has no way to a connection before there is a Response: it answers 500` };
  return { name, ...absent, cannotKeep: { ...cannotKeep, ...unreset }, open: opened(true) };
}

function opened(native: boolean): Adapter["open"] {
  return async (player) => {
    const server = await listen(player, { native, control: control(player) });
    return overHttp(server, () => server.close());
  };
}

function overHttp({ port, url }: Listening, close: () => Promise<void>): OpenAdapter {
  const agent = new Agent({ keepAlive: true });
  const { host } = new URL(askedOrigin);
  return {
    socketUrl: url.replace("http", "ws"),
    ask: ({ method, target, headers, body }) =>
      askOverHttp({ host: "127.0.0.1", port, agent, method, path: target, headers: { host, ...headers } }, body),
    close: async () => {
      agent.destroy();
      await close();
    },
  };
}
