import { expect, test } from "vitest";
import {
  type Bucket,
  checkScheme,
  commit,
  createLimiter,
  createObserver,
  createWriter,
  presets,
  type RateLimitScheme,
} from "../../src/index.ts";
import { noon } from "../one-policy.ts";

/** What an observer makes of a service's answers to so many requests, with and without a credential. */
function observed(scheme: RateLimitScheme, requests: number) {
  const limiter = createLimiter(scheme);
  const writer = createWriter(scheme);
  const buckets = new Map<string, Bucket>();
  const observer = createObserver();
  for (let count = 0; count < requests; count++) {
    for (const credential of [{}, { credential: "ada" }]) {
      const request = { address: "::1", method: "GET", path: "/things", ...credential };
      const decision = limiter.take(buckets, request, noon + count);
      commit(buckets, decision.changes);
      const refusal = writer.refusal(decision, noon + count);
      const headers = [...writer.headers(decision, noon + count), ...(refusal?.headers ?? [])];
      const response = { status: refusal?.status ?? 200, headers, body: refusal?.body ?? null };
      observer.observe(response, noon + count, request);
    }
  }
  return observer.scheme();
}

const small = (preset: string, file: object): RateLimitScheme => checkScheme({ preset, ...file }, preset);

test.each<[string, RateLimitScheme, object]>([
  [
    "GitHub, on its preset",
    small("github", { policies: [{ name: "core", limits: { anonymous: 3, token: 8 } }] }),
    {
      preset: "github",
      policies: [
        { name: "core", limits: { anonymous: 3, token: 8 }, algorithm: { kind: "fixed-window", seconds: 3600 } },
      ],
    },
  ],
  [
    "the IETF form, with policies of its own",
    checkScheme(
      {
        name: "mine",
        policies: [
          { name: "burst", partition: ["account"], algorithm: { kind: "fixed-window", limit: 2, seconds: 10 } },
          { name: "daily", partition: ["account"], algorithm: { kind: "fixed-window", limit: 90, seconds: 86_400 } },
        ],
        tell: "ietf",
        refusal: { status: 429, retryAfter: "delta" },
      },
      "mine",
    ),
    {
      tell: "ietf",
      policies: [
        { name: "burst", algorithm: { kind: "fixed-window", limit: 2, seconds: 10 } },
        { name: "daily", algorithm: { kind: "fixed-window", limit: 90, seconds: 86_400 } },
      ],
      refusal: { status: 429, retryAfter: "delta" },
    },
  ],
  [
    "Fastify's plugin, whose reset is a delta",
    checkScheme(
      {
        name: "mine",
        policies: [
          { name: "all", partition: ["account"], algorithm: { kind: "fixed-window", limit: 20, seconds: 60 } },
        ],
        tell: "fastify",
        refusal: { status: 429, retryAfter: "delta" },
      },
      "mine",
    ),
    { tell: "fastify", policies: [{ algorithm: { kind: "fixed-window", limit: 20, seconds: 60 } }] },
  ],
  [
    "a bucket that tells when it is full",
    small("openai", {
      policies: [{ name: "requests", algorithm: { kind: "token-bucket", capacity: 60, refillPerSecond: 1 } }],
    }),
    {
      preset: "openai",
      policies: [{ name: "requests", algorithm: { kind: "token-bucket", capacity: 60 } }, { name: "tokens" }],
    },
  ],
])("an observer recognises %s", (_shows, scheme, seen) => {
  const file = observed(scheme, 5);
  expect(file).toMatchObject(seen);
  expect(() => checkScheme(JSON.parse(JSON.stringify(file)), "file")).not.toThrow();
});

test("an observer leaves out the buckets of a preset that were not told of", () => {
  const observer = createObserver();
  const headers = [
    ["anthropic-ratelimit-requests-limit", "50"],
    ["anthropic-ratelimit-requests-remaining", "49"],
    ["anthropic-ratelimit-requests-reset", "2026-01-01T00:01:00Z"],
  ] as const;
  const request = { address: "::1", method: "POST", path: "/v1/messages" };
  observer.observe({ status: 200, headers }, Date.parse("2026-01-01") / 1000, request);
  expect(observer.scheme()).toMatchObject({ policies: [{ name: "requests", algorithm: { capacity: 50 } }] });
  expect(observer.scheme()).not.toHaveProperty("preset");
});

test.each(Object.values(presets))("what an observer writes of $name is a scheme", (preset) => {
  const file = observed(preset, 3);
  if (file === null)
    expect(preset.tell.filter(({ when = "always" }) => when === "always" && preset.name !== "shopify")).toEqual([]);
  else expect(() => checkScheme(JSON.parse(JSON.stringify(file)), "file")).not.toThrow();
});
