import { afterEach, describe, expect, test } from "vitest";
import { smallWorld } from "../../src/reference-server/documents/world.ts";
import { type Origin, type OriginOptions, startOrigin } from "../../src/reference-server/origin.ts";
import { costOf } from "../../src/reference-server/rules/answer.ts";
import { identify } from "../../src/reference-server/rules/caller.ts";
import { vendorOf } from "../../src/reference-server/rules/vendor.ts";
import { type SendOptions, sendRequest } from "./send-request.ts";

const opened = 1_700_000_000;
const tokens = {
  "t-full": { account: "ada", scopes: ["repo"] },
  "t-narrow": { account: "ada", scopes: [] },
  "t-grace": { account: "grace-lin", scopes: [] },
};
const full = { headers: { authorization: "token t-full" } };
const narrow = { headers: { authorization: "Bearer t-narrow" } };
const grace = { headers: { authorization: "token t-grace" } };

let origin: Origin;
let clock = opened;
async function start(options: OriginOptions = {}): Promise<void> {
  clock = opened;
  origin = await startOrigin({ now: () => clock, tokens, ...options });
}
afterEach(() => origin.close());

const quotaOf = (headers: Readonly<Record<string, string>>) =>
  ["limit", "used", "remaining", "reset"].map((name) => Number(headers[`x-ratelimit-${name}`]));
async function ask(path: string, options?: SendOptions) {
  const reply = await sendRequest(origin.url + path, options);
  return { ...reply, quota: quotaOf(reply.headers) };
}

describe("window", () => {
  test("is opened by the first request and keeps its end", async () => {
    await start();
    expect((await ask("/users/ada")).quota).toEqual([60, 1, 59, opened + 3600]);
    clock = opened + 3599;
    expect((await ask("/users/ada")).quota).toEqual([60, 2, 58, opened + 3600]);
  });

  test("gives way to a new one in the second of its reset", async () => {
    await start();
    await ask("/users/ada");
    clock = opened + 3600;
    expect((await ask("/users/ada")).quota).toEqual([60, 1, 59, opened + 7200]);
  });

  test("has the length and limits it was given, and whole seconds", async () => {
    await start({ windowSeconds: 10, limits: { anonymous: 3, token: 4 } });
    clock = opened + 0.9;
    expect((await ask("/users/ada")).quota).toEqual([3, 1, 2, opened + 10]);
    expect((await ask("/users/ada", full)).quota).toEqual([4, 1, 3, opened + 10]);
  });
});

describe("buckets", () => {
  test("belong to accounts, not to tokens", async () => {
    await start();
    expect((await ask("/user", full)).quota.slice(0, 2)).toEqual([5000, 1]);
    expect((await ask("/user", narrow)).quota.slice(0, 2)).toEqual([5000, 2]);
    expect((await ask("/user", grace)).quota.slice(0, 2)).toEqual([5000, 1]);
    expect((await ask("/zen")).quota.slice(0, 2)).toEqual([60, 1]);
  });

  // macOS gives its loopback one address alone.
  test.skipIf(process.platform === "darwin")("belong to addresses, for the anonymous", async () => {
    await start();
    await ask("/zen");
    expect((await ask("/zen", { from: "127.0.0.2" })).quota[1]).toBe(1);
    expect((await ask("/zen")).quota[1]).toBe(2);
  });

  test("of the anonymous pay for unknown tokens", async () => {
    await start();
    const { status, quota } = await ask("/user", { headers: { authorization: "token nope" } });
    expect([status, ...quota.slice(0, 2)]).toEqual([401, 60, 1]);
    expect((await ask("/zen")).quota[1]).toBe(2);
  });
});

describe("refusal", () => {
  test("is a 403 that changes nothing", async () => {
    await start({ limits: { anonymous: 2 } });
    const lines = [(await ask("/zen")).text, (await ask("/zen")).text];
    for (const path of ["/zen", "/users/ada", "/user", "/nowhere"]) {
      const { status, headers, text, quota } = await ask(path);
      expect(status).toBe(403);
      expect(JSON.parse(text).message).toMatch(/^API rate limit exceeded for 127\.0\.0\.1/);
      expect(JSON.parse(text).documentation_url).toMatch(/#rate-limiting$/);
      expect(headers["retry-after"]).toBeUndefined();
      expect(quota).toEqual([2, 2, 0, opened + 3600]);
    }
    clock = opened + 3600;
    const next = await ask("/zen");
    expect(next.status).toBe(200);
    expect(next.text).toBe(smallWorld().zen[2]);
    expect(new Set([...lines, next.text]).size).toBe(3);
  });

  test("of one caller leaves the others alone", async () => {
    await start({ limits: { anonymous: 1 } });
    await ask("/zen");
    expect((await ask("/users/ada")).status).toBe(403);
    expect((await ask("/users/ada", { headers: { authorization: "token nope" } })).status).toBe(403);
    expect((await ask("/users/ada", full)).status).toBe(200);
  });

  test("lets a preflight pass", async () => {
    await start({ limits: { anonymous: 0 } });
    expect((await ask("/zen")).status).toBe(403);
    expect((await ask("/zen", { method: "OPTIONS" })).status).toBe(204);
  });

  test("never comes early, though forty ask at once", async () => {
    await start({ limits: { anonymous: 25 } });
    const replies = await Promise.all(Array.from({ length: 40 }, () => ask("/users/ada")));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(25);
    for (const { quota } of replies) expect((quota[1] ?? 0) + (quota[2] ?? 0)).toBe(25);
  });
});

describe("cost", () => {
  test.each([
    ["a 200", "service", "/users/ada", {}, 200, 1],
    ["a HEAD", "service", "/users/ada", { method: "HEAD" }, 200, 1],
    ["a 404", "service", "/users/nobody", {}, 404, 1],
    ["a 401", "service", "/user", {}, 401, 1],
    ["a 405", "service", "/users/ada", { method: "PUT" }, 405, 1],
    ["a 206", "service", "/users/ada", { headers: { range: "bytes=0-1" } }, 206, 1],
    ["a 416", "service", "/users/ada", { headers: { range: "bytes=99999-" } }, 416, 1],
    ["a preflight", "service", "/users/ada", { method: "OPTIONS" }, 204, 0],
    ["a 304", "service", "/users/ada", { headers: { "if-none-match": "*" } }, 304, 1],
    ["a 304 to a token", "service", "/user", { headers: { ...full.headers, "if-none-match": "*" } }, 304, 1],
    ["a 304 to nobody, under github", "github", "/users/ada", { headers: { "if-none-match": "*" } }, 304, 1],
    [
      "a 304 to a token, under github",
      "github",
      "/user",
      { headers: { ...full.headers, "if-none-match": "*" } },
      304,
      0,
    ],
    ["/rate_limit, under github", "github", "/rate_limit", {}, 200, 0],
  ])("of %s", async (_shows, vendor, path, options, status, cost) => {
    await start({ vendor });
    const reply = await ask(path, options);
    expect([reply.status, reply.quota[1]]).toEqual([status, cost]);
  });

  test("of a failure is nothing", async () => {
    const broken = {
      login: "broken",
      id: 9,
      type: "User",
      toJSON: () => {
        throw new TypeError("Cannot be written");
      },
    };
    await start({
      world: { accounts: { broken, ada: { login: "ada", id: 1, type: "User" } }, repositories: [], zen: ["Hm."] },
      tokens: {},
    });
    const { status, text, quota } = await ask("/users/broken");
    expect([status, JSON.parse(text).message, quota[1]]).toEqual([500, "Server Error", 0]);
  });

  test("of a 502 would be nothing, too", async () => {
    await start();
    const nobody = identify(undefined, "127.0.0.1", {});
    expect(costOf({ status: 502, free: false }, nobody, vendorOf("service"))).toBe(0);
  });
});
