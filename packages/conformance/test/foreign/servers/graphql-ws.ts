import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buildSchema, execute, parse, subscribe, validate } from "graphql";
import { createClient } from "graphql-ws";
import { useServer } from "graphql-ws/use/ws";
import { WebSocket, WebSocketServer } from "ws";
import type { ForeignClient } from "./foreign-client.ts";

const schema = buildSchema("type Query { hello: String } type Subscription { count(to: Int): Int }");
const roots = {
  query: { hello: () => "world" },
  subscription: {
    async *count({ to }: { readonly to: number }) {
      for (let count = 0; count < to; count += 1) yield { count };
    },
  },
};

/** Subscriptions over one WebSocket, each under an id that the client makes anew. */
export const subscriptions: ForeignClient = {
  name: "graphql-ws subscribes over a WebSocket",
  match: [{ path: "/graphql", ignore: ["body:/id"] }],
  start: async () => {
    const server = createServer().listen(0, "127.0.0.1");
    const sockets = new WebSocketServer({ server, path: "/graphql" });
    // Of the one copy of graphql that made the schema.
    useServer({ schema, roots, execute, parse, subscribe, validate }, sockets);
    await once(server, "listening");
    const stop = (): void => {
      for (const client of sockets.clients) client.terminate();
      server.close();
    };
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
  },
  use: async (base) => {
    const url = `${base.replace("http", "ws")}/graphql`;
    const client = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0, lazy: false });
    const heard: unknown[] = [];
    for (const query of ["{ hello }", "subscription { count(to: 3) }"])
      for await (const result of client.iterate({ query })) heard.push(result);
    await client.dispose();
    return heard;
  },
};
