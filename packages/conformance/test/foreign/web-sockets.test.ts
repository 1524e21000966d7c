import { once } from "node:events";
import { createServer } from "node:http";
import { createRecorder, passSockets } from "@tapedeck/record";
import { createPlayer, passthrough, recordMisses } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { WebSocketServer, WebSocket as WsClient } from "ws";
import { chromiumPath, noChromium } from "../../../../.ci/chromium.ts";
import { recordedChat } from "./recorded-chat.ts";
import { byNode, byWs, chat, type Heard, talk } from "./servers/chat.ts";

const { folder, open, started, record, replay, filed } = recordedChat();

const live: Heard = {
  protocol: "chat.v2",
  messages: [
    '{"type":"hello","token":"ghp_0123456789abcdefghijABCDEFGHIJ012345"}',
    '{"count":1,"heard":"one"}',
    '{"count":1,"again":"one"}',
    '{"count":2,"heard":"two"}',
    '{"count":2,"again":"two"}',
    "255,2,1",
  ],
  code: 4000,
  reason: "bye",
};

test.each([
  ["ws", byWs],
  ["the WebSocket of the runtime", byNode],
] as const)("what was said over a WebSocket, recorded by %s, is said again", async (_name, client) => {
  let heard: Heard | null = null;
  await record(async (url) => {
    heard = await client(`${url}/rooms/7`);
  });
  expect(heard).toEqual(live);
  const text = await filed();
  expect(text).toContain("_webSocketMessages");
  expect(text).not.toContain("ghp_0123456789");

  const { player, url } = await replay();
  const replayed = await client(`${url}/rooms/7`);
  const [greeting, ...others] = live.messages;
  expect(greeting).toContain("hello");
  expect(replayed).toEqual({
    ...live,
    messages: [expect.stringMatching(/^\{"type":"hello","token":"__redacted-.*__"\}$/), ...others],
  });
  expect(player.misses()).toEqual([]);
  expect(player.unplayed()).toEqual([]);
});

test("a message that was not recorded is a miss that says where it differs, and ends the conversation", async () => {
  await record((url) => byWs(`${url}/rooms/7`));
  const { player, url } = await replay();
  const { code, reason, messages } = await byWs(`${url}/rooms/7`, [talk[0], '{"say":"three","at":2}']);
  expect({ code, heard: messages.length }).toEqual({ code: 1008, heard: 3 });
  expect(reason).toBe("tapedeck: message 2 is not the one that was recorded; see misses()");
  const [miss] = player.misses();
  expect(miss?.closest?.differences).toEqual([{ part: "message 2", at: "/say", asked: '"three"', recorded: '"two"' }]);
  expect(miss?.advice).toEqual([
    "record the conversation again: npx @tapedeck/cli record --from https://chat.example --out recordings -- COMMAND",
    "if the body does not matter there, leave it out: --ignore '/rooms/7 body:/say'",
  ]);
});

test("what is ignored in bodies is ignored in messages", async () => {
  await record((url) => byWs(`${url}/rooms/7`));
  const { player, url } = await replay({ match: [{ path: "/rooms/*", ignore: ["body:/at"] }] });
  const said = talk.map((each) => (typeof each === "string" ? each.replace(/\d/, "99") : each));
  expect((await byWs(`${url}/rooms/7`, said)).code).toBe(4000);
  expect(player.misses()).toEqual([]);
});

test.each([
  ["a client that is gone without a word is waited for", { say: "one" }, "client", { code: 1006, heard: 3 }],
  [
    "a conversation that reached the recorder's bound ends there",
    { say: "x".repeat(2000) },
    "bound",
    { code: 1006, heard: 1 },
  ],
] as const)("%s", async (_shows, said, cut, replayed) => {
  const talk = async (url: string, leave: boolean): Promise<{ readonly code: number; readonly heard: number }> => {
    const client = new WsClient(`${url}/rooms/7`);
    let heard = 0;
    client.on("message", () => {
      heard += 1;
      if (heard === 1) client.send(JSON.stringify(said));
      if (heard === 3 && leave) client.terminate();
    });
    const [code] = (await once(client, "close")) as [number];
    return { code, heard };
  };
  await record((url) => talk(url, true), { maxBodyBytes: 2000 });
  expect(await filed()).toContain(`"_cut": "${cut}"`);
  const { player, url } = await replay();
  expect(await talk(url, true)).toEqual(replayed);
  expect(player.misses()).toEqual([]);
});

/** Serves WebSockets that greet, and do as they are told: die, or send it back. */
async function obedient(): Promise<string> {
  const server = createServer();
  new WebSocketServer({ server }).on("connection", (socket) => {
    socket.send("hi");
    socket.on("message", (said) => (String(said) === "die" ? socket.terminate() : socket.close(4001, "told to")));
  });
  return started(server);
}

test.each([
  ["that the client leaves without a word", (client: WsClient) => client.terminate(), '"_cut": "client"'],
  ["that the client closes without a code", (client: WsClient) => client.close(), '"from": "client", "code": 1005'],
  ["that the service drops", (client: WsClient) => client.send("die"), '"_cut": "truncation"'],
  ["that the service closes", (client: WsClient) => client.send("bye"), '"from": "server", "code": 4001'],
] as const)("a WebSocket %s ends so on file, and in a replay", async (_ending, end, onFile) => {
  const endOf = async (url: string): Promise<unknown> => {
    const client = new WsClient(url.replace("http", "ws"));
    await once(client, "message");
    end(client);
    const [code, reason] = await once(client, "close");
    return [code, String(reason)];
  };
  const recorder = await createRecorder({ from: await obedient(), origin: "https://chat.example", out: folder() });
  const proxy = await listen(recorder.player);
  const live = await endOf(proxy.url);
  await proxy.close();
  await recorder.close();
  expect((await filed()).replace(/\s+/g, " ")).toContain(onFile);
  const { player, url } = await replay();
  expect(await endOf(url)).toEqual(live);
  expect(player.misses()).toEqual([]);
});

test("a WebSocket that is open when a recorder ends its streams has reached its bound", async () => {
  const recorder = await createRecorder({ from: await obedient(), origin: "https://chat.example", out: folder() });
  const proxy = await listen(recorder.player);
  open.push(proxy);
  const client = new WsClient(proxy.url.replace("http", "ws"));
  await once(client, "message");
  recorder.endStreams();
  expect((await once(client, "close"))[0]).toBe(1006);
  await recorder.close();
  expect(await filed()).toContain('"_cut": "bound"');
});

test("a message of 17 MiB is refused with 1009, recorded and replayed; what was said before it is kept", async () => {
  const codes: number[] = [];
  const shout = async (url: string): Promise<void> => {
    const client = new WsClient(`${url}/rooms/7`);
    client.once("message", () => client.send(Buffer.alloc(17 * 1024 * 1024)));
    codes.push((await once(client, "close"))[0]);
  };
  await record(shout);
  expect(await filed()).toContain("hello");
  expect(await filed()).toContain("its message was too long");
  await shout((await replay()).url);
  expect(codes).toEqual([1009, 1009]);
});

test("a message of a service that is longer than a recorder takes ends the conversation with 1009, too, and is cut on file", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    socket.on("error", () => {});
    socket.send("hello");
    socket.send(Buffer.alloc(2000));
  });
  const recorder = await createRecorder({ from: await started(server), out: folder(), maxBodyBytes: 1000 });
  const proxy = await listen(recorder.player);
  const client = new WsClient(proxy.url.replace("http", "ws"));
  expect((await once(client, "close"))[0]).toBe(1009);
  await proxy.close();
  await recorder.close();
  expect(await filed()).toMatch(/"_cut": "bound".*hello/s);
});

/** Asks where the server is, under an id of its own; gives what comes and leaves. */
function askedWhere(url: string, id: string): Promise<string> {
  const client = new WsClient(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  client.once("message", () => {
    client.send(JSON.stringify({ say: "where", id }));
    client.once("message", (data) => {
      client.close(1000);
      resolve(String(data));
    });
  });
  client.on("error", reject);
  client.on("close", (code) => reject(new Error(`closed: ${code}`)));
  return promise;
}

test("links lead to the server that is asked, and an ignored id of the client's comes back in the answer", async () => {
  await record((url) => askedWhere(`${url}/rooms/7`, "a1"));
  expect(await filed()).toContain(String.raw`{\"id\":\"a1\",\"url\":\"wss://chat.example/\"}`);
  const { player, url } = await replay({ match: [{ path: "/rooms/*", ignore: ["body:/id"] }] });
  expect(await askedWhere(`${url}/rooms/7`, "b2")).toBe(`{"id":"b2","url":"${url}/"}`);
  expect(player.misses()).toEqual([]);
});

test("a replay that records its misses records WebSockets, and what comes in place of one", async () => {
  const from = await started(chat());
  const recorder = await createRecorder({ from, origin: "https://chat.example", out: folder() });
  const player = createPlayer({ tapes: [] });
  const server = await listen(recordMisses(player, recorder.player, { from }));
  open.push(server);
  const url = server.url.replace("http", "ws");
  expect(await askedWhere(`${url}/rooms/7`, "a1")).toBe(`{"id":"a1","url":"${url}/"}`);
  await expect(byWs(`${url}/closed`)).rejects.toMatchObject({ message: "Unexpected server response: 403" });
  await recorder.close();
  expect(player.exchanges).toBe(2);
  expect(await askedWhere(`${url}/rooms/7`, "a1")).toBe(`{"id":"a1","url":"${url}/"}`);
  await expect(byWs(`${url}/rooms/8`)).rejects.toMatchObject({ message: "Unexpected server response: 501" });
  expect(player.misses()).toMatchObject([{ target: "/rooms/8", upstream: expect.stringContaining("closed") }]);
  const replayed = await replay();
  expect(await askedWhere(`${replayed.url}/rooms/7`, "a1")).toContain('"id":"a1"');
});

test("a WebSocket of a path that passes is opened at the live service, and nothing of it is kept", async () => {
  const from = await started(chat());
  const player = createPlayer({ tapes: [] });
  const live = Object.assign(() => Promise.reject(new Error("no request")), { answer: passSockets(from) });
  const server = await listen(passthrough(player, live, { paths: ["/rooms/*", "/closed"], player }));
  open.push(server);
  const url = server.url.replace("http", "ws");
  expect(await askedWhere(`${url}/rooms/7`, "a1")).toBe(`{"id":"a1","url":"${url}/"}`);
  await expect(byWs(`${url}/closed`)).rejects.toMatchObject({ message: "Unexpected server response: 403" });
  expect(player.journal().map(({ status, source }) => [status, source.kind])).toEqual([
    [101, "passed"],
    [403, "passed"],
  ]);
  expect(player.exchanges).toBe(0);
});

test("another path is a miss, and a plain request for a WebSocket's path is one", async () => {
  await record((url) => byWs(`${url}/rooms/7`));
  const { player, server, url } = await replay();
  await expect(byWs(`${url}/rooms/8`)).rejects.toMatchObject({ message: "Unexpected server response: 501" });
  expect((await fetch(`${server.url}/rooms/7`)).status).toBe(501);
  expect(player.misses().map(({ target }) => target)).toEqual(["/rooms/8", "/rooms/7"]);
  expect(player.misses()[1]?.closest?.differences).toEqual([
    { part: "condition", at: "upgrade", asked: "", recorded: "websocket" },
  ]);
});

test("what a service answers in place of a WebSocket is recorded, and answered again", async () => {
  await record((url) =>
    expect(byWs(`${url}/closed`)).rejects.toMatchObject({ message: "Unexpected server response: 403" }),
  );
  const { url } = await replay();
  await expect(byWs(`${url}/closed`)).rejects.toMatchObject({ message: "Unexpected server response: 403" });
});

test.skipIf(noChromium !== "")(`Chromium hears again what it heard${noChromium}`, async () => {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  open.push(browser);
  const page = await browser.newPage();
  const byChromium = (url: string): Promise<Heard> =>
    page.evaluate(
      ([address = "", said = ""]) =>
        new Promise<Heard>((resolve) => {
          const client = new WebSocket(address, "chat.v2");
          const messages: string[] = [];
          client.onmessage = ({ data }: MessageEvent<string>) => {
            messages.push(data);
            if (messages.length === 1) client.send(said);
            if (messages.length === 3) client.close(3001, "done");
          };
          client.onclose = ({ code, reason }) => resolve({ protocol: client.protocol, messages, code, reason });
        }),
      [`${url}/rooms/7`, talk[0]],
    );
  let heard: Heard | null = null;
  await record(async (url) => {
    heard = await byChromium(url);
  });
  const { player, url } = await replay();
  const [greeting, ...others] = live.messages.slice(0, 3);
  expect(heard).toEqual({ protocol: "chat.v2", messages: [greeting, ...others], code: 3001, reason: "done" });
  expect(await byChromium(url)).toMatchObject({
    messages: [expect.stringContaining("hello"), ...others],
    code: 3001,
  });
  expect(player.misses()).toEqual([]);
});

test("recorded again, the same conversation changes no byte", async () => {
  await record((url) => byWs(`${url}/rooms/7`));
  const before = await filed();
  await record((url) => byWs(`${url}/rooms/7`));
  expect(await filed()).toBe(before);
});
