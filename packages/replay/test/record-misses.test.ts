import { type CredentialForm, cityCounts, compileApi, github, plain, service } from "@tapedeck/api";
import { expect, test } from "vitest";
import { stoppedClock } from "../src/clock.ts";
import { type FetchHandler, type Handler, handlerOf } from "../src/handlers/handler.ts";
import { createPlayer, type Player } from "../src/handlers/player.ts";
import type { PlayerOptions } from "../src/handlers/player-options.ts";
import { recordMisses } from "../src/handlers/record-misses.ts";
import { ask, countersOf, exchange, field, jsonOf, recordedAt, tape, textOf } from "./exchanges.ts";

const from = "https://live.service.example/api";

/** An upstream that counts what it is asked and answers with it. */
function upstreamOf(respond: (request: Request, asked: number) => Response | Promise<Response> = speak) {
  const asked: Request[] = [];
  const upstream: FetchHandler = async (request) => {
    asked.push(request);
    return respond(request, asked.length);
  };
  return { upstream, asked };
}

function speak(request: Request, asked: number): Response {
  const { pathname } = new URL(request.url);
  return Response.json(
    { asked, url: from + pathname },
    { headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "3", "content-encoding": "gzip" } },
  );
}

interface Scene {
  readonly mode: Handler;
  readonly player: Player;
  readonly asked: readonly Request[];
}

function sceneOf(respond?: Parameters<typeof upstreamOf>[0], options: Partial<PlayerOptions> = {}): Scene {
  const { upstream, asked } = upstreamOf(respond);
  const player = createPlayer({
    api: [service, cityCounts],
    tapes: [tape(exchange())],
    clock: stoppedClock(recordedAt),
    ...options,
  });
  return { mode: recordMisses(player, upstream, { from }), player, asked };
}

test("otherwise() answers at once what the player has, and asks nobody", () => {
  const { mode, player, asked } = sceneOf();
  const reply = mode.answer(ask());
  expect(reply).not.toBeInstanceOf(Promise);
  expect(reply).toEqual(createPlayer({ api: service, tapes: [tape(exchange())], clock: player.clock }).answer(ask()));
  expect(asked).toEqual([]);
});

test("otherwise() plays what upstream gave, from then on, without upstream", async () => {
  const { mode, player, asked } = sceneOf();
  const target = "/users/grace?q=1";
  const first = await mode.answer(ask(target, { accept: "a/b", host: "localhost", connection: "close" }));
  const second = mode.answer(ask(target));
  expect([second instanceof Promise, asked.length]).toEqual([false, 1]);
  expect([textOf(first), field(first, "content-encoding")]).toEqual([textOf(await second), null]);
  expect(jsonOf(first)).toEqual({ asked: 1, url: "https://api.service.example/users/grace" });
  expect([first, await second].map(countersOf)).toMatchObject([
    { limit: 60, used: 1 },
    { limit: 60, used: 2 },
  ]);
  expect(asked.map(({ url, headers }) => [url, [...headers]])).toEqual([
    ["https://api.service.example/users/grace?q=1", [["accept", "a/b"]]],
  ]);
  expect([player.misses(), player.unplayed().length, player.exchanges]).toEqual([[], 1, 2]);
  expect(player.journal().map(({ status, cost, source }) => [status, cost, source.kind])).toEqual([
    [200, 1, "played"],
    [200, 1, "played"],
  ]);
  expect(player.tapes().map(({ name, exchanges }) => [name, exchanges])).toEqual([
    ["users", 1],
    ["upstream", 1],
  ]);
});

test("otherwise() answers as fetch does, too", async () => {
  const response = await sceneOf().mode("http://localhost:8787/users/grace");
  expect([response.status, await response.json()]).toEqual([
    200,
    { asked: 1, url: "http://localhost:8787/users/grace" },
  ]);
});

test("otherwise() keeps addresses apart: each pays for itself", async () => {
  const { mode, player } = sceneOf();
  await mode.answer(ask("/x", {}, { address: "10.0.0.1" }));
  await mode.answer(ask("/x", {}, { address: "10.0.0.2" }));
  expect(Object.entries(player.quotas()).map(([bucket, { used }]) => [bucket, used])).toEqual([
    ["address 10.0.0.1", 1],
    ["address 10.0.0.2", 1],
  ]);
});

test("otherwise() asks upstream once for equal requests at the same time, and for others each", async () => {
  const { mode, player, asked } = sceneOf();
  const replies = await Promise.all(["/x", "/x", "/y", "/x"].map((target) => mode.answer(ask(target))));
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(["/x", "/y"]);
  expect(replies.map((reply) => jsonOf(reply))).toMatchObject([{ asked: 1 }, { asked: 1 }, { asked: 2 }, { asked: 1 }]);
  expect(player.journal().map(({ cost }) => cost)).toEqual([1, 1, 1, 1]);
});

test.each<[name: string, one: string, other: string]>([
  ["cookie", "sid=a81c", "sid=77f0"],
  ["x-session", "one", "two"],
  ["accept-language", "de", "fr"],
  ["accept", "text/csv", "text/html"],
])(
  "otherwise() gives two requests that differ in %s alone each its own, at the same time and later",
  async (name, ...values) => {
    const { mode, asked } = sceneOf(({ headers }) => Response.json(headers.get(name)));
    const answers = () =>
      Promise.all(values.map(async (value) => jsonOf(await mode.answer(ask("/x", { [name]: value })))));
    expect([await answers(), (await answers()).reverse(), asked.length]).toEqual([values, values.toReversed(), 2]);
  },
);

test("otherwise() asks upstream once where only a trace's id differs", async () => {
  const { mode, asked } = sceneOf();
  await Promise.all(["1", "2"].map((id) => mode.answer(ask("/x", { traceparent: id, "user-agent": id }))));
  expect(asked).toHaveLength(1);
});

test("otherwise() opens a conversation upstream for each WebSocket, also for equal ones at the same time", async () => {
  let opened = 0;
  const upstream = handlerOf(() => {
    opened += 1;
    const conversation = { received: () => {}, closed: () => {} };
    return { kind: "socket", status: 101, headers: [["x-nth", `${opened}`]], body: null, open: () => conversation };
  });
  const handler = recordMisses(createPlayer({ tapes: [] }), upstream, { from });
  const replies = await Promise.all([1, 2].map(() => handler.answer(ask("/talk", { upgrade: "websocket" }))));
  expect(replies.map((reply) => [reply.kind, field(reply, "x-nth")])).toEqual([
    ["socket", "1"],
    ["socket", "2"],
  ]);
});

test.each<readonly [form: CredentialForm, target: string, sent: Readonly<Record<string, string>>]>([
  [{ header: "x-acme" }, "/hello", { "x-acme": "acme-cred-42" }],
  [{ cookie: "c" }, "/hello", { cookie: "c=acme-cred-42" }],
  [{ query: "c" }, "/hello?c=acme-cred-42", {}],
])(
  "otherwise() keeps no credential that a description places in %j, though its name be no secret's",
  async (form, target, sent) => {
    const api = compileApi({ name: "acme", credentials: [form] }, { base: plain });
    const { upstream } = upstreamOf(() => Response.json({ hello: sent["x-acme"] ?? "acme-cred-42" }));
    const player = createPlayer({ tapes: [], api });
    await recordMisses(player, upstream, { from }).answer(ask(target, sent));
    expect(jsonOf(player.answer(ask(target, sent)))).toEqual({ hello: expect.stringMatching(/^__redacted-[\w.]+__$/) });
  },
);

test("otherwise() asks for each of equal requests where none comes after the last answer", async () => {
  const { mode, asked } = sceneOf(undefined, { afterLast: "end" });
  const replies = await Promise.all(["/x", "/x", "/x"].map((target) => mode.answer(ask(target))));
  expect(replies.map((reply) => (jsonOf(reply) as { asked: number }).asked).sort()).toEqual([1, 2, 3]);
  expect(asked.length).toBe(3);
  await mode.answer(ask());
  expect(jsonOf(await mode.answer(ask()))).toMatchObject({ asked: 4 });
});

test("otherwise() tells callers, conditions and bodies apart", async () => {
  const { mode, asked } = sceneOf();
  const sent = [{}, { authorization: "token any-will-do" }, { "if-none-match": '"1"' }, { range: "bytes=0-1" }];
  for (const headers of [...sent, ...sent]) await mode.answer(ask("/x", headers));
  // An answer for everybody is one for the caller too, and a whole is one that can be cut or compared.
  expect(asked.length).toBe(1);
  await mode.answer(ask("/y", { authorization: "token any-will-do" }));
  await mode.answer(ask("/y"));
  expect(asked.length).toBe(3);
});

test.each<[what: string, respond: () => Response, status: number]>([
  ["an error of the server's", () => new Response("down", { status: 503 }), 503],
  [
    "a refusal",
    () => Response.json({}, { status: 403, headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0" } }),
    403,
  ],
  ["one who asked too fast", () => new Response("slow down", { status: 429, headers: { "retry-after": "1" } }), 429],
  [
    "a secondary limit",
    () => Response.json({ message: "You have exceeded a secondary rate limit." }, { status: 403 }),
    403,
  ],
])("otherwise() hands on %s as it came, and keeps it not", async (_what, respond, status) => {
  const { mode, player, asked } = sceneOf(respond);
  const reply = await mode.answer(ask("/x"));
  await mode.answer(ask("/x"));
  expect([reply.status, textOf(reply)]).toEqual([status, await respond().text()]);
  expect([asked.length, player.exchanges, player.quotas()]).toEqual([2, 1, {}]);
  expect(player.journal()).toMatchObject([
    { target: "/x", status, cost: 0, source: { kind: "passed" } },
    { status, cost: 0 },
  ]);
});

test("otherwise() keeps the API's own no", async () => {
  const { mode, asked } = sceneOf(() => Response.json({ message: "Not Found" }, { status: 404 }));
  for (const _ of [1, 2]) expect((await mode.answer(ask("/x"))).status).toBe(404);
  expect(asked.length).toBe(1);
});

test.each<[what: string, respond: () => Response, said: RegExp]>([
  [
    "that cannot be reached",
    () => {
      throw new Error("connection refused");
    },
    /upstream: connection refused/,
  ],
  [
    "that is a recorder without an answer",
    () =>
      Response.json(
        { title: "The upstream gave no answer", detail: "Cannot record GET https://x/: host not found\n  - check it" },
        { status: 502, headers: { "x-tapedeck": "upstream" } },
      ),
    /upstream: Cannot record GET https:\/\/x\/: host not found\n {4}- check it\n/,
  ],
  ["that is a player without a recording", () => new Response("?", { headers: { "x-tapedeck": "miss" } }), /200 miss/],
])("otherwise() tells of an upstream %s beside the miss", async (_what, respond, said) => {
  const { mode, player } = sceneOf(respond);
  const reply = await mode.answer(ask("/users/adda?token=s3cr3t-par4meter"));
  expect([reply.status, field(reply, "x-tapedeck"), field(reply, "retry-after")]).toEqual([501, "miss", null]);
  const { detail, upstream, closest } = jsonOf(reply) as { detail: string; upstream: string; closest: object };
  expect(detail).toMatch(
    /^Cannot replay GET \/users\/adda\?token=__redacted-parameter\.[0-9a-f]+__: no tape has it, and upstream had no answer\n/,
  );
  expect(detail).toMatch(said);
  expect(detail).toMatch(/closest is GET \/users\/ada .*\n {2}- record it: /);
  expect([closest, upstream]).toMatchObject([{ target: "/users/ada" }, expect.any(String)]);
  expect(player.misses()).toMatchObject([{ upstream }]);
});

test("otherwise() asks again after an upstream that failed", async () => {
  const { mode } = sceneOf((request, asked) => (asked === 1 ? Promise.reject(new Error("no")) : speak(request, asked)));
  const statuses = [await mode.answer(ask("/x")), await mode.answer(ask("/x"))].map(({ status }) => status);
  expect(statuses).toEqual([501, 200]);
});

test("otherwise() shows no secret of a credential, from an error or an answer", async () => {
  const tokens = { full: "full-t0ken" };
  const failing = sceneOf(() => Promise.reject(new Error("at https://x/?access_token=full-t0ken")), { tokens });
  const sent = { authorization: "token full-t0ken" };
  const said = textOf(await failing.mode.answer(ask("/x", sent)));
  expect(said).toContain("__redacted-full__");
  expect(said).not.toContain("t0ken=f");
  const repeating = sceneOf(() => Response.json({ you: "full-t0ken" }), { tokens });
  expect(jsonOf(await repeating.mode.answer(ask("/x", sent)))).toEqual({ you: "__redacted-full__" });
  expect(repeating.asked[0]?.headers.get("authorization")).toBe("token full-t0ken");
});

test("otherwise() hides a credential that nobody named where the answer repeats it", async () => {
  const { mode } = sceneOf(() => Response.json({ you: "s0me-t0ken-of-mine" }));
  const basic = `Basic ${btoa("ada:s0me-t0ken-of-mine")}`;
  for (const [at, authorization] of ["Bearer s0me-t0ken-of-mine", basic].entries())
    expect(jsonOf(await mode.answer(ask(`/${at}`, { authorization })))).toEqual({ you: "__redacted-token__" });
});

test.each([
  ["a 401 for want of a credential", "/user", "GET", 401],
  ["a method that writes", "/users/ada", "DELETE", 405],
  ["a preflight", "/x", "OPTIONS", 204],
  ["another city", "/bicyclists/atlantis", "GET", 404],
])("otherwise() leaves to the api what it decides: %s", async (_what, target, method, status) => {
  const { mode, asked } = sceneOf();
  expect([(await mode.answer(ask(target, {}, { method }))).status, asked]).toEqual([status, []]);
});

test("otherwise() finds a HEAD's own answer, without a body", async () => {
  const { mode, asked } = sceneOf(() => new Response(null, { headers: { "content-length": "77" } }));
  const reply = await mode.answer(ask("/x", {}, { method: "HEAD" }));
  expect([reply.status, reply.body, field(reply, "content-length")]).toEqual([200, null, "77"]);
  expect(asked[0]?.method).toBe("HEAD");
});

test("otherwise() leaves out what stands before the path, which the base URL has", async () => {
  const { mode, asked } = sceneOf(undefined, { api: github });
  const reply = await mode.answer(ask("/api/v3/users/grace?per_page=5"));
  expect(asked.map(({ url }) => url)).toEqual(["https://api.service.example/users/grace?per_page=5"]);
  expect(jsonOf(reply)).toMatchObject({ url: "https://api.service.example/api/v3/users/grace" });
});

test("otherwise() composes: a player may be the upstream of another", async () => {
  const lower = createPlayer({ api: service, tapes: [tape(exchange({ target: "/lower" }))] });
  const player = createPlayer({ api: service, tapes: [tape(exchange())] });
  const mode = recordMisses(player, lower, { from: "https://api.service.example" });
  const statuses = ["/users/ada", "/lower", "/neither"].map(async (target) => (await mode.answer(ask(target))).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 501]);
  await mode.answer(ask("/neither", { accept: "text/plain" }));
  const [asProblem, asText] = player.misses().map(({ upstream }) => upstream);
  expect(asProblem).toMatch(/^Cannot replay GET \/neither: no tape has it/);
  expect(asText).toBe(asProblem);
});

test("what otherwise() kept is found by its number, and as the nearest of a miss", async () => {
  const { mode, player } = sceneOf(
    () => Response.json({ id: 7, full_name: "ada/engine", owner: { login: "ada", id: 1 } }),
    { api: github },
  );
  // Both indexes are made before there is anything to find.
  expect(player.answer(ask("/repositories/7")).status).toBe(501);
  await mode.answer(ask("/repos/ada/engine"));
  expect(player.answer(ask("/repositories/7")).status).toBe(200);
  player.answer(ask("/repos/ada/engin"));
  expect(player.misses().at(-1)?.closest).toMatchObject({ tape: "upstream", target: "/repos/ada/engine" });
});
