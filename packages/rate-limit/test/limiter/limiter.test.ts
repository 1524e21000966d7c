import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Bucket,
  commit,
  createLimiter,
  createWriter,
  type LimitedAnswer,
  type LimitedRequest,
  type Limiter,
  type Policy,
  presetNamed,
  readBucketName,
} from "../../src/index.ts";
import { noon, schemeOf } from "../one-policy.ts";

const window = (limit: number, seconds = 60) => ({ kind: "fixed-window", limit, seconds }) as const;
const get = (path: string, rest: Partial<LimitedRequest> = {}): LimitedRequest => ({
  address: "::1",
  method: "GET",
  path,
  ...rest,
});

function counting(limiter: Limiter) {
  const buckets = new Map<string, Bucket>();
  return {
    buckets,
    take(request: LimitedRequest, now = noon, answer?: LimitedAnswer) {
      const decision = limiter.take(buckets, request, now, answer);
      commit(buckets, decision.changes);
      return decision;
    },
  };
}

const limitedBy = (...policies: readonly Policy[]) => counting(createLimiter(schemeOf(policies)));

describe("partitions", () => {
  test.each<[string, readonly string[], Partial<LimitedRequest>, string]>([
    ["everybody", [], {}, "p"],
    ["an address", ["address"], { account: "ada" }, "p address ::1"],
    ["an account", ["account"], { credential: "bot", account: "ada" }, "p account ada"],
    ["a credential's own account", ["account"], { credential: "bot" }, "p account bot"],
    ["nobody's account", ["account"], {}, "p address ::1"],
    ["a credential", ["credential"], { credential: "bot", account: "ada" }, "p credential bot"],
    ["several", ["account", "method"], { account: "ada" }, "p account ada, method GET"],
    ["an operation", ["operation"], { operation: "getZen" }, "p operation getZen"],
    ["an operation without a name", ["operation"], {}, "p operation GET /a/7"],
    ["a parameter of the path", ["param:id"], {}, "p param:id 7"],
    ["a parameter that is given", ["param:x"], { parameters: { x: "8" } }, "p param:x 8"],
    ["a header", ["header:X-Api-Version"], { headers: { "x-api-version": "3" } }, "p header:X-Api-Version 3"],
    ["a value in the body", ["body:/model"], { body: '{"model":"m"}' }, "p body:/model m"],
    ["an app", ["app"], { app: "cli" }, "p app cli"],
  ])("%s", (_shows, partition, request, bucket) => {
    const paths = partition.includes("param:x") ? undefined : { when: { paths: ["/a/{id}"] } };
    const { take, buckets } = limitedBy({ name: "p", partition: partition as never, algorithm: window(1), ...paths });
    take(get("/a/7", request));
    expect([...buckets.keys()]).toEqual([bucket]);
  });

  test("callers of different buckets never touch, whatever they are called", () => {
    const name = fc.oneof(fc.string(), fc.constantFrom("a", "a, method GET", "a%2C method GET", "a%2C", "%"));
    fc.assert(
      fc.property(name, name, fc.constantFrom("GET", "POST"), fc.constantFrom("GET", "POST"), (a, b, one, other) => {
        const { take } = limitedBy({ name: "p", partition: ["account", "method"], algorithm: window(1) });
        take(get("/", { account: a, method: one }));
        expect(take(get("/", { account: b, method: other })).allowed).toBe(a !== b || one !== other);
      }),
    );
  });

  test("the name of a bucket is read back", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 150 }), (account) => {
        const { take, buckets } = limitedBy({ name: "p", partition: ["account", "method"], algorithm: window(1) });
        take(get("/", { account }));
        expect(readBucketName([...buckets.keys()][0] ?? "")).toEqual({
          policy: "p",
          parts: { account, method: "GET" },
        });
      }),
    );
  });

  test("a caller cannot make a bucket's name long", () => {
    const { take, buckets } = limitedBy({ name: "p", partition: ["header:a"], algorithm: window(1) });
    for (const end of ["a", "b"]) take(get("/", { headers: { a: "x".repeat(1_000_000) + end } }));
    expect(buckets.size).toBe(2);
    for (const bucket of buckets.keys()) expect(bucket.length).toBeLessThan(250);
  });
});

describe("costs", () => {
  const cost = {
    default: 2,
    byMethod: { POST: 5 },
    byOperation: { getZen: 0 },
    byStatus: { "304": { anonymous: 1, token: 0 }, "5xx": 0, "503": 3 },
  };
  test.each<[string, Partial<LimitedRequest>, LimitedAnswer | undefined, number]>([
    ["the default", {}, undefined, 2],
    ["by method", { method: "POST" }, undefined, 5],
    ["by operation, which wins", { method: "POST", operation: "getZen" }, undefined, 0],
    ["by a class of statuses", {}, { status: 500 }, 0],
    ["by a status, which wins", {}, { status: 503 }, 3],
    ["of a status without a credential", {}, { status: 304 }, 1],
    ["of a status with one", { credential: "ada" }, { status: 304 }, 0],
    ["of an operation named like a member of every object", { operation: "constructor" }, undefined, 2],
  ])("%s", (_shows, request, answer, charged) => {
    const { take } = limitedBy({ name: "p", algorithm: window(60), cost });
    expect(take(get("/", request), noon, answer).standings[0]?.used).toBe(charged);
  });

  test("taking with the answer known is taking and settling", () => {
    const status = fc.constantFrom(200, 304, 500, 503);
    fc.assert(
      fc.property(fc.array(status, { maxLength: 10 }), (statuses) => {
        const limiter = createLimiter(schemeOf([{ name: "p", algorithm: window(100), cost }]));
        const [known, later] = [counting(limiter), counting(limiter)];
        for (const each of statuses) {
          known.take(get("/"), noon, { status: each });
          const decision = later.take(get("/"), noon);
          commit(later.buckets, limiter.settle(later.buckets, decision, { status: each }, noon));
        }
        expect(known.buckets).toEqual(later.buckets);
      }),
    );
  });

  test("what costs nothing is allowed with nothing left", () => {
    const { take } = limitedBy({ name: "p", algorithm: window(1), cost: { byStatus: { "5xx": 0 } } });
    take(get("/"));
    expect([take(get("/"), noon, { status: 500 }).allowed, take(get("/")).allowed]).toEqual([true, false]);
  });

  test("a refund does not come into a later window", () => {
    const limiter = createLimiter(schemeOf([{ name: "p", algorithm: window(2), cost: { byStatus: { "5xx": 0 } } }]));
    const { take, buckets } = counting(limiter);
    const early = take(get("/"), noon);
    take(get("/"), noon + 60);
    commit(buckets, limiter.settle(buckets, early, { status: 500 }, noon + 60));
    expect(take(get("/"), noon + 60).standings[0]?.used).toBe(2);
  });
});

describe("several policies", () => {
  const policies: Policy[] = [
    { name: "told", partition: ["account"], algorithm: window(3) },
    { name: "hidden", partition: ["account"], algorithm: window(2, 10), hidden: true, refusal: { status: 403 } },
  ];
  test("all must allow, and a refusal charges none", () => {
    const { take } = limitedBy(...policies);
    expect([1, 2, 3].map(() => take(get("/")).allowed)).toEqual([true, true, false]);
    expect(take(get("/")).refusedBy?.policy.name).toBe("hidden");
    expect(take(get("/")).standings[0]).toMatchObject({ used: 2, remaining: 1 });
    expect(take(get("/"), noon + 10).allowed).toBe(true);
    expect(take(get("/"), noon + 10).refusedBy?.policy.name).toBe("told");
  });

  test("a policy counts what meets its conditions", () => {
    const { take } = counting(createLimiter(presetNamed("github")));
    const counted = (path: string, rest = {}): (string | undefined)[] =>
      take(get(path, rest))
        .standings.filter(({ policy }) => !policy.hidden)
        .map(({ policy, limit }) => `${policy.name} ${limit}`);
    expect(counted("/user")).toEqual(["core 60"]);
    expect(counted("/user", { credential: "ada" })).toEqual(["core 5000"]);
    expect(counted("/search/issues", { credential: "ada" })).toEqual(["search 30"]);
    expect(counted("/search/code", { credential: "ada" })).toEqual(["code_search 10"]);
    expect(counted("/graphql", { credential: "ada", method: "POST" })).toEqual(["graphql 5000"]);
    expect(counted("/rate_limit")).toEqual([]);
  });

  test("an overview tells all that is told, and asks nothing", () => {
    const limiter = createLimiter(presetNamed("github"));
    const { take, buckets } = counting(limiter);
    take(get("/user"));
    take(get("/search/issues"));
    const before = JSON.stringify([...buckets]);
    const { resources, rate } = limiter.overview(buckets, get("/rate_limit"), noon);
    expect(resources).toMatchObject({
      core: { limit: 60, used: 1, remaining: 59, reset: noon + 3600 },
      search: { limit: 10, used: 1 },
    });
    expect(rate).toEqual(resources["core"]);
    expect(JSON.stringify([...buckets])).toBe(before);
  });
});

describe("penalties", () => {
  test("Cloudflare blocks for five minutes on excess, and does not begin anew", () => {
    const { take, buckets } = counting(createLimiter(presetNamed("cloudflare")));
    const request = get("/", { account: "ada" });
    commit(buckets, [
      createLimiter(presetNamed("cloudflare")).change(buckets, "default account ada", { remaining: 0 }, noon),
    ]);
    expect(take(request, noon + 290).retryAt).toBe(noon + 590);
    // The window is over, the block is not.
    expect(take(request, noon + 400)).toMatchObject({ allowed: false, retryAt: noon + 590 });
    expect(take(request, noon + 590).allowed).toBe(true);
  });

  test("Discord bans an address for too many refusals, by whichever policy and status", () => {
    const limiter = createLimiter(presetNamed("discord"));
    const { take, buckets } = counting(limiter);
    commit(buckets, [limiter.change(buckets, "invalid address ::1", { remaining: 2 }, noon)]);
    const request = get("/users/@me", { credential: "bot" });
    take(request, noon, { status: 401 });
    commit(buckets, [
      limiter.change(buckets, "other credential bot, operation GET /users/@me", { remaining: 0 }, noon),
    ]);
    expect(take(request).refusedBy?.policy.name).toBe("other");
    expect(take(get("/users/@me", { credential: "other" })).refusedBy?.policy.name).toBe("invalid");
  });
});

describe("change()", () => {
  const limiter = createLimiter(
    schemeOf([
      { name: "core", partition: ["account"], algorithm: window(60), limits: { anonymous: 5 } },
      { name: "rate", algorithm: { kind: "token-bucket", capacity: 10, refillPerSecond: 1 } },
    ]),
  );

  test("sets, exhausts and resets a bucket, also before its first request", () => {
    const { take, buckets } = counting(limiter);
    const change = (setting: Parameters<Limiter["change"]>[2]): void =>
      commit(buckets, [limiter.change(buckets, "core account ada", setting, noon)]);
    const taken = (now = noon) => take(get("/", { account: "ada" }), now).standings[0];
    change({ remaining: 0, resetsAt: noon + 7 });
    expect(taken()).toMatchObject({ limit: 60, remaining: 0, resetsAt: noon + 7 });
    change({ limit: 100 });
    expect(taken()).toMatchObject({ limit: 100, used: 61, remaining: 39 });
    change({ limit: 3 });
    expect(taken()).toMatchObject({ limit: 3, used: 3, remaining: 0 });
    // A limit of its own stays in the next window.
    expect(taken(noon + 7)).toMatchObject({ limit: 3, used: 1 });
    change({ blockedUntil: noon + 100 });
    expect(take(get("/", { account: "ada" }), noon + 99)).toMatchObject({ allowed: false, retryAt: noon + 100 });
    change(null);
    expect(taken()).toMatchObject({ limit: 60, used: 1 });
  });

  test.each<[string, string, Parameters<Limiter["change"]>[2], RegExp]>([
    [
      "a policy that is none",
      "cord account ada",
      {},
      /Not a bucket: "cord account ada"; one is named "core account ACCOUNT" or "rate"/,
    ],
    ["a part too few", "core", {}, /Not a bucket/],
    ["a limit below 0", "core account ada", { limit: -1 }, /limit is a whole number from 0, not -1/],
    ["more than the limit", "core address ::1", { used: 6 }, /used is 6, and the limit 5/],
    ["a sum that is none", "core address ::1", { used: 3, remaining: 3 }, /do not make the limit 5/],
    ["an end in the past", "core account ada", { resetsAt: noon }, /cannot end at/],
    ["the window of a bucket that has none", "rate", { resetsAt: noon + 1 }, /a token-bucket has no window/],
  ])("refuses %s", (_shows, bucket, setting, message) => {
    expect(() => limiter.change(new Map(), bucket, setting, noon)).toThrow(message);
    expect(() => limiter.change(new Map(), bucket, setting, noon)).toThrow(RangeError);
  });
});

test("what a store gives back of another scheme is begun anew", () => {
  const log: Bucket = { log: [noon, 1], at: noon };
  const buckets = new Map<string, Bucket>([["p", log]]);
  const kinds = [
    window(3),
    { kind: "sliding-counter", limit: 3, seconds: 1 },
    { kind: "leaky-bucket", capacity: 3, leakPerSecond: 1 },
    { kind: "concurrency", limit: 3 },
  ] as const;
  for (const algorithm of kinds) {
    const limiter = createLimiter(schemeOf([{ name: "p", algorithm }]));
    expect(limiter.take(buckets, get("/"), noon).standings[0]).toMatchObject({ limit: 3, used: 1 });
  }
});

describe("the home API's behaviour", () => {
  const scheme = schemeOf(
    [{ name: "core", partition: ["account"], algorithm: window(5000, 3600), limits: { anonymous: 60, token: 5000 } }],
    "x-ratelimit",
    { refusal: { status: 403 } },
  );

  test("four headers, a window that the first request opens, and a refusal that changes nothing", () => {
    const limiter = createLimiter(scheme);
    const { headers, refusal } = createWriter(scheme);
    const { take, buckets } = counting(limiter);
    const told = (now: number) => headers(take(get("/"), now), now);
    expect(told(noon + 5)).toEqual([
      ["x-ratelimit-limit", "60"],
      ["x-ratelimit-remaining", "59"],
      ["x-ratelimit-reset", String(noon + 3605)],
      ["x-ratelimit-used", "1"],
    ]);
    commit(buckets, [limiter.change(buckets, "core address ::1", { remaining: 0 }, noon + 5)]);
    const refused = take(get("/"), noon + 6);
    expect(refusal(refused, noon + 6)).toEqual({ status: 403, headers: [], body: "" });
    expect(headers(refused, noon + 6).map(([, value]) => value)).toEqual(["60", "0", String(noon + 3605), "60"]);
    expect(told(noon + 3605).map(([, value]) => value)).toEqual(["60", "59", String(noon + 7205), "1"]);
  });

  test("a told reset is late in every other window and early in those between, and the window stays", () => {
    const tell = scheme.tell.map((each) => (each.value === "reset" ? { ...each, jitter: 1 } : each));
    const shaky = { ...scheme, tell };
    const { headers } = createWriter(shaky);
    const { take } = counting(createLimiter(shaky));
    const resets = (now: number): number[] =>
      [0, 1, 2].map((answered) => Number(headers(take(get("/"), now), now, answered)[2]?.[1]) - now - 3600);
    expect(resets(noon)).toEqual(noon % 7200 === 0 ? [0, -1, 0] : [0, 1, 0]);
    expect(resets(noon + 3600)).toEqual(noon % 7200 === 0 ? [0, 1, 0] : [0, -1, 0]);
  });
});
