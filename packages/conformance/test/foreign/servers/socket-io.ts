import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { io } from "socket.io-client";
import type { ForeignClient } from "./foreign-client.ts";

/** Long polling first, and then a WebSocket that takes its place; texts, bytes and acknowledgements. */
export const polledThenUpgraded: ForeignClient = {
  name: "socket.io polls, and changes to a WebSocket",
  // Against caches.
  match: [{ path: "/socket.io/", ignore: ["query.t"] }],
  polls: true,
  start: async () => {
    const server = createServer();
    const sockets = new Server(server, { pingInterval: 1_000_000 });
    sockets.on("connection", (socket) => {
      socket.on("double", (number: number, answer: (doubled: number) => void) => answer(number * 2));
      socket.on("bytes", (bytes: Buffer) => socket.emit("reversed", Buffer.from(bytes).reverse()));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => sockets.close() };
  },
  use: async (base) => {
    const client = io(base, { reconnection: false });
    const { promise: upgraded, resolve, reject } = Promise.withResolvers<void>();
    client.on("connect_error", reject);
    client.on("connect", () => {
      const { engine } = client.io;
      if (engine.transport.name === "websocket") resolve();
      else engine.once("upgrade", () => resolve());
    });
    await upgraded;
    const doubled = [await client.emitWithAck("double", 1), await client.emitWithAck("double", 21)];
    const reversed = new Promise<readonly number[]>((done) =>
      client.once("reversed", (bytes: Uint8Array) => done([...new Uint8Array(bytes)])),
    );
    client.emit("bytes", Buffer.of(1, 2, 255));
    const heard = { doubled, reversed: await reversed, transport: client.io.engine.transport.name };
    client.disconnect();
    return heard;
  },
};
