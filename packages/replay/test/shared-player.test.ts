import { compileApi, service } from "@tapedeck/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { stoppedClock } from "../src/clock.ts";
import { createPlayer } from "../src/handlers/player.ts";
import { createSharedPlayer } from "../src/handlers/shared-player.ts";
import { createQuotaStore, type QuotaStore } from "../src/limit/quota-store.ts";
import { ask, countersOf, exchange, headers, recordedAt, tape, textOf, utf8 } from "./exchanges.ts";
import { distant, lastWins, lookThenWrite } from "./scheduled-store.ts";

const tokens = { full: { token: "full-t0ken", account: "ada" }, limited: { token: "limited-t0ken", account: "ada" } };
const tapes = [
  tape(
    exchange({}, { headers: headers(["etag", '"1"']), body: utf8("1") }),
    exchange({}, { body: utf8("2") }),
    exchange({}, { status: 502, body: utf8("3") }),
    exchange({}, { body: utf8("4") }),
  ),
];
const askers = [
  ask("/users/ada"),
  ask("/users/ada", { authorization: "token full-t0ken" }),
  ask("/users/ada", { authorization: "token limited-t0ken" }),
  ask("/users/ada", { "if-none-match": '"1"' }),
  ask("/users/nobody"),
  ask("/users/ada", {}, { method: "OPTIONS" }),
];

/** Several players on one store, each asked several things at once; and what came back of each. */
async function crowd(
  limit: number,
  asks: ReadonlyArray<readonly number[]>,
  secondary: number | null,
  storeFor: (scheduler: fc.Scheduler) => QuotaStore,
  scheduler: fc.Scheduler,
): Promise<void> {
  const api = compileApi(
    {
      rateLimit: {
        limits: { anonymous: limit, token: limit },
        secondary: secondary === null ? null : { requests: secondary, seconds: 10 },
      },
    },
    { base: service },
  );
  const store = storeFor(scheduler);
  const answers = asks.flatMap((several) => {
    const player = createSharedPlayer({ tapes, tokens, api, store: distant(store, scheduler) });
    return several.map(async (at) => {
      const one = askers[at] ?? expect.fail("nobody asks");
      const counters = countersOf(await player.answer(one)) ?? expect.fail("no counters");
      return { bucket: at === 1 || at === 2 ? "ada" : "nobody", counters };
    });
  });
  await scheduler.waitFor(Promise.all(answers));
  const heard = await Promise.all(answers);
  const held = (await store.read()) as Readonly<Record<string, { readonly used: number }>>;
  for (const bucket of ["ada", "nobody"]) {
    const used = heard.filter((each) => each.bucket === bucket).map(({ counters }) => counters.used);
    for (const { counters } of heard) expect(counters.remaining + counters.used).toBe(limit);
    const { used: counted = 0 } = held[bucket === "ada" ? "core account ada" : "core address 127.0.0.1"] ?? {};
    expect(counted).toBeLessThanOrEqual(limit);
    // Each that was paid for heard a number of its own: nobody's payment was lost.
    expect(new Set(used.filter((each) => each > 0)).size).toBe(counted);
  }
  const costs = asks.flat().length;
  expect(Object.values(held).every(({ used }) => used <= costs)).toBe(true);
}

function crowds() {
  return fc.tuple(
    fc.integer({ min: 0, max: 5 }),
    fc.array(fc.array(fc.nat({ max: askers.length - 1 }), { minLength: 1, maxLength: 4 }), {
      minLength: 2,
      maxLength: 4,
    }),
    fc.option(fc.integer({ min: 1, max: 4 })),
  );
}

test("law: no window allows more than its limit, whatever the interleaving", async () => {
  await fc.assert(
    fc.asyncProperty(crowds(), fc.scheduler(), ([limit, asks, secondary], scheduler) =>
      crowd(limit, asks, secondary, createQuotaStore, scheduler),
    ),
    law(60),
  );
});

test.each<[what: string, storeFor: (scheduler: fc.Scheduler) => QuotaStore]>([
  ["looks first and writes later", lookThenWrite],
  ["lets the last one win", lastWins],
])("a store that %s breaks the law, and is found out", async (_what, storeFor) => {
  const found = await fc.check(
    fc.asyncProperty(crowds(), fc.scheduler(), ([limit, asks, secondary], scheduler) =>
      crowd(limit, asks, secondary, storeFor, scheduler),
    ),
    law(60),
  );
  expect(found.failed).toBe(true);
});

test("law: one player on a store of its own answers as a player without", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 5 }),
      fc.array(fc.oneof(fc.nat({ max: askers.length - 1 }), fc.constantFrom(...["wait", "exhaust"]))),
      async (limit, steps) => {
        const api = compileApi({ rateLimit: { limits: { anonymous: limit, token: 3 } } }, { base: service });
        const clock = stoppedClock(recordedAt);
        const options = { tapes, tokens, api, clock };
        const plain = createPlayer(options);
        const shared = createSharedPlayer({ ...options, store: createQuotaStore() });
        for (const step of steps) {
          if (step === "wait") clock.advance(1800);
          else if (step === "exhaust") {
            plain.exhaust("account ada");
            await shared.exhaust("account ada");
          } else {
            const one = askers[Number(step)] ?? expect.fail("nobody asks");
            expect(await shared.answer(one)).toEqual(plain.answer(one));
          }
        }
        expect(await shared.quotas()).toEqual(plain.quotas());
        expect([shared.journal(), shared.misses(), shared.unplayed().length, shared.exchanges]).toEqual([
          plain.journal(),
          plain.misses(),
          plain.unplayed().length,
          plain.exchanges,
        ]);
      },
    ),
    law(40),
  );
});

test("requests that come at once take one turn each, in the order they came", async () => {
  const player = createSharedPlayer({ api: service, tapes, store: createQuotaStore() });
  const replies = await Promise.all([ask(), ask(), ask(), ask()].map(player.answer));
  expect(replies.map(textOf)).toEqual(["1", "2", "3", "4"]);
  player.reset();
  expect(textOf(await player.answer(ask()))).toBe("1");
  expect((await player.quotas())["address 127.0.0.1"]?.used).toBe(4);
});

test("a shared player is a fetch handler", async () => {
  const player = createSharedPlayer({ api: service, tapes, store: createQuotaStore() });
  const response = await player("http://localhost/users/ada");
  expect([response.status, response.headers.get("x-ratelimit-used")]).toEqual([200, "1"]);
});

test("a store that refuses everything is given up, and one that fails is not waited for", async () => {
  const refusing = { ...createQuotaStore(), swap: async () => ({}) };
  await expect(createSharedPlayer({ api: service, tapes, store: refusing }).answer(ask())).rejects.toThrow(
    "Cannot count in core address 127.0.0.1: the store refused",
  );
  let fails = true;
  const store = createQuotaStore();
  const flaky: QuotaStore = {
    ...store,
    swap: (changes) => (fails ? Promise.reject(new Error("gone")) : store.swap(changes)),
  };
  const player = createSharedPlayer({ api: service, tapes, store: flaky });
  await expect(player.answer(ask())).rejects.toThrow("gone");
  fails = false;
  expect(textOf(await player.answer(ask()))).toBe("1");
});

test("what a store holds is JSON", async () => {
  const store = createQuotaStore();
  await createSharedPlayer({ api: service, tapes, store }).answer(ask());
  const held = await store.read();
  expect(JSON.parse(JSON.stringify(held))).toEqual(held);
  expect(held).toEqual({
    "core address 127.0.0.1": { used: 1, resetsAt: recordedAt + 3600 },
  });
});

test("a store makes all changes or none", async () => {
  const store = createQuotaStore();
  const quota = { limit: 1, used: 1, resetsAt: 60 };
  expect(await store.swap([{ bucket: "a", from: null, to: quota }])).toBe(null);
  const both = [
    { bucket: "b", from: null, to: quota },
    { bucket: "a", from: { ...quota, used: 0 }, to: null },
  ];
  expect(await store.swap(both)).toEqual({ a: quota });
  expect(await store.read()).toEqual({ a: quota });
  expect(await store.swap([{ bucket: "a", from: { ...quota }, to: null }])).toBe(null);
  expect(await store.read(["a", "b"])).toEqual({});
});

test("quotas of a store are set and reset for everybody", async () => {
  const store = createQuotaStore();
  const [one, other] = [1, 2].map(() => createSharedPlayer({ api: service, tapes, store }));
  const used = async () => countersOf((await other?.answer(ask())) ?? expect.fail())?.used;
  await one?.setQuota("address 127.0.0.1", { used: 9 });
  expect(await used()).toBe(10);
  await one?.resetQuotas("address 127.0.0.1");
  expect(await used()).toBe(1);
  await one?.resetQuotas("core");
  expect(await other?.quotas()).toEqual({});
  await expect(one?.setQuota("token", {})).rejects.toThrow(/Not a bucket/);
});

test("maxBuckets is a whole number, and of a player that holds its buckets itself", () => {
  expect(() => createPlayer({ tapes, maxBuckets: 0.5 })).toThrow('option "maxBuckets"; give a whole number from 1');
  const given = { tapes, store: createQuotaStore(), maxBuckets: 7 };
  expect(() => createSharedPlayer(given)).toThrow('the option "maxBuckets" is of a player');
});
