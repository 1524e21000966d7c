import assert from "node:assert/strict";
import type { ContractTest } from "../contract-test.ts";
import { metered } from "../counters.ts";
import { homeApis } from "../home-apis.ts";
import { header, text } from "../message.ts";

const token = "specimen-token-full";
const live = /^(?:x-ratelimit-(?:remaining|used)|x-service-request-id)$/;

/** Contract tests of what a request carries: its method, credential, conditions and range. */
export const requests: readonly ContractTest[] = [
  {
    id: "principals-1",
    run: async ({ ask }) => {
      const forms = [`token ${token}`, `Bearer ${token}`, `Basic ${btoa(`ada:${token}`)}`, `bearer  ${token} `];
      for (const [at, authorization] of forms.entries()) {
        const answer = await ask("/user", { headers: { authorization } });
        assert.equal(answer.status, 200, authorization.replace(/ .*/, ""));
        assert.equal(JSON.parse(text(answer)).private_gists, 3);
        assert.equal(metered(answer).used, at + 1);
      }
    },
  },
  {
    id: "conditions-3",
    run: async ({ ask }) => {
      const answer = await ask("/users/ada", { headers: { "if-none-match": '"x", W/"ada-1"' } });
      assert.deepEqual([answer.status, answer.body.length, metered(answer).used], [304, 0, 1]);
      const described = answer.headers.filter(([name]) => /^content-(?!security-policy$)/.test(name));
      assert.deepEqual(described, []);
      assert.equal(header(answer, "etag"), 'W/"ada-1"');
      assert.equal(header(answer, "cache-control"), "public, max-age=60, s-maxage=60");
      assert.equal(header(answer, "vary"), "Accept, Accept-Encoding, X-Requested-With");
    },
  },
  {
    id: "conditions-4",
    run: async ({ ask }) => {
      for (const target of ["/users/ada", "/users/nobody", "/user", "/bicyclists/malaga", "/nowhere"]) {
        const [got, head] = [await ask(target), await ask(target, { method: "HEAD" })];
        assert.deepEqual([head.status, head.body.length], [got.status, 0], target);
        const [lasting, same] = [head, got].map(({ headers }) => headers.filter(([name]) => !live.test(name)));
        if (target !== "/nowhere") assert.deepEqual(lasting, same, target);
        assert.match(header(head, "content-length") ?? "absent", /^[1-9]\d*$/);
      }
    },
  },
  {
    id: "conditions-5",
    run: async ({ ask }) => {
      const whole = await ask("/users/ada");
      const part = await ask("/users/ada", { headers: { range: "bytes=3-9" } });
      assert.deepEqual([part.status, part.body], [206, whole.body.slice(3, 10)]);
      assert.equal(header(part, "content-range"), `bytes 3-9/${whole.body.length}`);
      assert.equal(header(part, "content-length"), "7");
    },
  },
  {
    id: "conditions-6",
    run: async ({ ask }) => {
      const { length } = (await ask("/users/ada")).body;
      const none = await ask("/users/ada", { headers: { range: "bytes=99999-" } });
      assert.deepEqual([none.status, header(none, "content-range")], [416, `bytes */${length}`]);
      assert.equal(JSON.parse(text(none)).message, "Range Not Satisfiable");
    },
  },
  {
    id: "caching-2",
    setting: { api: homeApis() },
    run: async ({ ask }) => {
      const answer = await ask("/user", { method: "OPTIONS" });
      assert.deepEqual([answer.status, answer.body.length, header(answer, "content-length")], [204, 0, undefined]);
      assert.equal(header(answer, "access-control-allow-origin"), "*");
    },
  },
  {
    id: "errors-6",
    run: async ({ ask }) => {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const answer = await ask("/users/ada", { method, body: '{"name":"Ada"}' });
        assert.deepEqual([answer.status, header(answer, "allow")], [405, "GET, HEAD, OPTIONS"], method);
      }
    },
  },
  {
    id: "errors-10",
    run: async ({ ask }) => {
      const answer = await ask("/users/ada", { method: "TRACE" });
      assert.deepEqual([answer.status, header(answer, "allow")], [405, "GET, HEAD, OPTIONS"]);
    },
  },
];
