import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { ContractTest } from "../contract-test.ts";
import { metered } from "../counters.ts";
import { header, type ObservedResponse, text } from "../message.ts";

/** Contract tests of misses. */
export const misses: readonly ContractTest[] = [
  {
    id: "errors-4",
    run: async ({ ask, player }) => {
      for (const target of ["/users/adda?x=1", "/nowhere"]) {
        isMiss(await ask(target), target);
      }
      const document = JSON.parse(text(await ask("/users/adda", { as: "full" })));
      assert.deepEqual(document.request, { method: "GET", target: "/users/adda", principal: "full" });
      assert.equal(document.closest.target, "/users/ada");
      assert.ok(document.advice.length > 0);
      assert.deepEqual(
        player.misses().map(({ target, principal }) => [target, principal]),
        [
          ["/users/adda?x=1", "anonymous"],
          ["/nowhere", "anonymous"],
          ["/users/adda", "full"],
        ],
      );
    },
  },
  {
    id: "servers-1",
    run: async ({ ask, clock }) => {
      const before = clock();
      isMiss(await ask("/_tapedeck/health"), "/_tapedeck/health");
      assert.equal((await ask("/_tapedeck/clock?advance=60", { method: "POST" })).status, 501);
      assert.equal(clock(), before);
    },
  },
  {
    id: "servers-2",
    run: async ({ ask }) => {
      let reached = 0;
      const server = http.createServer((_message, response) => {
        reached += 1;
        response.end("reached");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      try {
        await assert.rejects(fetch(url), "fetch got through");
        await assert.rejects(
          new Promise((resolve, reject) => http.get(url, resolve).on("error", reject)),
          "node:http got through",
        );
        assert.equal(reached, 0, "a request was sent to the network");
        assert.equal((await ask("/users/ada")).status, 200, "the mounted player answers still");
      } finally {
        await new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        });
      }
    },
  },
];

function isMiss(answer: ObservedResponse, target: string): void {
  assert.equal(answer.status, 501, target);
  assert.equal(header(answer, "content-type"), "application/problem+json; charset=utf-8");
  assert.equal(header(answer, "x-tapedeck"), "miss");
  assert.equal(header(answer, "retry-after"), undefined);
  assert.equal(metered(answer).used, 0);
  assert.equal(header(answer, "x-should-retry"), "false");
  const { title, status, detail, message, error, description, error_description } = JSON.parse(text(answer));
  assert.deepEqual([title, status], ["No recorded exchange for this request", 501]);
  assert.deepEqual([message, error], [detail, { message: detail }]);
  assert.deepEqual([description, error_description], [detail, detail]);
  assert.ok(detail.startsWith(`Cannot replay GET ${target}: no tape has it`), detail);
}
