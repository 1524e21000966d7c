import { Agent } from "node:http";
import process from "node:process";
import { control, listen } from "@tapedeck/serve";
import type { Adapter } from "../adapter.ts";
import { askedOrigin } from "../message.ts";
import { askOverHttp } from "./raw-http.ts";

const cannotKeep = {
  "servers-1": "this is where the control API is: who asks from elsewhere is refused, not let through",
  "servers-2": "a server takes nothing over, so every other request goes its own way",
};

/** HTTP/1.1 on a socket of this machine, with the control API as `tapedeck replay` opens it. */
export const socketAdapter: Adapter = { name: "socket", cannotKeep, open: opened(false) };

/** The same through `Deno.serve`. */
export const denoAdapter: Adapter = nativeAdapter("Deno.serve", "deno" in process.versions);

/** The same through `Bun.serve`. */
export const bunAdapter: Adapter = nativeAdapter("Bun.serve", "bun" in process.versions);

function nativeAdapter(name: string, isHere: boolean): Adapter {
  const absent = isHere ? {} : { absent: `this runtime has no ${name}` };
  const unreset = { "streams-4": `${name} has no way to a connection before there is a Response: it answers 500` };
  return { name, ...absent, cannotKeep: { ...cannotKeep, ...unreset }, open: opened(true) };
}

function opened(native: boolean): Adapter["open"] {
  return async (player) => {
    const server = await listen(player, { native, control: control(player) });
    const agent = new Agent({ keepAlive: true });
    const { host } = new URL(askedOrigin);
    return {
      socketUrl: server.url.replace("http", "ws"),
      ask: ({ method, target, headers, body }) =>
        askOverHttp(
          { host: "127.0.0.1", port: server.port, agent, method, path: target, headers: { host, ...headers } },
          body,
        ),
      close: async () => {
        agent.destroy();
        await server.close();
      },
    };
  };
}
