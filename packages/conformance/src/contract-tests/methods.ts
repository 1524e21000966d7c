import assert from "node:assert/strict";
import type { ContractTest } from "../contract-test.ts";
import { metered } from "../counters.ts";
import { homeApis } from "../home-apis.ts";
import { header, type ObservedResponse, text } from "../message.ts";

const live = /^(?:x-ratelimit-(?:remaining|used)|x-service-request-id)$/;

/** Contract tests of methods other than GET. */
export const methodTests: readonly ContractTest[] = [
  {
    id: "conditions-4",
    run: async ({ ask }) => {
      for (const target of ["/users/ada", "/users/nobody", "/user", "/bicyclists/malaga", "/nowhere"]) {
        const [got, head] = [await ask(target), await ask(target, { method: "HEAD" })];
        assert.equal(head.status, got.status, target);
        assert.equal(head.body.length, 0, target);
        if (target !== "/nowhere") assert.deepEqual(lasting(head), lasting(got), target);
        assert.match(header(head, "content-length") ?? "absent", /^[1-9]\d*$/);
      }
      assert.equal(metered(await ask("/users/ada", { method: "HEAD" })).used, 7);
    },
  },
  {
    id: "caching-2",
    setting: { api: homeApis() },
    run: async ({ ask, player }) => {
      await ask("/users/ada");
      player.exhaust("address 127.0.0.1");
      for (const authorization of [undefined, "token unknown-to-everyone"]) {
        for (const target of ["/users/ada", "/user", "/nowhere"]) {
          const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
          const answer = await ask(target, { method: "OPTIONS", headers });
          assert.equal(answer.status, 204, target);
          assert.equal(answer.body.length, 0);
          assert.equal(header(answer, "content-length"), undefined);
          assert.equal(header(answer, "access-control-allow-origin"), "*");
          assert.equal(header(answer, "access-control-max-age"), "86400");
          assert.match(header(answer, "access-control-expose-headers") ?? "", /X-RateLimit-Remaining/);
          assert.match(header(answer, "access-control-allow-headers") ?? "", /Authorization/);
        }
      }
      assert.equal(metered(await ask("/users/ada", { method: "OPTIONS", as: "full" })).used, 0);
    },
  },
  {
    id: "errors-6",
    run: async ({ ask }) => {
      for (const [at, method] of ["POST", "PUT", "PATCH", "DELETE"].entries()) {
        isNotAllowed(await ask("/users/ada", { method, body: '{"name":"Ada"}' }), at + 1);
      }
      const json = { "content-type": "application/json" };
      isNotAllowed(await ask("/users/grace", { method: "POST", body: '{"name":', headers: json }), 5);
      const elsewhere = await ask("/nowhere", { method: "POST", body: '{"name":', headers: json });
      assert.deepEqual([elsewhere.status, header(elsewhere, "x-tapedeck"), metered(elsewhere).used], [501, "miss", 5]);
    },
  },
  {
    id: "errors-10",
    run: async ({ ask }) => isNotAllowed(await ask("/users/ada", { method: "TRACE" }), 1),
  },
];

function isNotAllowed(answer: ObservedResponse, used: number): void {
  assert.equal(answer.status, 405);
  assert.equal(header(answer, "allow"), "GET, HEAD, OPTIONS");
  assert.equal(JSON.parse(text(answer)).message, "Method Not Allowed");
  assert.equal(metered(answer).used, used);
}

function lasting(answer: ObservedResponse): ObservedResponse["headers"] {
  return answer.headers.filter(([name]) => !live.test(name));
}
