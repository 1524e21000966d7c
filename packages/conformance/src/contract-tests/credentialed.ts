import assert from "node:assert/strict";
import type { ContractTest } from "../contract-test.ts";
import { metered } from "../counters.ts";
import { header, type ObservedResponse, text } from "../message.ts";

const token = "specimen-token-full";

/** Contract tests of credentials. */
export const credentialed: readonly ContractTest[] = [
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
    id: "principals-5",
    run: async ({ ask }) => {
      const names = async (as: string) =>
        JSON.parse(text(await ask("/user/repos", { as }))).map(({ name }: { name: string }) => name);
      assert.deepEqual(await names("full"), ["engine", "loom", "diary"]);
      assert.deepEqual(await names("narrow"), ["engine", "loom"]);
    },
  },
  {
    id: "principals-6",
    run: async ({ ask }) => {
      assert.equal(header(await ask("/repos/ada/engine", { as: "full" }), "x-oauth-scopes"), "repo");
      assert.equal(header(await ask("/repos/ada/engine", { as: "narrow" }), "x-oauth-scopes"), undefined);
      assert.equal((await ask("/user", { as: "other" })).status, 501, "not the account of another caller");
    },
  },
  {
    id: "errors-1",
    run: async ({ ask }) => {
      for (const [at, target] of ["/user", "/user/repos"].entries()) {
        isUnauthorized(await ask(target), "Requires authentication", at + 1);
      }
    },
  },
  {
    id: "errors-2",
    run: async ({ ask }) => {
      const bad = ["token unknown-to-everyone", "token", "Basic %%%", `Basic ${btoa("ada")}`, "Digest abc", token, ""];
      for (const [at, authorization] of bad.slice(0, -1).entries()) {
        isUnauthorized(await ask("/users/ada", { headers: { authorization } }), "Bad credentials", at + 1);
      }
      assert.equal(metered(await ask("/users/ada")).used, bad.length);
      assert.equal(metered(await ask("/users/ada", { as: "full" })).used, 1);
    },
  },
  {
    id: "principals-3",
    setting: { tokens: {} },
    run: async ({ ask }) => {
      for (const [at, name] of ["one", "another"].entries()) {
        const answer = await ask("/users/ada", { headers: { authorization: `token ${name}` } });
        assert.deepEqual([answer.status, metered(answer).limit, metered(answer).used], [200, 5000, at + 1]);
      }
      isUnauthorized(await ask("/users/ada", { headers: { authorization: "Digest abc" } }), "Bad credentials", 1);
    },
  },
  {
    id: "principals-8",
    run: async ({ ask, player }) => {
      const miss = await ask(`/users/zed?access_token=${token}`, { as: "full", headers: { accept: token } });
      assert.equal(miss.status, 501);
      for (const shown of [text(miss), JSON.stringify([miss.headers, player.journal(), player.misses()])]) {
        assert.ok(!shown.includes(token), "the credential is shown");
      }
    },
  },
];

function isUnauthorized(answer: ObservedResponse, message: string, used: number): void {
  assert.equal(answer.status, 401);
  const document = JSON.parse(text(answer));
  assert.equal(document.message, message);
  assert.equal(typeof document.documentation_url, "string");
  assert.equal(header(answer, "content-type"), "application/json; charset=utf-8");
  const counters = metered(answer);
  assert.deepEqual([counters.limit, counters.used], [60, used]);
}
