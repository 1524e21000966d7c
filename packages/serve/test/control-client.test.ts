import type { Player } from "@tapedeck/replay";
import { toHar } from "@tapedeck/tape/har";
import { expect, test } from "vitest";
import { type Control, ControlRefusal, control, controlOf, listen } from "../src/index.ts";
import { playerOf, tape } from "./tape.ts";

const moment = 1_767_225_600;
const bucket = "address 127.0.0.1";

async function steered(use: (steer: Control, url: string, player: Player) => Promise<void>): Promise<void> {
  const player = playerOf();
  const server = await listen(player, { control: control(player) });
  try {
    await use(controlOf(server.url), server.url, player);
  } finally {
    await server.close();
  }
}

test("controlOf() tells what the server holds", () =>
  steered(async (steer, url) => {
    for (const path of ["/users/ada", "/users/adda"]) await (await fetch(url + path)).arrayBuffer();
    expect(await steer.health()).toEqual({ status: "ok", exchanges: 2 });
    expect(await steer.clock.now()).toBe(moment);
    expect(await steer.quotas()).toEqual({ [bucket]: { limit: 60, used: 1, remaining: 59, reset: moment + 3600 } });
    expect((await steer.journal()).map(({ target, status, cost }) => [target, status, cost])).toEqual([
      ["/users/ada", 200, 1],
      ["/users/adda", 501, 0],
    ]);
    const [miss] = await steer.misses();
    expect([miss?.target, miss?.closest?.target]).toEqual(["/users/adda", "/users/ada"]);
    expect(miss?.text).toMatch(/^Cannot replay GET \/users\/adda: no tape has it\n/);
    expect((await steer.unplayed()).map(({ place, target }) => [place, target])).toEqual([[2, "/users/grace"]]);
    await steer.reset();
    expect([await steer.quotas(), await steer.journal(), await steer.misses()]).toEqual([{}, [], []]);
    expect((await steer.unplayed()).length).toBe(2);
  }));

test("controlOf() steers a client through an exhausted limit without a wait", () =>
  steered(async ({ clock, exhaust }, url) => {
    const status = async (): Promise<number> => (await fetch(`${url}/users/ada`)).status;
    expect(await status()).toBe(200);
    expect((await exhaust(bucket))[bucket]?.remaining).toBe(0);
    expect(await status()).toBe(403);
    expect(await clock.advance(3600)).toBe(moment + 3600);
    expect(await status()).toBe(200);
    expect(await clock.set("2026-01-01T00:00:00Z")).toBe(moment);
    expect(await clock.set(moment + 7)).toBe(moment + 7);
    expect(await clock.advance(-7)).toBe(moment);
  }));

test("controlOf() sets and resets what a bucket holds", () =>
  steered(async ({ setQuota, resetQuotas }, url) => {
    const remaining = async () => (await fetch(`${url}/users/ada`)).headers.get("x-ratelimit-remaining");
    expect((await setQuota(bucket, { limit: 10, remaining: 3, reset: "2026-01-01T00:05:00Z" }))[bucket]).toEqual({
      limit: 10,
      used: 7,
      remaining: 3,
      reset: moment + 300,
    });
    expect(await remaining()).toBe("2");
    expect(await resetQuotas(bucket)).toEqual({});
    expect(await remaining()).toBe("59");
    expect(await resetQuotas()).toEqual({});
  }));

test("controlOf() overrides one answer for a test, and gives the recorded one back", () =>
  steered(async ({ addOverride, removeOverride, tapes, reset }, url) => {
    const ask = async (path: string) => {
      const response = await fetch(url + path);
      return [response.status, await response.text(), response.headers.get("content-type")];
    };
    const recorded = await ask("/users/ada");
    await addOverride("gone", [{ target: "/users/ada", status: 404, json: { message: "Not Found" } }]);
    await addOverride("new", [
      { target: "/new", text: `${url}/new`, headers: { "x-a": "b" } },
      { target: "/empty", status: 204 },
    ]);
    expect([await ask("/users/ada"), await ask("/new"), await ask("/empty")]).toEqual([
      [404, '{"message":"Not Found"}', "application/json; charset=utf-8"],
      [200, `${url}/new`, "text/plain; charset=utf-8"],
      [204, "", null],
    ]);
    expect(
      (await tapes()).map(({ name, override, exchanges, visible }) => [name, override, exchanges, visible]),
    ).toEqual([
      ["new", "new", 2, 2],
      ["gone", "gone", 1, 1],
      ["api.service.example/users", null, 2, 1],
    ]);
    await removeOverride("gone");
    expect(await ask("/users/ada")).toEqual(recorded);
    await expect(removeOverride("gone")).rejects.toThrow('No override "gone": there is new');
    await reset();
    expect((await ask("/new"))[0]).toBe(501);
  }));

test("controlOf() lays a whole recording over what is there", () =>
  steered(async ({ addOverride }, url) => {
    const [first] = tape.exchanges;
    const body = { encoding: "utf8" as const, text: `{"url":"${tape.origin}/users/ada"}` };
    const exchanges = first ? [{ ...first, response: { ...first.response, body } }] : [];
    await addOverride("other", toHar({ ...tape, exchanges }));
    expect(await (await fetch(`${url}/users/ada`)).json()).toEqual({ url: `${url}/users/ada` });
  }));

test.each([
  ["no JSON", "{", /The body is no JSON/],
  [
    "more levels than it reads",
    `{"target":"/x","json":${"[".repeat(1000)}${"]".repeat(1000)}}`,
    /more than 1000 levels/,
  ],
  ["more values than it reads", `{"target":"/x","json":[${"0,".repeat(100_000)}0]}`, /more than .* 100000 values/],
  ["more answers than it takes", `[${'{"target":"/x"},'.repeat(500)}{"target":"/x"}]`, /501 answers, .* may have 500/],
  [
    "more headers than it takes",
    `{"target":"/x","headers":{${Array.from({ length: 1001 }, (_, nth) => `"x-${nth}":"a"`).join()}}}`,
    /its headers are texts by name, 1000 at most/,
  ],
  ["nothing", "", /Nothing to override: the body is empty/],
  ["an empty list", "[]", /Nothing to override: the list of answers is empty/],
  ["another kind of value", "[1]", /Cannot take answer 1 of the override: it is no object/],
  ["no target", '[{"target":"/x"},{}]', /Cannot take answer 2 of the override: its target is a path that begins with/],
  ["a misspelt member", '{"target":"/x","stats":404}', /it has no "stats"; it may have target, method, as, status/],
  ["a status that is none", '{"target":"/x","status":1000}', /its status is a whole number from 200 to 999/],
  ["chunks that are none", '{"target":"/x","chunks":["a"]}', /its chunks are a list such as/],
  ["a fault that is none", '{"target":"/x","fault":"bang"}', /its fault is reset, stall or truncation/],
  ["two bodies", '{"target":"/x","json":1,"text":""}', /its body is json, or text, not both/],
  ["a header with a line break", '{"target":"/x","headers":{"a":"b\\nc"}}', /its headers are texts by name/],
  ["a method in small letters", '{"target":"/x","method":"get"}', /its method is in capitals/],
  ["no alias", '{"target":"/x","as":""}', /its as is an alias/],
  ["a broken recording", '{"log":{"entries":[{}]}}', /400|Cannot read recording "p"/],
])("controlOf() says what is wrong with an override of %s", (_shows, text, message) =>
  steered(async ({ addOverride, tapes }) => {
    await expect(addOverride("p", text)).rejects.toThrow(message);
    expect((await tapes()).length).toBe(1);
  }),
);

test("controlOf() takes a URL that ends in a slash, or leads further", () =>
  steered(async (_steer, url) => {
    for (const named of [`${url}/`, `${url}/api/v3?x=1`]) expect((await controlOf(named).health()).status).toBe("ok");
  }));

test.each(["fast", "-1", "1e999"])("the control API names the pace %s that it refuses", (pace) =>
  steered(async (_steer, url) => {
    const answer = await fetch(`${url}/_tapedeck/pace?pace=${pace}`, { method: "POST" });
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toMatch(
      pace === "1e999"
        ? /^Cannot replay at the pace Infinity: /
        : new RegExp(`^Cannot replay at the pace "?${pace}"?: `),
    );
  }),
);

test("controlOf() says what the server refused, and why", () =>
  steered(async ({ clock }) => {
    const error = await clock.set("tomorrow").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ControlRefusal);
    expect(error).toMatchObject({
      status: 400,
      message: 'Cannot POST clock of the control API: Not a time: "tomorrow"; give 2026-01-01T00:00:00Z',
    });
  }));

test.each([
  ["a player without a control API", playerOf(), /^Cannot GET health of the control API: Cannot replay GET/],
  [
    "anything else",
    async () => new Response("?", { status: 404 }),
    /^Cannot GET health of the control API: status 404$/,
  ],
])("controlOf() says so where it meets %s", async (_what, handler, message) => {
  const server = await listen(handler);
  await expect(controlOf(server.url).health()).rejects.toThrow(message);
  await server.close();
});
