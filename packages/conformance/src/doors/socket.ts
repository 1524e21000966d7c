import { Agent } from "node:http";
import { control, listen } from "@tapedeck/serve";
import type { Door } from "../door.ts";
import { askedOrigin } from "../question.ts";
import { askOverHttp } from "./raw-http.ts";

/** HTTP/1.1 on a socket of this machine, with the control API as `tapedeck replay` opens it. */
export const socketDoor: Door = {
  name: "socket",
  cannotKeep: {
    "the control API stays out":
      "this is where the control API is: who asks from elsewhere is refused, not let through",
    "an unmocked request fails": "a server takes nothing over, so every other request goes its own way",
  },
  open: async (player) => {
    const door = await listen(player, { control: (ask) => control(player, ask) });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { host } = new URL(askedOrigin);
    return {
      ask: ({ method, target, headers, body }) =>
        askOverHttp(
          { host: "127.0.0.1", port: door.port, agent, method, path: target, headers: { host, ...headers } },
          body,
        ),
      close: async () => {
        agent.destroy();
        await door.close();
      },
    };
  },
};
