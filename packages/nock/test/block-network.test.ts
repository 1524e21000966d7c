// Clients with sockets of their own pass nock by. The addresses are of a net for documentation (RFC 5737): where the
// guard fails, nothing is there.
import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import { type AddressInfo, createServer, connect as netConnect, Socket } from "node:net";
import { text } from "node:stream/consumers";
import tls from "node:tls";
import { createPlayer } from "@tapedeck/replay";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mount, openNetwork } from "../src/index.ts";

beforeEach(() => void mount(createPlayer({ tapes: [] }), { origin: "https://api.service.example" }));
afterEach(() => openNetwork());

test.each([
  ["net.connect(port, host)", () => netConnect(443, "192.0.2.1")],
  ["net.connect({ host, port })", () => netConnect({ host: "192.0.2.1", port: 443 })],
  ["new Socket().connect()", () => new Socket().connect(443, "192.0.2.1")],
  ["tls.connect()", () => tls.connect(443, "192.0.2.1")],
  ["http2.connect()", () => http2.connect("https://192.0.2.1")],
])("%s is refused while a player is mounted", async (_how, open) => {
  const [error] = await once(open(), "error").catch((reason: Error) => [reason]);
  expect(error).toMatchObject({
    name: "AbortError",
    code: "ECONNABORTED",
    message: expect.stringMatching(/^Cannot connect to 192\.0\.2\.1: the network is closed/),
  });
});

test("this machine stays within reach but for where a player is mounted, and everything once the network is open again", async () => {
  const { connect } = Socket.prototype;
  const server = createServer((socket) => socket.end("here")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  try {
    for (const socket of [netConnect(port, "127.0.0.1"), netConnect({ port, host: "localhost", family: 4 })]) {
      expect(String((await once(socket, "data"))[0])).toBe("here");
    }
  } finally {
    server.close();
  }
  mount(createPlayer({ tapes: [] }), { origin: `http://127.0.0.1:${port}` });
  const [error] = await once(netConnect(port, "127.0.0.1"), "error").catch((reason: Error) => [reason]);
  expect(error).toMatchObject({
    message: expect.stringMatching(/^Cannot connect to 127\.0\.0\.1: a player is mounted/),
  });
  openNetwork();
  expect(Socket.prototype.connect).not.toBe(connect);
});

test("a request that a client took by its name, and a connection that it kept, lead to a player mounted later", async () => {
  openNetwork();
  const { request } = http;
  const { fetch } = globalThis;
  const server = http.createServer((_request, response) => response.end("live")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = new http.Agent({ keepAlive: true });
  try {
    const [message] = await once(request(origin, { agent }).end(), "response");
    await once(message.resume(), "end");
    expect(await (await fetch(origin)).text()).toBe("live");
    mount(createPlayer({ tapes: [] }), { origin });
    for (const kept of [agent, undefined]) {
      const [missed] = await once(request(origin, { agent: kept, method: "POST" }).end("x"), "response");
      expect([missed.statusCode, (await text(missed)).includes("Cannot replay POST /")]).toEqual([501, true]);
    }
    const elsewhere = once(request("http://192.0.2.1", { agent }).end(), "response");
    await expect(elsewhere).rejects.toThrow("Cannot connect to 192.0.2.1");
    expect((await fetch(origin)).status).toBe(501);
    expect(() => new WebSocket(origin.replace("http", "ws"))).toThrow(
      /Cannot open a WebSocket to .*: a player is mounted there\n.*npx @tapedeck\/cli replay/,
    );
  } finally {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  }
});
