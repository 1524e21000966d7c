import { compileApi, type SecondaryLimit, service } from "@tapedeck/api";
import { expect, test } from "vitest";
import { stoppedClock } from "../src/clock.ts";
import { createPlayer } from "../src/handlers/player.ts";
import { ask, countersOf, exchange, field, headers, jsonOf, recordedAt, tape, utf8 } from "./exchanges.ts";

function playerWith(secondaryLimit: SecondaryLimit | null, anonymous = 60) {
  const clock = stoppedClock(recordedAt);
  const api = compileApi({ rateLimit: { limits: { anonymous }, secondary: secondaryLimit } }, { base: service });
  return { clock, player: createPlayer({ tapes: [tape(exchange())], api, clock }) };
}

test("without a secondary limit one may ask as fast as one likes", () => {
  const { player } = playerWith(null);
  expect(Array.from({ length: 60 }, () => player.answer(ask()).status)).toEqual(Array(60).fill(200));
});

test("one who asks too fast is refused, charged nothing, and may go on when the seconds are over", () => {
  const { clock, player } = playerWith({ requests: 2, seconds: 10 });
  player.answer(ask());
  clock.advance(4);
  player.answer(ask());
  const refused = player.answer(ask());
  expect([refused.status, jsonOf(refused)]).toMatchObject([
    403,
    {
      message: expect.stringContaining("secondary rate limit"),
      documentation_url: expect.stringMatching(/#about-secondary-rate-limits$/),
    },
  ]);
  expect(countersOf(refused)).toMatchObject({ limit: 60, remaining: 58, used: 2 });
  expect(field(refused, "retry-after")).toBeNull();
  clock.advance(6);
  expect(countersOf(player.answer(ask()))).toMatchObject({ remaining: 57, used: 3 });
});

test("the refusal has the status and the wait that the api wants", () => {
  const { clock, player } = playerWith({ requests: 1, seconds: 10, status: 429, retryAfter: true });
  player.answer(ask());
  clock.advance(3);
  const refused = player.answer(ask());
  expect([refused.status, field(refused, "retry-after")]).toEqual([429, "7"]);
});

test.each([
  ["a preflight", ask("/users/ada", {}, { method: "OPTIONS" }), 204],
  ["a miss", ask("/users/nobody"), 501],
  ["another caller", ask("/users/ada", {}, { address: "10.0.0.9" }), 200],
])("the secondary limit does not count %s", (_what, other, status) => {
  const { player } = playerWith({ requests: 1, seconds: 10 });
  expect([other, ask(), other, ask()].map((each) => player.answer(each).status)).toEqual([
    status,
    200,
    status === 200 ? 403 : status,
    403,
  ]);
});

test("the hour's limit comes before the secondary one", () => {
  const { player } = playerWith({ requests: 1, seconds: 10 }, 1);
  player.answer(ask());
  expect(jsonOf(player.answer(ask()))).toMatchObject({ message: expect.stringContaining("API rate limit exceeded") });
});

test("what an observer did not understand of a limit is replayed as it was recorded, and the rest counts on", async () => {
  const tell = [{ header: "x-rate-limit-remaining", value: "remaining", form: "integer" }] as const;
  const algorithm = { kind: "fixed-window", limit: 9, seconds: 60 } as const;
  const observed = { name: "observed", policies: [{ name: "default", algorithm }], tell, refusal: { status: 429 } };
  const told = headers(["x-rate-limit-limit", "1m"], ["x-rate-limit-remaining", "4"]);
  const player = createPlayer({
    tapes: [tape(exchange({}, { headers: told, body: utf8("1") }))],
    api: compileApi({ name: "own", rateLimits: observed }),
  });
  const seen = Object.fromEntries(player.answer(ask("/users/ada")).headers);
  expect([seen["x-rate-limit-limit"], seen["x-rate-limit-remaining"]]).toEqual(["1m", "8"]);
});
