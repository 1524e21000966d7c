import assert from "node:assert/strict";
import fc from "fast-check";
import { metered } from "../counters.ts";
import { bare, bareTape } from "../fixtures/bare-tape.ts";
import { bodyFrom } from "../fixtures/recorded.ts";
import { homeApis } from "../home-apis.ts";
import { type ContractLaw, law } from "../law.ts";
import { header } from "../message.ts";
import { type Setting, withAdapter } from "../with-adapter.ts";

/** Laws of single windows and of many principals. */
export const windows: readonly ContractLaw[] = [
  law({
    id: "limits-1",
    cases: fc.record({
      limit: fc.integer({ min: 1, max: 4 }),
      windowSeconds: fc.oneof(fc.constantFrom(1, 2, 60, 3600), fc.integer({ min: 1, max: 100_000 })),
      /** When the limit is used up, in thousandths of the window. */
      thousandth: fc.nat(999),
      /** Seconds from the end of the window to the next request. */
      late: fc.constantFrom(0, 0, 1, 7200),
    }),
    holds: ({ limit, windowSeconds, thousandth, late }, adapter) =>
      withAdapter(adapter, limited(limit, windowSeconds), async ({ ask, clock }) => {
        const { reset } = metered(await ask("/users/ada"));
        assert.equal(reset, clock() + windowSeconds, "the first request opens the window");
        clock.advance(Math.floor((windowSeconds * thousandth) / 1000));
        for (let nth = 2; nth <= limit; nth += 1) assert.equal(metered(await ask("/users/ada")).used, nth);
        assert.equal((await ask("/users/ada")).status, 403);
        clock.set(reset - 1);
        const last = await ask("/users/ada");
        assert.deepEqual([last.status, metered(last)], [403, { limit, remaining: 0, reset, used: limit }]);
        clock.set(reset + late);
        const first = await ask("/users/ada");
        const next = { limit, remaining: limit - 1, reset: reset + late + windowSeconds, used: 1 };
        assert.deepEqual([first.status, metered(first)], [200, next]);
      }),
  }),
  law({
    id: "principals-4",
    cases: fc.record({
      limit: fc.integer({ min: 0, max: 6 }),
      who: fc.array(fc.constantFrom("full", "narrow", "other"), { maxLength: 16, size: "max" }),
    }),
    holds: ({ limit, who }, adapter) =>
      withAdapter(adapter, limited(limit, 60), async ({ ask }) => {
        const spent = { ada: 0, grace: 0 };
        for (const as of who) {
          const account = as === "other" ? "grace" : "ada";
          const answer = await ask(as === "other" ? "/users/ada" : "/user", { as });
          const allowed = spent[account] < limit;
          if (allowed) spent[account] += 1;
          assert.deepEqual([answer.status, metered(answer).used], [allowed ? 200 : 403, spent[account]], as);
          if (allowed && account === "ada") assert.equal(header(answer, "etag"), `W/"own-${as}"`);
        }
      }),
  }),
  law({
    id: "limits-15",
    // A case has a thousand requests. limits-12 shows at every adapter that principals are told apart.
    level: "unit",
    share: 1 / 50,
    cases: fc.record({
      limit: fc.integer({ min: 1, max: 2 }),
      /** The distance between consecutive principals. */
      stride: fc.constantFrom(1, 7, 333, 999),
    }),
    holds: ({ limit, stride }, adapter) =>
      withAdapter(adapter, crowd(limit), async ({ ask, player }) => {
        for (let nth = 0; nth < 1000; nth += 1) {
          const as = `p${(nth * stride) % 1000}`;
          const answer = await ask("/users/ada", { as });
          assert.deepEqual([answer.status, metered(answer).used], [200, 1], as);
        }
        for (const as of ["p0", "p500", "p999"]) {
          for (let nth = 2; nth <= limit + 1; nth += 1)
            assert.equal((await ask("/users/ada", { as })).status, nth <= limit ? 200 : 403, as);
        }
        const used = Object.entries(player.quotas()).map(([bucket, quota]) => [bucket, quota.used]);
        const busy = ["account p0", "account p500", "account p999"];
        assert.equal(used.length, 1000);
        for (const [bucket, count] of used) assert.equal(count, busy.includes(String(bucket)) ? limit : 1);
      }),
  }),
  law({
    id: "limits-16",
    cases: fc.record({
      limit: fc.oneof(fc.constantFrom(0, 1, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER), fc.maxSafeNat()),
      as: fc.constantFrom("anonymous", "full"),
    }),
    holds: ({ limit, as }, adapter) =>
      withAdapter(adapter, limited(limit, 60), async ({ ask, clock, player }) => {
        const reset = clock() + 60;
        const used = Math.min(limit, 1);
        const first = await ask("/users/ada", { as });
        const counters = { limit, remaining: limit - used, reset, used };
        assert.deepEqual([first.status, metered(first)], [limit === 0 ? 403 : 200, counters]);
        const bucket = as === "full" ? "account ada" : "address 127.0.0.1";
        player.setQuota(bucket, { used: Math.max(0, limit - 1) });
        const last = await ask("/users/ada", { as });
        assert.deepEqual([last.status, metered(last)], [first.status, { limit, remaining: 0, reset, used: limit }]);
        const refused = await ask("/users/ada", { as });
        assert.deepEqual([refused.status, metered(refused)], [403, { limit, remaining: 0, reset, used: limit }]);
        clock.set(reset);
        const again = await ask("/users/ada", { as });
        assert.deepEqual([again.status, metered(again)], [first.status, { ...counters, reset: reset + 60 }]);
      }),
  }),
];

function limited(limit: number, windowSeconds: number): Setting {
  return { api: homeApis({ limits: { anonymous: limit, token: limit }, windowSeconds }) };
}

// Short, since each text of a tape is searched for each credential.
const lone = bareTape("crowd", bare("/users/ada", { headers: [["x-ratelimit-limit", "60"]], body: bodyFrom({}) }));

function crowd(limit: number): Setting {
  const tokens = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`p${at}`, `token-of-principal-${at}-`]));
  return { ...limited(limit, 60), tapes: [lone], tokens };
}
