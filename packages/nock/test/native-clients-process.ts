// Takes a client in each way and at each time that a program may, and prints what it gets – "played", "live", "connected", or
// the first line of the error – while the network is open, of the two origins that are mounted (this machine, and one that is
// not there), of another machine, and once the network is open again.
import http, { createServer, request } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";

type Fetch = typeof fetch;
type Connect = (options: object) => Promise<unknown>;

const { fetch: beforeLoading, WebSocket: earlySocket, EventSource: earlySource } = globalThis;
// Bun's own, as a client imports them before nock is loaded. Nothing else brings them.
const imported = (name: string) => import(name);
const [undici, nodeFetch, ws] =
  "Bun" in globalThis ? await Promise.all(["undici", "node-fetch", "ws"].map(imported)) : [];
const { mount, openNetwork } = await import("../src/index.ts");
const { fetch: afterLoading, WebSocket, EventSource } = globalThis;
openNetwork();
const { fetch: whileOpen } = globalThis;
const { Deno: deno, Bun: bun } = globalThis as unknown as { Deno?: { connect: Connect }; Bun?: { connect: Connect } };
const connect = deno?.connect ?? bun?.connect;

const server = createServer((_request, response) => {
  arrived += 1;
  response.setHeader("content-type", "text/event-stream").end("live");
});
let arrived = 0;
server.on("upgrade", (_request, socket) => {
  arrived += 1;
  socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
});
await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const fetched = (get: Fetch) => async (url: URL) => (await get(url)).text();
const asked = (ask: (url: URL) => http.ClientRequest) => (url: URL) =>
  new Promise((resolve, reject) =>
    ask(url)
      .on("response", (message) => message.setEncoding("utf8").on("data", resolve))
      .on("error", reject)
      .end(),
  );
const opened = (Socket: typeof WebSocket | typeof EventSource) => (url: URL) =>
  new Promise((resolve, reject) => {
    const socket = new Socket(Socket === EventSource || Socket === earlySource ? url : url.href.replace("http", "ws"));
    const end = (settle: (value?: unknown) => void, value?: unknown) => () => {
      socket.onerror = () => {};
      socket.close();
      settle(value);
    };
    socket.onopen = end(resolve);
    socket.onerror = end(reject, new Error("failed"));
  });
const clients: Readonly<Record<string, (url: URL) => Promise<unknown>>> = {
  "fetch, held before nock was loaded": fetched(beforeLoading),
  "fetch, held after it": fetched(afterLoading),
  "fetch, held while the network was open": fetched(whileOpen),
  request: asked((url) => (url.protocol === "https:" ? https : http).request(url)),
  "request, imported by name": asked((url) => (url.protocol === "https:" ? https.request(url) : request(url))),
  WebSocket: async (url) => opened(WebSocket)(url),
  "WebSocket, held before nock was loaded": async (url) => opened(earlySocket)(url),
  ...(deno && {
    EventSource: async (url) => opened(EventSource)(url),
    "EventSource, held before nock was loaded": async (url) => opened(earlySource)(url),
  }),
  ...(bun && {
    "Bun's undici": async (url) => (await undici.request(url)).body.text(),
    "Bun's undici, WebSocket": async (url) => opened(undici.WebSocket)(url),
    "Bun's ws": async (url) => opened(ws.WebSocket)(url),
    "Bun's node-fetch": (url) => fetched(nodeFetch.default)(url),
  }),
  ...(connect && {
    connect: ({ hostname, port }) => connect({ hostname, port: Number(port || 443), socket: { data: () => {} } }),
  }),
};

function ask(base: string): Promise<readonly string[]> {
  return Promise.all(
    Object.values(clients).map((client) =>
      client(new URL("/x", base)).then(
        (answer) => (typeof answer === "string" ? answer : "connected"),
        ({ name, message }: Error) => `${name}: ${message.split("\n")[0]}`,
      ),
    ),
  );
}
const named = <T>(answers: readonly T[]) =>
  Object.fromEntries(Object.keys(clients).map((name, at) => [name, answers[at]]));

const proxies = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => /_proxy$/i.test(name)));

const player = { answer: () => ({ status: 200, headers: [], body: new TextEncoder().encode("played") }) };
const open = named(await ask(here));
const beforeMounting = arrived;
for (const origin of [here, "https://api.service.example"]) mount(player, { origin });
const there = await ask("https://api.service.example");
const mounted = named((await ask(here)).map((answer, at) => [answer, there[at]]));
const live = arrived - beforeMounting;
const elsewhere = named(await ask("http://192.0.2.1:9"));
const whileClosed = proxies();
openNetwork();
const shown = [whileClosed, proxies()];
console.log(JSON.stringify({ open, mounted, live, elsewhere, shown, again: named(await ask(here)) }));
process.exit(0);
