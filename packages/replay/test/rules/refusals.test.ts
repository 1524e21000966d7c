import { expect, test } from "vitest";
import { stoppedClock } from "../../src/clock.ts";
import type { IncomingRequest } from "../../src/http/message.ts";
import { ask, countersOf, exchange, field, jsonOf, recordedAt, refusal, tape } from "../exchanges.ts";
import { by, etag, limited, rule, ruleTest, unknown } from "./scene.ts";

ruleTest("refusal-1", ({ documentationUrl, playerOf }) => {
  const clock = stoppedClock(recordedAt);
  const player = playerOf({ clock });
  for (let asked = 0; asked < 60; asked += 1) expect(player.answer(ask()).status).toBe(200);
  clock.advance(100);
  const before = player.quotas();
  const reply = player.answer(ask());
  expect([reply.status, field(reply, "retry-after"), countersOf(reply), jsonOf(reply)]).toEqual([
    403,
    null,
    { limit: 60, remaining: 0, reset: recordedAt + 3600, used: 60 },
    {
      message: "API rate limit exceeded for 127.0.0.1.",
      documentation_url: `${documentationUrl}#rate-limiting`,
    },
  ]);
  expect(player.quotas()).toEqual(before);
  expect(player.journal().at(-1)).toMatchObject({ status: 403, cost: 0, source: { kind: "refused", limit: "window" } });
  player.exhaust("account ada");
  expect(jsonOf(player.answer(ask("/users/ada", limited)))).toMatchObject({
    message: "API rate limit exceeded for ada.",
  });
});

rule("refusal-2", ({ playerOf }) => {
  test.each([
    [403, false, null],
    [403, true, "3500"],
    [429, false, null],
    [429, true, "3500"],
  ] as const)("status %d, retry-after %s", (status, retryAfter, advertised) => {
    const clock = stoppedClock(recordedAt);
    const player = playerOf({ clock }, { refusal: { status, retryAfter } });
    player.answer(ask());
    player.exhaust("address 127.0.0.1");
    clock.advance(100);
    const reply = player.answer(ask());
    expect([reply.status, field(reply, "retry-after")]).toEqual([status, advertised]);
  });
});

rule("refusal-3", ({ playerOf }) => {
  test.each([403, 429] as const)("whatever status the API words it with: %d", (status) => {
    const tapes = [tape(exchange(), refusal({ target: "/elsewhere" }, status === 403 ? 429 : 403))];
    const player = playerOf({ tapes }, { refusal: { status, retryAfter: false } });
    player.exhaust("address 127.0.0.1");
    const reply = player.answer(ask());
    expect([reply.status, countersOf(reply)]).toEqual([
      status === 403 ? 429 : 403,
      { limit: 60, remaining: 0, reset: recordedAt + 3600, used: 60 },
    ]);
    expect(jsonOf(reply)).toMatchObject({ message: "API rate limit exceeded for 203.0.113.7." });
  });
});

rule("refusal-4", ({ name, playerOf }) => {
  test.each<
    [what: string, target: string, sent: IncomingRequest["headers"], parts: Partial<IncomingRequest>, status: number]
  >([
    ["is answered a preflight", "/users/ada", {}, by("OPTIONS"), 204],
    ["is told of a miss", "/users/adda", {}, {}, 501],
    ["is answered what costs nothing", "/answers/502", {}, {}, 502],
    ["is answered city counts", "/bicyclists/helsinki", {}, {}, 200],
    ["is refused a HEAD", "/users/ada", {}, by("HEAD"), 403],
    ["is refused a 304 that costs", "/users/ada", { "if-none-match": etag }, {}, 403],
    ["is refused what would be an error", "/user", {}, {}, 403],
    ["is refused with a bad credential", "/users/ada", unknown, {}, 403],
    ["is told how the caller stands under github alone", "/rate_limit", {}, {}, name === "github" ? 200 : 501],
  ])("%s", (_what, target, sent, parts, status) => {
    const player = playerOf();
    player.exhaust("address 127.0.0.1");
    const before = player.quotas();
    expect(player.answer(ask(target, sent, parts)).status).toBe(status);
    expect(player.quotas()).toEqual(before);
  });
});

rule("refusal-5", ({ documentationUrl, playerOf }) => {
  test("it is off", () => {
    const player = playerOf();
    expect(Array.from({ length: 60 }, () => player.answer(ask()).status)).toEqual(Array(60).fill(200));
  });
  test.each([
    [undefined, false, 403, null],
    [429, true, 429, "7"],
    [403, true, 403, "7"],
  ] as const)("status %s, retry-after %s", (status, retryAfter, given, advertised) => {
    const clock = stoppedClock(recordedAt);
    const secondary = { requests: 1, seconds: 10, retryAfter, ...(status && { status }) };
    const player = playerOf({ clock }, { secondary });
    player.answer(ask());
    clock.advance(3);
    const reply = player.answer(ask());
    expect([reply.status, field(reply, "retry-after"), countersOf(reply)]).toEqual([
      given,
      advertised,
      { limit: 60, remaining: 59, reset: recordedAt + 3600, used: 1 },
    ]);
    expect(jsonOf(reply)).toEqual({
      message: expect.stringContaining("secondary rate limit"),
      documentation_url: `${documentationUrl}#about-secondary-rate-limits`,
    });
    clock.advance(7);
    expect(player.answer(ask()).status).toBe(200);
  });
});
