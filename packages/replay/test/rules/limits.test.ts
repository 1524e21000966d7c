import { expect, test } from "vitest";
import { stoppedClock } from "../../src/clock.ts";
import type { Player } from "../../src/handlers/player.ts";
import type { IncomingRequest } from "../../src/http/message.ts";
import { ask, counted, countersOf, field, jsonOf, recordedAt } from "../exchanges.ts";
import { by, etag, full, limited, rule, ruleTest, text } from "./scene.ts";

ruleTest("limits-1", ({ playerOf }) => {
  const clock = stoppedClock(recordedAt);
  const player = playerOf({ clock });
  const advertised = [0, 1, 3598, 1, 3599, 1].map((seconds) => {
    clock.advance(seconds);
    const { reset = 0, used } = countersOf(player.answer(ask())) ?? {};
    return [reset - recordedAt, used];
  });
  expect(advertised).toEqual([
    [3600, 1],
    [3600, 2],
    [3600, 3],
    [7200, 1],
    [7200, 2],
    [10_800, 1],
  ]);
});

ruleTest("limits-2", ({ playerOf }) => {
  const player = playerOf();
  const from = (address: string) => countersOf(player.answer(ask("/users/ada", {}, { address })));
  expect([from("10.0.0.1"), from("10.0.0.1"), from("10.0.0.2")]).toMatchObject([
    { limit: 60, used: 1 },
    { limit: 60, used: 2 },
    { limit: 60, used: 1 },
  ]);
});

ruleTest("limits-3", ({ playerOf }) => {
  const counters = [full, limited].map((sent) => countersOf(playerOf().answer(ask("/users/ada", sent))));
  expect(counters).toMatchObject([
    { limit: 5000, remaining: 4999 },
    { limit: 5000, remaining: 4999 },
  ]);
});

type Row = readonly [
  what: string,
  target: string,
  sent: IncomingRequest["headers"],
  parts: Partial<IncomingRequest>,
  status: number,
];

function costOf(playerOf: Parameters<Parameters<typeof rule>[1]>[0]["playerOf"], row: Row): readonly unknown[] {
  const [, target, sent, parts] = row;
  const player = playerOf();
  const reply = player.answer(ask(target, sent, parts));
  const [entry] = player.journal();
  const spent = Object.values(player.quotas()).reduce((sum, { used }) => sum + used, 0);
  return [reply.status, entry?.status, entry?.cost, spent];
}

rule("limits-4", ({ playerOf }) => {
  test.each<Row>([
    ["an answer", "/users/ada", {}, {}, 200],
    ["a HEAD", "/users/ada", {}, by("HEAD"), 200],
    ...[403, 404, 409, 422].map((status): Row => [`a ${status}`, `/answers/${status}`, {}, {}, status]),
    ["a decided 401", "/user", {}, {}, 401],
    ["a decided 405", "/users/ada", {}, by("DELETE"), 405],
    ["a 206", "/users/ada", { range: "bytes=0-0" }, {}, 206],
    ["a 416", "/users/ada", { range: "bytes=99-" }, {}, 416],
  ])("%s", (...row) => {
    expect(costOf(playerOf, row)).toEqual([row[4], row[4], 1, 1]);
  });
});

rule("limits-5", ({ playerOf }) => {
  test.each<Row>([
    ["a 500", "/answers/500", {}, {}, 500],
    ["a 502", "/answers/502", {}, {}, 502],
    ["a miss", "/users/adda", {}, {}, 501],
    ["a preflight", "/users/ada", {}, by("OPTIONS"), 204],
    ["a recorded preflight", "/options", {}, by("OPTIONS"), 204],
  ])("%s", (...row) => {
    expect(costOf(playerOf, row)).toEqual([row[4], row[4], 0, 0]);
  });
});

rule("limits-6", ({ name, playerOf }) => {
  test.each<Row & { length: 5 }>([
    ["a visitor's", "/users/ada", { "if-none-match": etag }, {}, 1],
    ["with a credential", "/users/ada", { "if-none-match": etag, ...full }, {}, name === "github" ? 0 : 1],
    ["a recorded one of a visitor's", "/held", { "if-none-match": '"held"' }, {}, 1],
    [
      "a recorded one with a credential",
      "/held",
      { "if-none-match": '"held"', ...full },
      {},
      name === "github" ? 0 : 1,
    ],
  ])("%s", (...row) => {
    expect(costOf(playerOf, row)).toEqual([304, 304, row[4], row[4]]);
  });
});

ruleTest("limits-7", ({ name, playerOf }) => {
  const player = playerOf();
  player.answer(ask("/users/ada", full));
  const reply = player.answer(ask("/rate_limit", full));
  if (name === "service") {
    expect([reply.status, player.answer(ask("/rate_limit", {}, by("DELETE"))).status]).toEqual([501, 405]);
    return;
  }
  const core = { limit: 5000, used: 1, remaining: 4999, reset: recordedAt + 3600 };
  expect(jsonOf(reply)).toEqual({ resources: { core }, rate: core });
  expect(jsonOf(player.answer(ask("/api/v3/rate_limit")))).toMatchObject({ rate: { limit: 60, used: 0 } });
  const others = [{ authorization: "token no-t0ken" }, {}].map((sent, at) =>
    player.answer(ask("/rate_limit", sent, at === 1 ? by("OPTIONS") : {})),
  );
  expect(others.map(({ status }) => status)).toEqual([401, 204]);
});

ruleTest("limits-8", ({ playerOf }) => {
  const player = playerOf({}, { limits: { anonymous: 5, token: 5 } });
  const targets = ["/users/ada", "/user", "/zen", "/answers/404", "/users/adda", "/users/ada", "/zen", "/zen"];
  for (const target of targets) {
    for (const sent of [{}, full]) {
      const { limit, remaining, used } = countersOf(player.answer(ask(target, sent))) ?? expect.fail("no counters");
      expect([limit, remaining + used]).toEqual([5, 5]);
    }
  }
  expect(counted.find(([name]) => name === "x-ratelimit-limit")?.[1]).toBe("60");
  expect([countersOf(player.answer(ask("/foreign"))), countersOf(player.answer(ask("/bicyclists/helsinki")))]).toEqual([
    null,
    null,
  ]);
});

ruleTest("limits-9", ({ name, playerOf }) => {
  const clock = stoppedClock(recordedAt);
  const player = playerOf({ clock });
  player.answer(ask());
  clock.advance(61);
  const reply = player.answer(ask());
  const names = ["date", "content-length", `x-${name}-request-id`, "x-ratelimit-used"];
  expect(names.map((each) => field(reply, each))).toEqual([
    "Thu, 01 Jan 2026 00:01:01 GMT",
    String(text.length),
    "0000:000000:0000000:0000000:00000001",
    "2",
  ]);
});

rule("limits-10", ({ name, playerOf }) => {
  const advertised = (player: Player, target = "/users/ada"): number =>
    (countersOf(player.answer(ask(target)))?.reset ?? 0) - recordedAt;

  test("late in one window and early in the next, and never further", () => {
    const clock = stoppedClock(recordedAt);
    const jittery = playerOf({ clock }, { resetJitterSeconds: 1 });
    const windows = [0, 3600].map((seconds) => {
      clock.advance(seconds);
      return [1, 2, 3, 4].map(() => advertised(jittery));
    });
    expect(windows).toEqual([
      [3600, 3599, 3600, 3599],
      [7200, 7201, 7200, 7201],
    ]);
    const wide = playerOf({}, { resetJitterSeconds: 3 });
    expect([1, 2, 3, 4, 5].map(() => advertised(wide))).toEqual([3600, 3599, 3598, 3597, 3600]);
  });

  test("the window, what is left in it, and what is waited for stay where they are", () => {
    const clock = stoppedClock(recordedAt);
    const settings = { limits: { anonymous: 3, token: 3 }, refusal: { status: 429, retryAfter: true } } as const;
    const [exact, jittery] = [0, 1].map((resetJitterSeconds) =>
      playerOf({ clock }, { ...settings, resetJitterSeconds }),
    );
    if (!exact || !jittery) return expect.fail("no players");
    for (const seconds of [0, 1, 1, 1, 3595, 1, 1, 0, 3598, 1, 1]) {
      clock.advance(seconds);
      const [one, other] = [exact, jittery].map((player) => player.answer(ask()));
      if (!one || !other) return expect.fail("no answers");
      expect([other.status, field(other, "retry-after")]).toEqual([one.status, field(one, "retry-after")]);
      const [sure, off] = [one, other].map((reply) => countersOf(reply) ?? expect.fail("no counters"));
      expect({ ...off, reset: 0 }).toEqual({ ...sure, reset: 0 });
      expect(Math.abs((off?.reset ?? 0) - (sure?.reset ?? 0))).toBeLessThanOrEqual(1);
      expect(jittery.quotas()).toEqual(exact.quotas());
    }
  });

  test.runIf(name === "github")("/rate_limit says what its own headers say", () => {
    const player = playerOf({}, { resetJitterSeconds: 1 });
    const resets = [1, 2, 3].map(() => {
      const reply = player.answer(ask("/rate_limit"));
      const { resources, rate } = jsonOf(reply) as { resources: { core: object }; rate: { reset: number } };
      expect([resources.core, rate]).toEqual([countersOf(reply), countersOf(reply)]);
      return rate.reset - recordedAt;
    });
    expect(resets).toEqual([3600, 3599, 3600]);
  });
});

ruleTest("limits-13", ({ playerOf }) => {
  const player = playerOf({}, { limits: { ada: 3 }, windowSeconds: 60 });
  expect([full, limited].map((sent) => countersOf(player.answer(ask("/users/ada", sent))))).toEqual([
    { limit: 3, remaining: 2, reset: recordedAt + 60, used: 1 },
    { limit: 3, remaining: 1, reset: recordedAt + 60, used: 2 },
  ]);
});
