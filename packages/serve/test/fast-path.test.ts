import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { IncomingRequest, Outcome } from "@tapedeck/replay";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { type Listening, listen } from "../src/index.ts";
import { moved, playerOf, tape } from "./tape.ts";

const etag = '"5"';
const conditional = {
  ...tape,
  name: "api.service.example/conditional",
  exchanges: tape.exchanges.slice(0, 1).map(({ request, response }) => ({
    request: { ...request, target: "/users/lin" },
    response: {
      ...response,
      headers: [...response.headers, ["accept-ranges", "bytes"] as const, ["etag", etag] as const],
    },
  })),
};
const player = playerOf({ tapes: [tape, moved, conditional] });

let server: Listening;
let late: Listening;
beforeAll(async () => {
  server = await listen(player);
  const answer = async (ask: IncomingRequest): Promise<Outcome> => player.answer(ask);
  late = await listen(Object.assign(player.bind(null), { answer }));
});
afterAll(() => Promise.all([server.close(), late.close()]));

type Way = "fast path" | "fast path, answered late" | "node:http";

/** Sends parts, each once the one before is with the server, and reads until the server ends the connection. */
async function talk(way: Way, parts: readonly string[]): Promise<string> {
  const { port } = way === "fast path, answered late" ? late : server;
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.on("error", () => {});
  if (way === "node:http") {
    // It has the connection from this request on.
    socket.write(`OPTIONS * HTTP/1.1\r\n${host}\r\n\r\n`);
    await once(socket, "data");
  }
  player.reset();
  const came = Promise.withResolvers<string>();
  const chunks: Uint8Array[] = [];
  socket.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  // A client that names no host is led back to the port.
  socket.on("close", () => came.resolve(Buffer.concat(chunks).toString("latin1").replaceAll(`:${port}/`, "/")));
  for (const part of parts) {
    if (socket.destroyed || !socket.writable) break;
    await new Promise<void>((resolve) => socket.write(part, "latin1", () => resolve()));
    await turns(3);
  }
  return came.promise;
}

/** Lets the event loop go round, in which the server reads what the system has for it. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const host = "Host: api.test";
const last = `GET /users/ada HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`;
const lines = [
  "GET /users/ada HTTP/1.1",
  "HEAD /users/ada HTTP/1.1",
  "GET /users/lin HTTP/1.1",
  "GET /users/lovelace HTTP/1.1",
  "GET /users/ada/repos?page=1 HTTP/1.1",
  "GET /nobody?x=%20 HTTP/1.1",
  "HEAD /nobody HTTP/1.1",
  "GET /rate_limit HTTP/1.1",
  "GET //users/ada HTTP/1.1",
  "OPTIONS * HTTP/1.1",
  "OPTIONS /users/ada HTTP/1.1",
  "DELETE /users/ada HTTP/1.1",
  "GET /users/ada#there HTTP/1.1",
  "GET http://api.test/users/ada HTTP/1.1",
  "GET /users/\xe9 HTTP/1.1",
  "GET  /users/ada HTTP/1.1",
  "get /users/ada HTTP/1.1",
  "GET /users/ada HTTP/1.0",
  "GET /users/ada HTTP/1.2",
  "GET /users/ada HTTP/2.0",
  "",
];
// Without Expect: Node writes its 100 (Continue) into the middle of the response before.
const fields = [
  host,
  "HOST:api.test",
  "Host: API.test:80",
  "Host: a b",
  "Host:",
  "User-Agent: one\t two  ",
  "Accept: */*",
  "Accept: application/xml",
  `If-None-Match: ${etag}`,
  "Range: bytes=0-3",
  "Range: bytes=900-",
  "Authorization: Bearer abc",
  "Authorization: nonsense",
  "Connection: keep-alive",
  "Connection: Keep-Alive",
  "Connection: close",
  "Connection: upgrade",
  "Upgrade: websocket",
  "Content-Length: 0",
  "Content-Length: 2",
  "Transfer-Encoding: chunked",
  "Keep-Alive: timeout=9",
  "TE: trailers",
  "Cookie: a=1",
  "Cookie: b=2",
  "X-Empty:",
  "X-High: \xe9",
  "X-Control: \x01",
  "X-Space : 1",
  " folded",
  "no colon",
  "__proto__: 1",
  "constructor: 1",
];
const request = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...lines.slice(0, 8)) }, fc.constantFrom(...lines)),
    fc.oneof({ weight: 3, arbitrary: fc.constant([host]) }, fc.subarray(fields, { maxLength: 5 })),
    fc.constantFrom("\r\n", "\r\n", "\r\n", "\n"),
    fc.constantFrom("", "", "", "hi", "0\r\n\r\n"),
  )
  .map(([line, more, eol, body]) => [line, ...more, "", ""].join(eol) + body);
const conversation = fc
  .tuple(fc.array(request, { maxLength: 5 }), fc.array(fc.nat(2000), { maxLength: 6 }))
  .map(([requests, places]) => {
    const text = requests.join("") + last;
    const cuts = [...new Set([0, ...places.map((place) => place % text.length), text.length])].sort((a, b) => a - b);
    return cuts.slice(1).map((cut, at) => text.slice(cuts[at], cut));
  });

test("a conversation has the same bytes on the fast path and by node:http, however it is cut", () =>
  fc.assert(
    fc.asyncProperty(conversation, async (parts) => {
      const expected = await talk("node:http", parts);
      expect(await talk("fast path", parts)).toBe(expected);
      expect(await talk("fast path, answered late", parts)).toBe(expected);
    }),
    law(100),
  ));

test("two requests have the same bytes at every place that they can be cut at", async () => {
  const text = `GET /users/lin HTTP/1.1\r\n${host}\r\n\r\n${last}`;
  const whole = await talk("node:http", [text]);
  expect(whole.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  for (let cut = 1; cut < text.length; cut += 1)
    for (const way of ["fast path", "fast path, answered late"] as const)
      expect(await talk(way, [text.slice(0, cut), text.slice(cut)])).toBe(whole);
});

/** Counts the requests that node:http is given while something is done. */
async function countedByNode(done: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const onRequest = (): void => {
    count += 1;
  };
  subscribe("http.server.request.start", onRequest);
  await done();
  unsubscribe("http.server.request.start", onRequest);
  return count;
}

test.each([
  ["a plain request goes without node:http", [`GET /users/ada HTTP/1.1\r\n${host}\r\n\r\n`, last], 1],
  ["a conditional one, too", [`GET /users/lin HTTP/1.1\r\n${host}\r\nIf-None-Match: ${etag}\r\n\r\n`, last], 1],
  ["what has a body goes to node:http", [`POST /a HTTP/1.1\r\n${host}\r\nContent-Length: 2\r\n\r\nhi`, last], 2],
  ["what comes in parts, too", ["GET /users/ada HTTP/1.1\r\n", `${host}\r\n\r\n`, last], 2],
])("%s", async (_shows, parts, count) => {
  expect(await countedByNode(() => talk("fast path", parts))).toBe(count);
});

const large = {
  ...tape,
  name: "api.service.example/large",
  exchanges: [
    {
      request: { method: "GET", target: "/large", principal: "anonymous", headers: [], body: null },
      response: { status: 200, headers: [], body: { encoding: "utf8" as const, text: "x".repeat(30_000) } },
    },
  ],
};

/** A connection whose answers nobody reads yet. */
async function unread(port: number, requests: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" }).pause();
  const each = `GET /large HTTP/1.1\r\n${host}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(each.repeat(requests), () => resolve()));
  return socket;
}

test("who reads slowly gets every byte, and nothing more is answered until then", async () => {
  const own = playerOf({ tapes: [large], api: undefined as never });
  const server = await listen(own);
  const socket = await unread(server.port, 2000);
  let before = -1;
  // As long as it goes on, it is not yet full.
  while (own.journal().length > before || before === 0) {
    before = own.journal().length;
    await turns(50);
  }
  expect(own.journal().length).toBeLessThan(1000);
  socket.write(last);
  let bytes = 0;
  for await (const chunk of socket) bytes += (chunk as Buffer).length;
  expect(bytes).toBeGreaterThan(2000 * 30_000);
  await server.close();
});

test("a server that closes ends idle connections at once, and counts those whose answer is not read", async () => {
  const server = await listen(playerOf({ tapes: [large], api: undefined as never }));
  const idle = connect({ port: server.port, host: "127.0.0.1" });
  idle.write(`GET /large HTTP/1.1\r\n${host}\r\n\r\n`);
  await once(idle, "data");
  const socket = await unread(server.port, 2000);
  const ended = new Promise((resolve) => idle.once("close", resolve));
  idle.resume();
  await turns(50);
  expect(await server.shutdown(0)).toEqual({ cut: 1 });
  await ended;
  socket.destroy();
});

/** Sends one text on a connection of its own, and returns what came until its end. */
async function asked(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const chunks: Uint8Array[] = [];
  socket.on("data", (chunk: Uint8Array) => chunks.push(chunk)).on("end", () => socket.destroy());
  socket.end(text);
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}

test("clients that ask at the same time and say no more get their own answers", async () => {
  const server = await listen(playerOf({ tapes: [large, tape] }));
  const paths = Array.from({ length: 40 }, (_, nth) => (nth % 2 === 0 ? "/users/ada" : "/users/grace"));
  const answers = await Promise.all(paths.map((path) => asked(server.port, `GET ${path} HTTP/1.1\r\n${host}\r\n\r\n`)));
  expect(answers.map((answer) => /"login":"(\w+)"/.exec(answer)?.[1])).toEqual(
    paths.map((path) => path.slice("/users/".length)),
  );
  const left = answers.map((answer) => Number(/x-ratelimit-remaining: (\d+)/.exec(answer)?.[1]));
  expect(left.toSorted((a, b) => b - a)).toEqual(paths.map((_, nth) => 59 - nth));
  await server.close();
});

test("a server that is closed while it answers sends what it answered before", async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const own = playerOf();
  const answer = (ask: IncomingRequest): Outcome => {
    if (ask.target === "/users/grace") closed = server.shutdown(0);
    return own.answer(ask);
  };
  const server = await listen(Object.assign(own.bind(null), { answer }));
  const ask = (name: string): string => `GET /users/${name} HTTP/1.1\r\n${host}\r\n\r\n`;
  expect(await asked(server.port, ask("ada") + ask("grace"))).toContain('"login":"ada"');
  await closed;
});
