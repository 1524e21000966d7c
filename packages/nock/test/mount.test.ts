import { once } from "node:events";
import http, { createServer, get, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { compileApi } from "@tapedeck/api";
import { createPlayer, type Player, runningClock } from "@tapedeck/replay";
import type { Exchange } from "@tapedeck/tape";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type Answering, mount, mountFallback, openNetwork } from "../src/index.ts";

const origin = "https://api.service.example";

interface Recorded {
  readonly method?: string;
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly answer?: string;
}

function recorded(target: string, { method = "GET", body, status = 200, answer }: Recorded): Exchange {
  const asked =
    body === undefined
      ? null
      : typeof body === "string"
        ? ({ encoding: "utf8", text: body } as const)
        : ({ encoding: "base64", text: Buffer.from(body).toString("base64") } as const);
  return {
    request: { method, target, principal: "anonymous", headers: [], body: asked },
    response: {
      status,
      headers: [
        ["content-type", "text/plain; charset=utf-8"],
        ["vary", "Accept"],
        ["vary", "Accept-Encoding"],
        ["x-ratelimit-limit", "60"],
      ],
      body: answer === undefined ? null : { encoding: "utf8", text: answer },
    },
  };
}

function playerOf(...exchanges: readonly Exchange[]): Player {
  return createPlayer({ tapes: [{ name: "tape", origin, recordedAt: 1_767_225_600, exchanges }] });
}

async function answered(request: http.ClientRequest): Promise<{ message: IncomingMessage; body: string }> {
  const [message] = (await once(request, "response")) as [IncomingMessage];
  return { message, body: await text(message) };
}

afterEach(() => openNetwork());

const zen = recorded("/zen", { answer: "Ask once, listen twice." });

test("mount() answers fetch and Node's clients, by whatever name they were imported", async () => {
  mount(playerOf(zen), { origin });
  mount(playerOf(zen), { origin: "http://plain.service.example:8080" });
  const response = await fetch(`${origin}/zen`);
  expect([response.status, await response.text()]).toEqual([200, "Ask once, listen twice."]);
  expect(response.headers.get("vary")).toBe("Accept, Accept-Encoding");
  const plain = "http://plain.service.example:8080/zen";
  for (const asking of [https.get(`${origin}/zen`), http.get(plain), http.request(plain).end(), get(plain)]) {
    const { message, body } = await answered(asking);
    expect([message.statusCode, body]).toEqual([200, "Ask once, listen twice."]);
    expect(message.rawHeaders.filter((word) => word === "vary")).toHaveLength(2);
  }
});

/** Answers with what it was asked, and a reason of its own. */
const echo: Answering = {
  answer: ({ method, target, headers }) => ({
    status: 420,
    reason: "Enhance Your Calm",
    headers: [],
    body: new Uint8Array(
      Buffer.from(`${method} ${target} ${Object.keys(headers).filter((name) => name.startsWith("x-"))}`),
    ),
  }),
};

test.skipIf("Bun" in globalThis).each([
  ["TRACE", "/users"],
  ["GET", "//users/ada"],
  ["GET", "/users/../ada"],
  ["GET", "/users/%2e/ada"],
  ["DELETE", "/users?"],
  ["GET", "/users?name='ada'|{x}"],
])("%s %s through node:http is answered as it is asked", async (method, path) => {
  for (const put of [() => mount(echo, { origin }), () => mountFallback(echo, (each) => each === origin)]) {
    put();
    const request = https.request({ host: "api.service.example", method, path }).end();
    const { message, body } = await answered(request);
    expect([message.statusMessage, body]).toEqual(["Enhance Your Calm", `${method} ${path} `]);
    expect(request.path).toBe(path);
    openNetwork();
  }
});

test.skipIf("Bun" in globalThis || "Deno" in globalThis)(
  "a method that Node does not know ends in an error, and not in silence",
  async () => {
    mount(echo, { origin });
    const request = https.request({ host: "api.service.example", method: "BREW", path: "/users" }).end();
    expect(await once(request, "error")).toMatchObject([{ code: "ERR_NOCK_NO_MATCH" }]);
  },
);

test("mount() keeps two origins apart, and unmount() takes one of them away", async () => {
  const [here, there] = [playerOf(zen), playerOf(recorded("/zen", { answer: "Elsewhere." }))];
  const first = mount(here, { origin });
  mount(there, { origin: "https://elsewhere.example" });
  expect(await (await fetch(`${origin}/zen`)).text()).toBe("Ask once, listen twice.");
  expect(await (await fetch("https://elsewhere.example/zen")).text()).toBe("Elsewhere.");
  first.unmount();
  first.unmount();
  await expect(fetch(`${origin}/zen`)).rejects.toThrow();
  expect(await (await fetch("https://elsewhere.example/zen")).text()).toBe("Elsewhere.");
  expect([here.journal().length, there.journal().length]).toEqual([1, 2]);
});

test.skipIf("Bun" in globalThis || "Deno" in globalThis)(
  "a status that nock cannot give is refused, and the process goes on",
  async () => {
    mount(playerOf(recorded("/denied", { status: 999 }), zen), { origin });
    const error = await fetch(`${origin}/denied`).catch((thrown: unknown) => thrown);
    expect(String((error as Error).cause ?? error)).toContain("nock gives no status above 599, and 999 was recorded");
    expect(await (await fetch(`${origin}/zen`)).text()).toBe("Ask once, listen twice.");
  },
);

test("a player mounted after another one was unmounted answers in its place", async () => {
  mount(playerOf(zen), { origin }).unmount();
  mount(playerOf(recorded("/zen", { answer: "Mine now." })), { origin });
  expect(await (await fetch(`${origin}/zen`)).text()).toBe("Mine now.");
});

test("a fallback answers for an origin whose player was unmounted, and a player before the fallback", async () => {
  const mounted = mount(playerOf(zen), { origin });
  const fallback = mountFallback(playerOf(recorded("/zen", { answer: "Anywhere." })), () => true);
  const asked = async (): Promise<string[]> => [
    await (await fetch(`${origin}/zen`)).text(),
    (await answered(https.get(`${origin}/zen`))).body,
  ];
  expect(await asked()).toEqual(Array(2).fill("Ask once, listen twice."));
  mounted.unmount();
  expect(await asked()).toEqual(Array(2).fill("Anywhere."));
  fallback.unmount();
  await expect(asked()).rejects.toThrow(/Disallowed net connect/);
});

test("what was not asked for in so many words is a miss of the player's, not an error of nock's", async () => {
  const player = playerOf(zen);
  mount(player, { origin });
  const response = await fetch(`${origin}/users/ada?x=1`);
  expect([response.status, response.headers.get("x-tapedeck")]).toEqual([501, "miss"]);
  expect(player.misses()).toMatchObject([{ method: "GET", target: "/users/ada?x=1" }]);
});

interface BodyCase {
  readonly shows: string;
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Default: as it was recorded. */
  readonly sent?: string;
}

const json = "application/json";
const bodies: readonly BodyCase[] = [
  {
    shows: "JSON, its members in any order",
    type: json,
    body: '{"b":[1,2],"a":"x"}',
    sent: '{ "a": "x", "b": [1, 2] }',
  },
  { shows: "JSON that is a string", type: json, body: '"text"' },
  { shows: "JSON that is an empty string", type: json, body: '""' },
  { shows: "JSON that is null", type: json, body: "null" },
  { shows: "JSON that is cut off", type: json, body: '{"a":' },
  { shows: "a form", type: "application/x-www-form-urlencoded", body: "a=1&b=2" },
  { shows: "text in another alphabet", type: "text/plain", body: "表 🧮" },
  { shows: "hexadecimal digits", type: "text/plain", body: "00ff" },
  { shows: "bytes that are no text", type: "application/octet-stream", body: Uint8Array.of(0, 255, 10, 128) },
];

test.each(bodies)(
  "a POST of $shows is found by its body, through fetch and node:http",
  async ({ type, body, sent }) => {
    const player = playerOf(recorded("/things", { method: "POST", body, status: 201, answer: "made" }));
    mount(player, { origin });
    const payload = sent ?? body;
    const init = { method: "POST", headers: { "content-type": type } };
    const response = await fetch(`${origin}/things`, { ...init, body: payload });
    expect([response.status, await response.text()]).toEqual([201, "made"]);
    const request = https.request(`${origin}/things`, init as RequestOptions);
    request.end(payload);
    expect((await answered(request)).body).toBe("made");
    // None of them is the same as no body.
    expect((await fetch(`${origin}/things`, init)).status).toBe(501);
  },
);

test.each(["PUT", "PATCH", "DELETE"])("%s is answered too", async (method) => {
  mount(playerOf(recorded("/things/1", { method, body: "x", answer: method })), { origin });
  expect(await (await fetch(`${origin}/things/1`, { method, body: "x" })).text()).toBe(method);
});

test.each([
  ["HEAD", "/zen", 200, "23"],
  ["GET", "/gone", 204, null],
])("%s %s is answered %i without a body", async (method, target, status, length) => {
  mount(playerOf(zen, recorded("/gone", { status: 204 })), { origin });
  const response = await fetch(origin + target, { method });
  expect([response.status, response.headers.get("content-length")]).toEqual([status, length]);
  expect(await response.text()).toBe("");
  const { message, body } = await answered(https.request(origin + target, { method }).end());
  expect([message.statusCode, body]).toEqual([status, ""]);
});

test("a stream of unknown length ends for a client that keeps its connection", async () => {
  const lines: Exchange = {
    ...zen,
    response: {
      status: 200,
      headers: [["content-type", "application/x-ndjson"]],
      body: { encoding: "utf8", text: '{"n":1}\n' },
      chunks: [[0, 8]],
    },
  };
  mount(playerOf(lines), { origin });
  const { body } = await answered(https.get(`${origin}/zen`, { headers: { connection: "keep-alive" } }));
  expect(body).toBe('{"n":1}\n');
});

test.each(["text/plain", "text/event-stream"])(
  "a client may leave a body of %s once it has read all of it, as one does after the last event",
  async (type) => {
    const { request, response } = recorded("/events", { answer: "data: one\n\ndata: [DONE]\n\n" });
    const chunks = type === "text/plain" ? {} : { chunks: [11, 14].map((bytes) => [bytes, 0] as const) };
    mount(playerOf({ request, response: { ...response, headers: [["content-type", type]], ...chunks } }), { origin });
    const { body } = await fetch(`${origin}/events`);
    let came = "";
    for await (const part of body ?? []) {
      came += Buffer.from(part).toString();
      if (came.includes("[DONE]")) break;
    }
    // An error that nothing catches would come now.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(came).toContain("[DONE]");
  },
);

test("a conditional request gets its 304", async () => {
  mount(playerOf(zen), { origin });
  const response = await fetch(`${origin}/zen`, { headers: { "if-none-match": "*" } });
  expect([response.status, await response.text()]).toEqual([304, ""]);
});

test("concurrent requests keep their own headers", async () => {
  const user = recorded("/zen", { answer: "Whoever asks." });
  mount(playerOf(zen, { ...user, request: { ...user.request, principal: "token" } }), { origin });
  const headers = (nth: number): Record<string, string> => (nth % 2 ? { authorization: "Bearer of-somebody" } : {});
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, nth) => (await fetch(`${origin}/zen`, { headers: headers(nth) })).text()),
  );
  expect(answers).toEqual(answers.map((_, nth) => (nth % 2 ? "Whoever asks." : "Ask once, listen twice.")));
});

test("the network is closed to everybody while a player is mounted, and until it is opened again", async () => {
  let reached = 0;
  const server = createServer((_message, response) => {
    reached += 1;
    response.end("reached");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const closed = async (): Promise<void> => {
    await expect(fetch(url)).rejects.toThrow(/Disallowed net connect/);
    await expect(answered(http.get(url))).rejects.toThrow(/Disallowed net connect/);
    await expect(answered(get(url))).rejects.toThrow(/Disallowed net connect/);
  };
  try {
    const mounted = mount(playerOf(zen), { origin });
    await closed();
    mounted.unmount();
    await closed();
    expect(reached).toBe(0);
    openNetwork();
    expect(await (await fetch(url)).text()).toBe("reached");
    expect((await answered(get(url, { agent: false }))).body).toBe("reached");
    mount(playerOf(zen), { origin });
    await closed();
    expect(reached).toBe(2);
  } finally {
    openNetwork();
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  }
});

test("mount() says where a recording holds more requests than its limit allows while the clock stands", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const algorithm = { kind: "fixed-window", limit: 1, seconds: 60 } as const;
  const policies = [{ name: "all", partition: ["address" as const], algorithm }];
  const api = compileApi({
    name: "own",
    rateLimits: { name: "own", policies, tell: "silent", refusal: { status: 429 } },
  });
  const exchanges = ["/one", "/two"].map((path) => recorded(path, { answer: path }));
  const options = { api, tapes: [{ name: "tape", origin, recordedAt: 1_767_225_600, exchanges }] };
  mount(createPlayer({ ...options, clock: runningClock(Date.now) }), { origin });
  expect(warn).not.toHaveBeenCalled();
  mount(createPlayer(options), { origin });
  const said = /^tapedeck: .*: the limit "all" of 1 refuses number 2 to address 127\.0\.0\.1\n {2}- .*clock/;
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(said));
});

test.each(["http", "https"])(
  "a client that sends its body once its socket is connected is answered, over %s",
  async (scheme) => {
    const at = `${scheme}://rpc.service.example`;
    mount(
      { answer: ({ body }) => ({ status: 200, headers: [], body: new Uint8Array((body ?? []) as Uint8Array) }) },
      { origin: at },
    );
    const request = (scheme === "http" ? http : https).request(at, { method: "POST" });
    // Sends the headers, as Connect-RPC's client does, and nothing more before it is connected.
    request.flushHeaders();
    let connected = 0;
    request.on("socket", (socket) =>
      socket.on(scheme === "http" ? "connect" : "secureConnect", () => {
        connected += 1;
        request.write("first, ");
        setImmediate(() => request.end("then the rest"));
      }),
    );
    expect((await answered(request)).body).toBe("first, then the rest");
    expect(connected).toBe(1);
  },
);
