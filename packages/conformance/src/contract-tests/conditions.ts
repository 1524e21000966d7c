import assert from "node:assert/strict";
import type { ContractTest } from "../contract-test.ts";
import { metered } from "../counters.ts";
import { header, type ObservedResponse, text } from "../message.ts";

const recordedMoment = "Thu, 01 Jan 2026 00:00:00 GMT";
const before = "Wed, 31 Dec 2025 23:59:59 GMT";

/** Contract tests of conditional and partial requests. */
export const conditionTests: readonly ContractTest[] = [
  {
    id: "conditions-1",
    run: async ({ ask }) => {
      const good = ['W/"ada-1"', '"ada-1"', '"x", W/"ada-1"', '"x","ada-1","y"', "*", " * "];
      for (const [at, tags] of good.entries()) {
        const answer = await ask("/users/ada", { headers: { "if-none-match": tags } });
        isNotModified(answer);
        assert.equal(metered(answer).used, at + 1, tags);
      }
      for (const tags of ['"ada-2"', 'W/"ada"', '"ada-1', "ada-1", '""', '"*"']) {
        assert.equal((await ask("/users/ada", { headers: { "if-none-match": tags } })).status, 200, tags);
      }
    },
  },
  {
    id: "conditions-2",
    run: async ({ ask }) => {
      const status = async (headers: Record<string, string>) => (await ask("/users/ada", { headers })).status;
      assert.equal(await status({ "if-modified-since": recordedMoment }), 304);
      assert.equal(await status({ "if-modified-since": before }), 200);
      assert.equal(await status({ "if-modified-since": "yesterday" }), 200);
      assert.equal(await status({ "if-modified-since": recordedMoment, "if-none-match": '"other"' }), 200);
      assert.equal(await status({ "if-modified-since": before, "if-none-match": '"ada-1"' }), 304);
    },
  },
  {
    id: "conditions-8",
    run: async ({ ask }) => {
      assert.equal((await ask("/users/nobody", { headers: { "if-none-match": "*" } })).status, 404);
      assert.equal((await ask("/user", { headers: { "if-none-match": "*" } })).status, 401);
      assert.equal((await ask("/users/ada", { method: "POST", headers: { "if-none-match": "*" } })).status, 405);
    },
  },
  {
    id: "refusal-4",
    run: async ({ ask, player }) => {
      await ask("/users/ada");
      player.exhaust("address 127.0.0.1");
      assert.equal((await ask("/users/ada", { headers: { "if-none-match": "*" } })).status, 403);
    },
  },
  {
    id: "conditions-5",
    run: async ({ ask }) => {
      const whole = await ask("/users/ada");
      const { length } = whole.body;
      for (const [range, first, last] of [
        ["bytes=0-0", 0, 0],
        ["bytes=3-9", 3, 9],
        [`bytes=${length - 1}-`, length - 1, length - 1],
        ["bytes=-5", length - 5, length - 1],
        ["bytes=-99999", 0, length - 1],
        ["bytes=10-99999", 10, length - 1],
      ] as const) {
        const part = await ask("/users/ada", { headers: { range } });
        assert.equal(part.status, 206, range);
        assert.equal(header(part, "content-range"), `bytes ${first}-${last}/${length}`);
        assert.equal(header(part, "content-length"), String(last - first + 1));
        assert.deepEqual(part.body, whole.body.slice(first, last + 1));
        assert.equal(header(part, "etag"), header(whole, "etag"));
      }
    },
  },
  {
    id: "conditions-6",
    run: async ({ ask }) => {
      const { length } = (await ask("/users/ada")).body;
      for (const range of [`bytes=${length}-`, "bytes=99999-", "bytes=-0"]) {
        const none = await ask("/users/ada", { headers: { range } });
        assert.equal(none.status, 416, range);
        assert.equal(header(none, "content-range"), `bytes */${length}`);
        assert.equal(JSON.parse(text(none)).message, "Range Not Satisfiable");
      }
      for (const range of ["bytes=0-1,3-4", "bytes=9-3", "bytes=-", "bytes=a-b", "lines=0-1", "bytes"]) {
        const whole = await ask("/users/ada", { headers: { range } });
        assert.deepEqual([whole.status, whole.body.length], [200, length], range);
        assert.equal(header(whole, "content-range"), undefined);
      }
      assert.equal((await ask("/users/ada", { method: "HEAD", headers: { range: "bytes=0-1" } })).status, 200);
      assert.equal((await ask("/users/ada", { headers: { range: "bytes=0-1", "if-none-match": "*" } })).status, 304);
    },
  },
];

function isNotModified(answer: ObservedResponse): void {
  assert.equal(answer.status, 304);
  assert.equal(answer.body.length, 0);
  assert.deepEqual(
    answer.headers.filter(([name]) => name.startsWith("content-") && name !== "content-security-policy"),
    [],
  );
  assert.equal(header(answer, "etag"), 'W/"ada-1"');
  assert.equal(header(answer, "cache-control"), "public, max-age=60, s-maxage=60");
  assert.equal(header(answer, "vary"), "Accept, Accept-Encoding, X-Requested-With");
  assert.ok(metered(answer));
}
