import { type Api, compileApi, service } from "@tapedeck/api";
import { expect, test } from "vitest";
import { runningClock, stoppedClock } from "../src/clock.ts";
import { createPlayer } from "../src/handlers/player.ts";
import { ask, countersOf, exchange, field, recordedAt, tape, utf8 } from "./exchanges.ts";

const tapes = [tape(exchange(), exchange({ target: "/empty" }, { status: 205, body: null }))];

test.each<[shows: string, input: () => [Request | URL | string, object?]]>([
  ["a Request, as servers do", () => [new Request("http://localhost/users/ada", { headers: { accept: "" } })]],
  [
    "a Request and what servers pass beside it",
    () => [new Request("http://localhost/users/ada"), { method: "DELETE" }],
  ],
  ["a URL, as clients do", () => [new URL("http://localhost/users/ada")]],
  [
    "text and options, as clients do",
    () => ["http://localhost/users/ada", { method: "GET", headers: { accept: "a" } }],
  ],
])("player takes %s", async (_shows, input) => {
  const response = await createPlayer({ api: service, tapes })(...input());
  expect([response.status, await response.json(), response.headers.get("x-ratelimit-remaining")]).toEqual([
    200,
    { login: "ada" },
    "59",
  ]);
});

test.each([
  ["HEAD", "/users/ada", 200],
  ["GET", "/empty", 205],
  ["OPTIONS", "/users/ada", 204],
])("player gives no body to %s %s", async (method, target, status) => {
  const response = await createPlayer({ api: service, tapes })(new Request(`http://localhost${target}`, { method }));
  expect([response.status, await response.text()]).toEqual([status, ""]);
});

test("a 205 says that it is empty", async () => {
  const response = await createPlayer({ api: service, tapes })("http://localhost/empty");
  expect(response.headers.get("content-length")).toBe("0");
});

test("player compares bodies", async () => {
  const posted = [tape(exchange({ target: "/x", method: "POST", body: utf8('{"a":1}') }))];
  const player = createPlayer({ api: service, tapes: posted });
  const statuses = ['{"a": 1}', '{"a": 2}'].map(
    async (body) => (await player("http://localhost/x", { method: "POST", body })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 501]);
  expect(player.misses()[0]?.closest?.differences.map(({ part }) => part)).toEqual(["body"]);
});

test("player stands at the moment of the latest recording, unless told otherwise", () => {
  const later = { ...tape(), recordedAt: recordedAt + 100 };
  expect(createPlayer({ api: service, tapes: [later, ...tapes] }).clock()).toBe(recordedAt + 100);
  expect(createPlayer({ api: service, tapes: [{ ...tape(), recordedAt: 5 }] }).clock()).toBe(5);
  expect(createPlayer({ api: service, tapes: [] }).clock()).toBe(recordedAt);
  expect(createPlayer({ api: service, tapes, clock: () => 5 }).clock()).toBe(5);
});

test("player tells whole seconds, whatever its clock gives", () => {
  const player = createPlayer({ api: service, tapes, clock: () => recordedAt + 0.9 });
  player.exhaust("address 10.0.0.1");
  expect(countersOf(player.answer(ask()))?.reset).toBe(recordedAt + 3600);
  expect(Object.values(player.quotas()).map(({ resetsAt }) => resetsAt)).toEqual([
    recordedAt + 3600,
    recordedAt + 3600,
  ]);
});

test("player keeps the latest thousand requests, and the first thousand misses", () => {
  const player = createPlayer({ api: service, tapes });
  for (let at = 0; at < 2500; at += 1) player.answer(ask(`/x${at}`));
  const [journal, misses] = [player.journal(), player.misses()];
  expect([journal.length, journal[0]?.target, journal.at(-1)?.target]).toEqual([1000, "/x1500", "/x2499"]);
  expect([misses.length, misses[0]?.target, misses.at(-1)?.target]).toEqual([1000, "/x0", "/x999"]);
});

test("player tells how an answer came about", () => {
  const player = createPlayer({ api: service, tapes });
  for (const each of [ask(), ask("/user"), ask("/none")]) player.answer(each);
  player.exhaust("address 127.0.0.1");
  player.answer(ask());
  expect(player.journal().map(({ source }) => source)).toMatchObject([
    { kind: "played", tape: "users", place: 1 },
    { kind: "decided" },
    { kind: "missed", miss: { target: "/none" } },
    { kind: "refused" },
  ]);
});

test("player gives out copies of what it keeps", () => {
  const player = createPlayer({ api: service, tapes });
  player.answer(ask("/none"));
  (player.journal() as unknown[]).length = 0;
  (player.misses() as unknown[]).length = 0;
  expect([player.journal().length, player.misses().length]).toEqual([1, 1]);
});

test("reset() forgets everything but the time", () => {
  const clock = stoppedClock(recordedAt);
  const player = createPlayer({ api: service, tapes, clock });
  const first = player.answer(ask());
  for (const each of [ask(), ask("/none")]) player.answer(each);
  player.reset();
  expect([player.journal(), player.misses(), player.quotas(), player.unplayed().length]).toEqual([[], [], {}, 2]);
  expect(player.answer(ask())).toEqual(first);
});

test("quotas() shows a window that has ended as the new one", () => {
  const clock = stoppedClock(recordedAt);
  const player = createPlayer({ api: service, tapes, clock });
  player.answer(ask());
  clock.advance(3600);
  expect(player.quotas()).toEqual({
    "address 127.0.0.1": { limit: 60, windowSeconds: 3600, used: 0, resetsAt: recordedAt + 7200 },
  });
});

test("exhaust() of what is no bucket says what one is called", () => {
  expect(() => createPlayer({ api: service, tapes }).exhaust("token")).toThrow(
    'named "account NAME" or "address ADDRESS"',
  );
});

test("exhaust() spends what a bucket has left, in the window it is in", () => {
  const clock = stoppedClock(recordedAt);
  const player = createPlayer({ api: service, tapes, clock });
  player.answer(ask());
  clock.advance(10);
  player.exhaust("address 127.0.0.1");
  expect(player.answer(ask()).status).toBe(403);
  expect(player.quotas()["address 127.0.0.1"]).toMatchObject({ used: 60, resetsAt: recordedAt + 3600 });
});

test.each([
  ["stoppedClock()", () => stoppedClock(100), 100],
  ["runningClock()", () => runningClock(() => 100_999), 100],
])("%s can be set, and moved both ways", (_name, make, start) => {
  const clock = make();
  const seen = [clock()];
  clock.advance(50);
  seen.push(clock());
  clock.advance(-60);
  seen.push(clock());
  clock.set(7);
  seen.push(clock());
  expect(seen).toEqual([start, start + 50, start - 10, 7]);
});

test("runningClock() goes with the other clock, also once it was set", () => {
  let milliseconds = 1000;
  const clock = runningClock(() => milliseconds);
  clock.set(500);
  milliseconds += 2500;
  expect(clock()).toBe(502);
});

test("a description of one's own is played under its own words", () => {
  const api = compileApi(
    {
      rateLimit: { limits: { anonymous: 1 }, windowSeconds: 10 },
      headers: { "x-service-media-type": null, "x-code-host-media-type": "code-host.v3; format=json" },
    },
    { base: service },
  );
  const player = createPlayer({ tapes, api });
  const replies = [player.answer(ask()), player.answer(ask())];
  expect(replies.map((reply) => [reply.status, countersOf(reply)?.limit, countersOf(reply)?.reset])).toEqual([
    [200, 1, recordedAt + 10],
    [403, 1, recordedAt + 10],
  ]);
  expect(field(replies[1] ?? expect.fail("no reply"), "x-code-host-media-type")).toBe("code-host.v3; format=json");
});

test("the journal tells that another origin has an answer, too, where the request names none", async () => {
  const named = (name: string) => `https://${name}.example`;
  const tapes = ["one", "two"].map((name) => ({
    ...tape(exchange({ target: "/status" }, { body: utf8(name) }), exchange({ target: `/${name}` })),
    ...{ name, origin: named(name) },
  }));
  const [one, two] = ["one", "two"].map((name) => compileApi({ name, origins: [named(name)] })) as [Api, Api];
  const player = createPlayer({ tapes, api: [one, two] });
  const asked = [
    "http://localhost/status",
    "http://localhost/status",
    "http://localhost/two",
    `${named("two")}/status`,
  ];
  for (const url of asked) await player(url);
  const also = player.journal().map(({ source }) => source.kind === "played" && [source.tape, source.also]);
  expect(also).toEqual([
    ["one", [named("two")]],
    ["one", [named("two")]],
    ["two", undefined],
    ["two", undefined],
  ]);
});

test("a body that names the address of the player is compared as one that names the origin", () => {
  const body = (base: string) => `{"callback":"${base}/done"}`;
  const recorded = exchange({ method: "POST", target: "/hooks", body: utf8(body("https://api.service.example")) });
  const player = createPlayer({ tapes: [tape(recorded)] });
  const base = "http://127.0.0.1:40123";
  const sent = (text: string) => ask("/hooks", {}, { method: "POST", base, body: new TextEncoder().encode(text) });
  expect([player.answer(sent(body(base))).status, player.answer(sent(body("http://else.example"))).status]).toEqual([
    200, 501,
  ]);
});

test("a body that is too large to be held once it is decoded is a miss, and the player goes on", async () => {
  const zeros = new Blob([new Uint8Array(32 * 1024 * 1024)]).stream().pipeThrough(new CompressionStream("gzip"));
  const body = await new Response(zeros).arrayBuffer();
  const player = createPlayer({ tapes: [tape(exchange())] });
  const headers = { "content-encoding": "gzip" };
  const refused = await player("http://localhost/users/ada", { method: "POST", headers, body });
  expect([refused.status, (await player("http://localhost/users/ada")).status]).toEqual([501, 200]);
});

test("a body in a coding that only a name says is sent as it came, with its header", async () => {
  const coded = (value: string) =>
    createPlayer({ tapes: [tape(exchange({}, { headers: [["content-encoding", value]] }))] });
  const [named, undone] = await Promise.all(
    ["utf-8", "gzip"].map((value) => coded(value)("http://localhost/users/ada")),
  );
  expect([named, undone].map((answer) => answer?.headers.get("content-encoding"))).toEqual(["utf-8", null]);
  expect(await named?.text()).toBe(await undone?.text());
});

test("what a description hides is hidden when a request is compared, as it was when it was recorded", () => {
  const api = compileApi({ redact: { parameters: ["ticketing"] } });
  const player = createPlayer({ tapes: [], api });
  player.answer(ask("/x?ticketing=plain-words&a=1"));
  expect(player.misses()[0]?.target).toMatch(/^\/x\?a=1&ticketing=__redacted-/);
});
