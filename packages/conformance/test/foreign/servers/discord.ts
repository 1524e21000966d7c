import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { REST, type RouteLike } from "@discordjs/rest";
import type { ForeignClient } from "./foreign-client.ts";

/** A client that sends by the package undici, whose calls no replaced `fetch` sees: JSON, a file, and an answer without a body. */
export const discord: ForeignClient = {
  name: "@discordjs/rest, by undici",
  start: async () => {
    let sent = 0;
    const server = createServer(async (request, response) => {
      const bytes = Buffer.concat(await request.toArray());
      sent += 1;
      if (request.method === "DELETE") return void response.writeHead(204).end();
      const seen = { id: String(sent), of: `${request.method} ${request.url}`, files: bytes.includes("filename=") };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(seen));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const stop = (): void => void server.close().closeAllConnections();
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
  },
  use: async (base) => {
    const client = new REST({ api: `${base}/api`, retries: 0 }).setToken("any");
    const messages: RouteLike = "/channels/1/messages";
    const query = new URLSearchParams([
      ["limit", "2"],
      ["with", "a b&c"],
    ]);
    return [
      await client.get(messages, { query }),
      await client.post(messages, { body: { content: "first" } }),
      await client.post(messages, { body: {}, files: [{ name: "a.bin", data: Buffer.from([0, 255]) }] }),
      await client.get(messages, { query }),
      ((await client.delete(`${messages}/2`)) as ArrayBuffer).byteLength,
    ];
  },
};
