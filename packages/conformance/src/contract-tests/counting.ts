import assert from "node:assert/strict";
import type { ContractTest } from "../contract-test.ts";
import { countersIn, metered } from "../counters.ts";
import { homeApis } from "../home-apis.ts";
import { header, text } from "../message.ts";
import { usualCounts } from "../reference-server/city.ts";

/** Contract tests of the simulated rate limit. */
export const countingTests: readonly ContractTest[] = [
  {
    id: "limits-8",
    run: async ({ ask }) => {
      const targets = ["/users/ada", "/users/ada", "/zen", "/users/nobody", "/user", "/repos/ada/engine"];
      for (const [at, target] of targets.entries()) {
        const { limit, remaining, used } = metered(await ask(target));
        assert.deepEqual({ limit, remaining, used }, { limit: 60, remaining: 59 - at, used: at + 1 }, target);
      }
    },
  },
  {
    id: "limits-2",
    run: async ({ ask, player }) => {
      for (let nth = 1; nth <= 60; nth += 1) assert.equal((await ask("/zen")).status, 200, `request ${nth}`);
      for (const target of ["/users/ada", "/users/ada", "/user"]) {
        const refused = await ask(target);
        assert.equal(refused.status, 403);
        const { message, documentation_url } = JSON.parse(text(refused));
        assert.match(message, /^API rate limit exceeded for 127\.0\.0\.1/);
        assert.match(documentation_url, /#rate-limiting$/);
        assert.equal(header(refused, "content-type"), "application/json; charset=utf-8");
        assert.equal(header(refused, "retry-after"), undefined);
        const { limit, remaining, used } = metered(refused);
        assert.deepEqual({ limit, remaining, used }, { limit: 60, remaining: 0, used: 60 });
      }
      assert.deepEqual(
        player.journal().map(({ cost }) => cost),
        [...Array(60).fill(1), 0, 0, 0],
        "the journal tells what each request cost",
      );
    },
  },
  {
    id: "limits-3",
    run: async ({ ask, player }) => {
      assert.deepEqual(metered(await ask("/user", { as: "full" })), {
        limit: 5000,
        remaining: 4999,
        reset: 1_767_229_200,
        used: 1,
      });
      player.exhaust("account ada");
      const refused = await ask("/user", { as: "full" });
      assert.equal(refused.status, 403);
      assert.match(JSON.parse(text(refused)).message, /^API rate limit exceeded for /);
      assert.deepEqual([metered(refused).remaining, metered(refused).used], [0, 5000]);
    },
  },
  {
    id: "limits-1",
    setting: { api: limited(2) },
    run: async ({ ask, clock }) => {
      const opened = metered(await ask("/users/ada"));
      assert.equal(opened.reset, clock() + 3600);
      await ask("/users/ada");
      clock.set(opened.reset - 1);
      const last = await ask("/users/ada");
      assert.deepEqual([last.status, metered(last).reset], [403, opened.reset]);
      clock.set(opened.reset);
      const first = await ask("/users/ada");
      assert.equal(first.status, 200);
      assert.deepEqual(metered(first), { limit: 2, remaining: 1, used: 1, reset: opened.reset + 3600 });
    },
  },
  {
    id: "limits-11",
    run: async ({ ask, clock }) => {
      const { reset } = metered(await ask("/zen"));
      for (const [at, seconds] of [1, 1800, -900, 2697, -7200].entries()) {
        clock.advance(seconds);
        const counters = metered(await ask("/zen"));
        assert.deepEqual([counters.reset, counters.used], [reset, at + 2]);
      }
    },
  },
  {
    id: "limits-12",
    setting: { api: limited(2) },
    run: async ({ ask, clock }) => {
      const start = clock();
      for (let nth = 0; nth < 3; nth += 1) await ask("/zen");
      clock.advance(10);
      assert.equal(metered(await ask("/zen", { as: "full" })).used, 1, "an anonymous caller spent nothing of ada's");
      clock.advance(10);
      assert.equal(metered(await ask("/zen", { as: "other" })).used, 1, "ada spent nothing of grace's");
      const resets = await Promise.all(
        [undefined, "full", "other"].map(async (as) => metered(await ask("/users/ada", as ? { as } : {})).reset),
      );
      assert.deepEqual(resets, [start + 3600, start + 3610, start + 3620]);
    },
  },
  {
    id: "principals-4",
    run: async ({ ask }) => {
      assert.equal(metered(await ask("/user", { as: "full" })).used, 1);
      assert.equal(metered(await ask("/user", { as: "narrow" })).used, 2);
      assert.equal(metered(await ask("/users/ada", { as: "other" })).used, 1);
    },
  },
  {
    id: "refusal-3",
    setting: { api: limited(1) },
    run: async ({ ask, clock }) => {
      await ask("/users/grace");
      assert.equal((await ask("/users/grace")).status, 403);
      clock.advance(3600);
      assert.equal(JSON.parse(text(await ask("/users/grace"))).followers, 2);
      assert.equal((await ask("/repos/ada/engine", { as: "other" })).status, 200);
      const refused = await ask("/repos/ada/engine", { as: "other" });
      assert.equal(JSON.parse(text(refused)).message, "API rate limit exceeded for user ID 2. Have a rest.");
      const { limit, remaining, used } = metered(refused);
      assert.deepEqual({ limit, remaining, used }, { limit: 1, remaining: 0, used: 1 });
    },
  },
  {
    id: "limits-5",
    setting: { api: limited(1) },
    run: async ({ ask }) => {
      for (let nth = 0; nth < 3; nth += 1) {
        const answer = await ask("/users/flaky");
        assert.deepEqual([answer.status, metered(answer).used], [502, 0]);
      }
    },
  },
  {
    id: "city-1",
    setting: { api: limited(0) },
    run: async ({ ask }) => {
      for (const city of Object.keys(usualCounts)) {
        const answer = await ask(`/bicyclists/${city}`);
        assert.equal(answer.status, 200, city);
        assert.match(text(answer), /^\d+$/);
        assert.deepEqual(
          answer.headers.map(([name]) => name),
          ["content-length", "content-type", "date"],
        );
      }
      const unknown = await ask("/bicyclists/paris");
      assert.equal(unknown.status, 404);
      for (const city of Object.keys(usualCounts)) assert.ok(JSON.parse(text(unknown)).message.includes(city), city);
      const badly = { headers: { authorization: "Digest abc" } };
      assert.equal((await ask("/bicyclists/malaga", badly)).status, 200, "no credential is asked for");
      for (const [method, status] of [
        ["OPTIONS", 204],
        ["POST", 405],
      ] as const) {
        const other = await ask("/bicyclists/malaga", { method });
        assert.deepEqual([other.status, countersIn(other)], [status, null], method);
      }
      assert.equal(countersIn(unknown), null);
    },
  },
];

function limited(limit: number): ReturnType<typeof homeApis> {
  return homeApis({ limits: { anonymous: limit, token: limit } });
}
