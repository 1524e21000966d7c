import assert from "node:assert/strict";
import type { ContractTest } from "../contract-test.ts";
import { metered } from "../counters.ts";
import { homeApis } from "../home-apis.ts";
import { askedOrigin, header, text } from "../message.ts";

/** Contract tests of what a description decides. */
export const profiled: readonly ContractTest[] = [
  {
    id: "limits-6",
    setting: { api: homeApis({}, "github") },
    run: async ({ ask }) => {
      const headers = { "if-none-match": "*" };
      for (const used of [0, 0]) {
        const answer = await ask("/users/ada", { as: "full", headers });
        assert.deepEqual([answer.status, metered(answer).used], [304, used]);
      }
      assert.equal(metered(await ask("/users/ada", { headers })).used, 1);
    },
  },
  {
    id: "limits-7",
    setting: { api: homeApis({}, "github") },
    run: async ({ ask, player, clock }) => {
      await ask("/users/ada");
      const reset = clock() + 3600;
      const expected = { limit: 60, used: 1, remaining: 59, reset };
      for (let nth = 0; nth < 2; nth += 1) {
        const answer = await ask("/rate_limit");
        assert.deepEqual(JSON.parse(text(answer)), { resources: { core: expected }, rate: expected });
        assert.deepEqual(metered(answer), expected);
      }
      assert.equal((await ask("/rate_limit", { method: "POST" })).status, 405);
      player.exhaust("address 127.0.0.1");
      assert.equal(JSON.parse(text(await ask("/rate_limit"))).rate.remaining, 0);
    },
  },
  {
    id: "clients-7",
    setting: { api: homeApis({}, "github") },
    run: async ({ ask }) => {
      const answer = await ask("/api/v3/users/ada");
      assert.equal(answer.status, 200);
      assert.equal(JSON.parse(text(answer)).url, `${askedOrigin}/api/v3/users/ada`);
      const miss = await ask("/api/v3/users/stranger");
      assert.deepEqual([miss.status, JSON.parse(text(miss)).request.target], [501, "/users/stranger"]);
    },
  },
  {
    id: "vendor-2",
    setting: { api: homeApis({}, "github") },
    run: async ({ ask }) => {
      for (const target of ["/users/ada", "/user"]) {
        const answer = await ask(target);
        assert.equal(header(answer, "x-github-media-type"), "github.v3; format=json", target);
        assert.ok(header(answer, "x-github-request-id"), target);
        assert.match(header(answer, "access-control-expose-headers") ?? "", /X-GitHub-OTP.*X-GitHub-Media-Type/i);
        assert.ok(!JSON.stringify(answer.headers).toLowerCase().includes("x-service"), target);
      }
    },
  },
  {
    id: "refusal-2",
    setting: {
      api: homeApis({ limits: { anonymous: 1 }, refusal: { status: 429, retryAfter: true } }),
    },
    run: async ({ ask, clock }) => {
      await ask("/users/ada");
      clock.advance(600);
      const refused = await ask("/users/ada");
      assert.deepEqual([refused.status, header(refused, "retry-after")], [429, "3000"]);
      assert.match(JSON.parse(text(refused)).message, /^API rate limit exceeded for /);
    },
  },
  {
    id: "limits-13",
    setting: { api: homeApis({ limits: { ada: 3 }, windowSeconds: 60 }) },
    run: async ({ ask, clock }) => {
      assert.deepEqual(metered(await ask("/user", { as: "narrow" })), {
        limit: 3,
        remaining: 2,
        reset: clock() + 60,
        used: 1,
      });
      assert.equal(metered(await ask("/user", { as: "full" }))?.remaining, 1);
    },
  },
];
