import { compileApi, service } from "@tapedeck/api";
import { expect, test } from "vitest";
import { stoppedClock } from "../src/clock.ts";
import { createPlayer } from "../src/handlers/player.ts";
import type { QuotaChange } from "../src/limit/buckets.ts";
import { createBuckets } from "../src/limit/buckets.ts";
import { limitsOf } from "../src/limit/limits.ts";
import { ask, countersOf, exchange, recordedAt, tape } from "./exchanges.ts";

const tapes = [tape(exchange())];
const here = "address 127.0.0.1";

test.each<[shows: string, change: QuotaChange, counters: object]>([
  ["what is used", { used: 10 }, { limit: 60, used: 11, remaining: 49 }],
  ["what is left", { remaining: 1 }, { limit: 60, used: 60, remaining: 0 }],
  ["the limit, and what is used stays", { limit: 5000 }, { limit: 5000, used: 2, remaining: 4998 }],
  ["a limit with what is left of it", { limit: 10, remaining: 10 }, { limit: 10, used: 1, remaining: 9 }],
  ["when the window ends", { resetsAt: recordedAt + 5 }, { limit: 60, used: 2, reset: recordedAt + 5 }],
])("setQuota() sets %s", (_shows, change, counters) => {
  const player = createPlayer({ api: service, tapes });
  player.answer(ask());
  player.setQuota(here, change);
  expect(countersOf(player.answer(ask()))).toMatchObject(counters);
});

test("setQuota() of a limit below what is used leaves nothing, and the limit stays in the next window", () => {
  const clock = stoppedClock(recordedAt);
  const player = createPlayer({ api: service, tapes, clock });
  for (const _ of [1, 2, 3]) player.answer(ask());
  player.setQuota(here, { limit: 2 });
  expect(player.answer(ask()).status).toBe(403);
  clock.advance(3600);
  expect(countersOf(player.answer(ask()))).toMatchObject({ limit: 2, used: 1 });
});

test("setQuota() opens the window of a bucket that nobody asked from", () => {
  const player = createPlayer({ api: service, tapes });
  player.setQuota("account token", { used: 4000 });
  const reply = player.answer(ask("/users/ada", { authorization: "token any-will-do" }));
  expect(countersOf(reply)).toEqual({ limit: 5000, used: 4001, remaining: 999, reset: recordedAt + 3600 });
});

test("resetQuotas() begins anew, with one bucket or with all, and with their speed", () => {
  const api = compileApi({ rateLimit: { secondary: { requests: 1, seconds: 60 } } }, { base: service });
  const player = createPlayer({ tapes, api });
  const from = (address: string) => player.answer(ask("/users/ada", {}, { address })).status;
  expect([from("1"), from("2"), from("1"), from("2")]).toEqual([200, 200, 403, 403]);
  player.resetQuotas("address 1");
  expect([from("1"), from("2")]).toEqual([200, 403]);
  player.resetQuotas();
  expect([player.quotas(), from("1"), from("2")]).toEqual([{}, 200, 200]);
});

test.each<[change: QuotaChange, message: string]>([
  [{ used: -1 }, "used is a whole number from 0, not -1"],
  [{ limit: 0.5 }, "limit is a whole number from 0, not 0.5"],
  [{ remaining: 61 }, "remaining is 61, and the limit 60"],
  [{ limit: 5, used: 6 }, "used is 6, and the limit 5"],
  [{ used: 1, remaining: 1 }, "used 1 and remaining 1 do not make the limit 60"],
  [{ resetsAt: recordedAt }, `its window cannot end at ${recordedAt}, since it is ${recordedAt}; set the clock`],
])("setQuota(%j) is refused, and changes nothing", (change, message) => {
  const player = createPlayer({ api: service, tapes });
  expect(() => player.setQuota(here, change)).toThrow(`Cannot set ${here}: ${message}`);
  expect(player.quotas()).toEqual({});
});

test("a bucket that nobody can have is told from one that is misspelt", () => {
  const tokens = {
    full: { token: "full-t0ken", account: "lovelace" },
    limited: { token: "limited-t0ken", account: "lovelace" },
  };
  const player = createPlayer({ api: service, tapes, tokens });
  expect(() => player.exhaust("account lovlace")).toThrow(
    'No account "lovlace"; did you mean "account lovelace"?: there is lovelace',
  );
  expect(() => player.resetQuotas("account full")).toThrow('No account "full": there is lovelace');
});

test.each([["full"], ["limited"]])("a limit is the account's, also where %s opens the window", (first) => {
  const tokens = {
    full: { token: "full-t0ken", account: "ada" },
    limited: { token: "limited-t0ken", account: "ada" },
  };
  const api = compileApi({ rateLimit: { limits: { ada: 7, full: 8, limited: 9 } } }, { base: service });
  const player = createPlayer({ tapes, tokens, api });
  const second = first === "full" ? "limited" : "full";
  const counters = [first, second].map((alias) =>
    countersOf(player.answer(ask("/users/ada", { authorization: `token ${alias}-t0ken` }))),
  );
  expect(counters).toMatchObject([
    { limit: 7, used: 1 },
    { limit: 7, used: 2 },
  ]);
});

const window = { kind: "fixed-window", limit: 3, seconds: 60 } as const;
const plain = {
  name: "plain",
  policies: [{ name: "all", partition: ["address"], algorithm: window }],
  tell: "ietf",
  refusal: { status: 429 },
} as const;
const several = compileApi({
  rateLimits: {
    name: "several",
    policies: [
      { name: "all", partition: ["account"], algorithm: window },
      { name: "reads", partition: ["account", "method"], algorithm: window },
      { name: "hidden", partition: ["address"], algorithm: window, hidden: true },
    ],
    tell: "ietf",
    refusal: { status: 429 },
  },
});

test("policies and what splits them are set, exhausted and reset by their names, hidden ones too", () => {
  const player = createPlayer({ tapes, api: several });
  const status = (address = "127.0.0.1"): number => player.answer(ask("/users/ada", {}, { address })).status;
  const reads = "reads address 127.0.0.1, method GET";
  player.exhaust(reads);
  expect([status(), status("2")]).toEqual([429, 200]);
  player.setQuota(reads, { remaining: 2 });
  player.exhaust("hidden address 127.0.0.1");
  expect(status()).toBe(429);
  player.resetQuotas("hidden");
  expect([status(), Object.keys(player.quotas()).filter((name) => name.startsWith("hidden"))]).toEqual([
    200,
    ["hidden address 127.0.0.1"],
  ]);
  player.setQuota("all address 127.0.0.1", { blockedUntil: recordedAt + 5 });
  expect(status()).toBe(429);
  player.resetQuotas("address 127.0.0.1");
  expect(Object.keys(player.quotas())).toEqual(["all address 2", "reads address 2, method GET"]);
  expect(status()).toBe(200);
});

test("a hidden policy is named beside the one that is told by its caller alone, and an API after the first by its name", () => {
  const api = compileApi({ rateLimit: { secondary: { requests: 1, seconds: 60 } } }, { base: service });
  const other = compileApi({
    ...{ name: "other", origins: ["https://other.example"] },
    rateLimit: { limits: { anonymous: 5 } },
  });
  const player = createPlayer({ tapes, api: [api, other] });
  player.exhaust("secondary address 127.0.0.1");
  expect(player.answer(ask()).status).toBe(403);
  player.exhaust("other: address 127.0.0.1");
  expect(player.quotas()["other: address 127.0.0.1"]).toMatchObject({ limit: 5, used: 5 });
});

test.each([
  [
    "a policy that is none",
    "serch account token",
    /Not a bucket: "serch account token"; one is named "all account ACCOUNT" or/,
  ],
  ["a part too few", "reads account token", /Not a bucket: "reads account token"/],
  ["an account that nobody has", "all account tokn", /No account "tokn"; did you mean "account token"\?/],
])("%s is refused by set, exhaust and reset", (_what, bucket, message) => {
  const player = createPlayer({ tapes, api: several });
  expect(() => player.setQuota(bucket, { used: 1 })).toThrow(message);
  expect(() => player.exhaust(bucket)).toThrow(message);
  expect(() => player.resetQuotas(bucket)).toThrow(message);
});

test("where no limit is simulated, the journal names who asked", () => {
  const tokens = { full: "s3cr3t-t0ken-1" };
  const player = createPlayer({ tapes, api: compileApi({ rateLimit: null }), tokens });
  player.answer(ask("/users/ada", {}, { address: "10.0.0.7" }));
  player.answer(ask("/users/ada", { authorization: "Bearer s3cr3t-t0ken-1" }, { address: "10.0.0.8" }));
  expect(player.journal().map(({ bucket }) => bucket)).toEqual(["address 10.0.0.7", "account full"]);
});

test("of ten times as many buckets as are held, those that have spent the least are forgotten, and an exhausted one stays", () => {
  const buckets = createBuckets([limitsOf(service, true)], []);
  const spend = (address: string, used: number): void =>
    buckets.commit([{ bucket: `core address ${address}`, from: null, to: { used, resetsAt: 60 } }], 0);
  spend("10.0.0.1", 60);
  spend("10.0.0.2", 30);
  for (let nth = 1; nth <= 200_000; nth += 1) spend(`a${nth}`, 1);
  expect(buckets.held.size).toBeLessThanOrEqual(20_000);
  const left = ["10.0.0.1", "10.0.0.2", "a1", "a200000"].map((each) => buckets.held.has(`core address ${each}`));
  expect(left).toEqual([true, true, false, true]);
});

test.each([
  ["a failure of the server's own", exchange({}, { status: 502 }), ask(), 502],
  ["a recorded preflight", exchange({ method: "OPTIONS" }), ask("/users/ada", {}, { method: "OPTIONS" }), 200],
  ["a preflight", exchange(), ask("/users/ada", {}, { method: "OPTIONS" }), 204],
])("under a scheme that names no costs %s is free", (_what, recorded, asked, status) => {
  const player = createPlayer({ tapes: [tape(recorded)], api: compileApi({ rateLimits: plain, preflight: {} }) });
  expect([player.answer(asked), player.answer(asked)].map((reply) => reply.status)).toEqual([status, status]);
  expect(player.quotas()["address 127.0.0.1"]?.used ?? 0).toBe(0);
});
