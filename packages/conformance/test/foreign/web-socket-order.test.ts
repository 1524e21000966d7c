import { once } from "node:events";
import { createServer } from "node:http";
import { createRecorder } from "@tapedeck/record";
import { listen } from "@tapedeck/serve";
import { expect, test } from "vitest";
import { WebSocketServer, WebSocket as WsClient } from "ws";
import { recordedChat } from "./recorded-chat.ts";

const { folder, started, record, replay } = recordedChat();

test("equal WebSockets that are open at once are replayed in the order in which they were opened", async () => {
  const service = createServer();
  let opened = 0;
  new WebSocketServer({ server: service }).on("connection", (socket) => {
    opened += 1;
    socket.send(`number ${opened}`);
  });
  const talk = async (url: string): Promise<readonly string[]> => {
    const heard: string[] = [];
    const clients: WsClient[] = [];
    for (const _each of ["first", "second"]) {
      const client = new WsClient(url.replace("http", "ws"));
      heard.push(String((await once(client, "message"))[0]));
      clients.unshift(client);
    }
    for (const client of clients) {
      client.close();
      await once(client, "close");
    }
    return heard;
  };
  const recorder = await createRecorder({
    from: await started(service),
    origin: "https://chat.example",
    out: folder(),
  });
  const proxy = await listen(recorder.player);
  expect(await talk(proxy.url)).toEqual(["number 1", "number 2"]);
  await proxy.close();
  await recorder.close();
  expect(await talk((await replay()).url)).toEqual(["number 1", "number 2"]);
});

test("WebSockets in another order get the conversations that go with what they say", async () => {
  const rooms = ["one", "two", "three"];
  const talk = async (url: string, order: readonly string[]): Promise<readonly string[]> => {
    const clients = order.map(() => new WsClient(`${url}/rooms/7`));
    await Promise.all(clients.map((client) => once(client, "message")));
    const heard: string[] = [];
    for (const [at, room] of order.entries()) {
      clients[at]?.send(JSON.stringify({ say: room, at: 1 }));
      heard.push(String((await once(clients[at] as WsClient, "message"))[0]));
    }
    for (const client of clients) client.terminate();
    return heard;
  };
  const live: string[] = [];
  await record(async (url) => void live.push(...(await talk(url, rooms))));
  const { player, url } = await replay();
  expect(await talk(url, rooms.slice(2))).toEqual(live.slice(2));
  expect(player.unplayed().map(({ exchange }) => JSON.stringify(exchange.response.messages))).toEqual([
    expect.stringContaining("one"),
    expect.stringContaining("two"),
  ]);
  player.reset();
  expect(await talk(url, rooms.toReversed())).toEqual(live.toReversed());
  expect(player.unplayed()).toEqual([]);
  expect(player.misses()).toEqual([]);
});
