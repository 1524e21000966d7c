import { describe, expect, test } from "vitest";
import { type AnyResponse, isRefusal, readRateLimit, recogniseDialect, refusalOf } from "../../src/index.ts";
import { noon } from "../one-policy.ts";

const given = (headers: Record<string, string>, status = 200, body: string | null = null): AnyResponse => ({
  status,
  headers: Object.entries(headers),
  body,
});

describe("readRateLimit()", () => {
  test.each<[string, Record<string, string>, string | null, object]>([
    [
      "the home API",
      {
        "X-RateLimit-Limit": "60",
        "X-RateLimit-Remaining": "59",
        "X-RateLimit-Used": "1",
        "X-RateLimit-Reset": `${noon + 9}`,
      },
      "x-ratelimit",
      { limit: 60, remaining: 59, used: 1, resetsAt: noon + 9 },
    ],
    [
      "GitHub's resources",
      {
        "x-ratelimit-limit": "30",
        "x-ratelimit-remaining": "18",
        "x-ratelimit-used": "12",
        "x-ratelimit-reset": `${noon}`,
        "x-ratelimit-resource": "search",
      },
      "github",
      { name: "search", limit: 30, remaining: 18, used: 12, resetsAt: noon },
    ],
    [
      "by the answer's own clock",
      {
        "x-ratelimit-limit": "60",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": "1000000010",
        date: "Sun, 09 Sep 2001 01:46:40 GMT",
      },
      "express",
      { resetsAt: noon + 10 },
    ],
    [
      "IETF draft 11",
      { ratelimit: '"hour";r=49;t=30', "ratelimit-policy": '"hour";q=50;w=3600;qu="content-bytes"' },
      "ietf",
      {
        name: "hour",
        unit: "content-bytes",
        limit: 50,
        remaining: 49,
        used: 1,
        resetsAt: noon + 30,
        windowSeconds: 3600,
      },
    ],
    [
      "IETF draft 11 with a partition key",
      { ratelimit: '"peruser";r=99;t=50;pk=:dHJpYWwxMjEzMjM=:' },
      "ietf",
      { name: "peruser", remaining: 99, resetsAt: noon + 50, partitionKey: "dHJpYWwxMjEzMjM=" },
    ],
    [
      "draft 8 of express-rate-limit, with a partition key in the policy alone",
      { ratelimit: '"a"; r=4; t=60', "ratelimit-policy": '"a"; q=5; w=60; pk=:MTJjYTE3YjQ5YWYy:' },
      "ietf-08",
      { name: "a", limit: 5, remaining: 4, resetsAt: noon + 60, partitionKey: "MTJjYTE3YjQ5YWYy" },
    ],
    [
      "IETF draft 07",
      { ratelimit: "limit=100, remaining=50, reset=30", "ratelimit-policy": "100;w=60" },
      "ietf-07",
      { limit: 100, remaining: 50, resetsAt: noon + 30, windowSeconds: 60 },
    ],
    [
      "IETF draft 03, with the policies behind the limit",
      { "ratelimit-limit": "100, 100;w=60", "ratelimit-remaining": "50", "ratelimit-reset": "50" },
      "ietf-06",
      { limit: 100, remaining: 50, resetsAt: noon + 50 },
    ],
    [
      "GitLab",
      {
        "ratelimit-limit": "60",
        "ratelimit-name": "throttle",
        "ratelimit-observed": "67",
        "ratelimit-remaining": "0",
        "ratelimit-reset": `${noon + 13}`,
      },
      "gitlab",
      { name: "throttle", limit: 60, remaining: 0, used: 67, resetsAt: noon + 13 },
    ],
    [
      "OpenAI, one of two",
      {
        "x-ratelimit-limit-tokens": "40000",
        "x-ratelimit-remaining-tokens": "39999",
        "x-ratelimit-reset-tokens": "6m0s",
      },
      "openai",
      { name: "tokens", limit: 40_000, remaining: 39_999, resetsAt: noon + 360 },
    ],
    [
      "Azure, where it does not know",
      { "x-ratelimit-limit-requests": "-1", "x-ratelimit-remaining-requests": "9", "x-ratelimit-reset-requests": "-1" },
      "openai",
      { name: "requests", limit: null, remaining: 9, resetsAt: null },
    ],
    [
      "Anthropic",
      {
        "anthropic-ratelimit-input-tokens-limit": "30000",
        "anthropic-ratelimit-input-tokens-remaining": "100",
        "anthropic-ratelimit-input-tokens-reset": "2026-01-01T00:01:00Z",
      },
      "anthropic",
      { name: "input-tokens", limit: 30_000, remaining: 100, resetsAt: noon + 60 },
    ],
    [
      "Discord, by the delta",
      {
        "x-ratelimit-limit": "5",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": "1470173023.123",
        "x-ratelimit-reset-after": "64.57",
        "x-ratelimit-bucket": "abcd1234",
      },
      "discord",
      { limit: 5, remaining: 0, resetsAt: noon + 64.57 },
    ],
    ["Shopify", { "x-shopify-shop-api-call-limit": "32/40" }, "shopify-rest", { limit: 40, used: 32, remaining: 8 }],
    [
      "X",
      { "x-rate-limit-limit": "900", "x-rate-limit-remaining": "899", "x-rate-limit-reset": `${noon + 900}` },
      "x",
      { limit: 900, remaining: 899, resetsAt: noon + 900 },
    ],
    [
      "Jira, to the minute",
      { "x-ratelimit-limit": "350", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "2026-01-01T00:05Z" },
      "jira",
      { limit: 350, remaining: 0, resetsAt: noon + 300 },
    ],
    [
      "Reddit, decimals and no limit",
      { "x-ratelimit-remaining": "599.0", "x-ratelimit-used": "1", "x-ratelimit-reset": "540" },
      "reddit",
      { limit: 600, remaining: 599, used: 1, resetsAt: noon + 540 },
    ],
    [
      "Fastify, a limit and a delta",
      { "x-ratelimit-limit": "5", "x-ratelimit-remaining": "4", "x-ratelimit-reset": "60" },
      "fastify",
      { limit: 5, remaining: 4, used: 1, resetsAt: noon + 60 },
    ],
    [
      "Bybit, whose remaining is a status",
      { "x-bapi-limit": "50", "x-bapi-limit-status": "49", "x-bapi-limit-reset-timestamp": `${noon + 1}000` },
      "bybit",
      { limit: 50, remaining: 49, used: 1, resetsAt: noon + 1 },
    ],
    [
      "Mistral, by size",
      { "ratelimitbysize-limit": "500", "ratelimitbysize-remaining": "490", "ratelimitbysize-reset": "30" },
      null,
      { name: "size", limit: 500, remaining: 490, used: 10, resetsAt: noon + 30 },
    ],
    [
      "Apigee, to an expiry in milliseconds",
      { "x-ratelimit-allowed": "9", "x-ratelimit-available": "7", "x-ratelimit-expiry": `${noon + 60}000` },
      null,
      { limit: 9, remaining: 7, used: 2, resetsAt: noon + 60 },
    ],
    [
      "Cohere, whose month is another limit than what remains",
      { "x-trial-endpoint-call-remaining": "38", "x-endpoint-monthly-call-limit": "1000" },
      null,
      { name: "trial-endpoint-call", limit: null, remaining: 38 },
    ],
  ])("%s", (_shows, headers, dialect, policy) => {
    const read = readRateLimit(given(headers), noon);
    expect(read.dialect).toBe(dialect);
    expect(read.policies[0]).toMatchObject(policy);
    expect(recogniseDialect(given(headers))).toBe(dialect);
  });

  test("a limit and what remains of it, and nothing else, are no vendor's", () => {
    expect(recogniseDialect(given({ "x-ratelimit-limit": "60", "x-ratelimit-remaining": "9" }))).toBe("x-ratelimit");
  });

  test("several policies at once", () => {
    const headers = { ratelimit: '"a";r=1;t=2, "b";r=0;t=9', "ratelimit-policy": '"a";q=5;w=1, "b";q=7;w=60' };
    expect(readRateLimit(given(headers, 429), noon)).toMatchObject({
      policies: [
        { name: "a", limit: 5, remaining: 1 },
        { name: "b", limit: 7, remaining: 0 },
      ],
      refusal: "quota",
      retryAt: noon + 9,
    });
  });

  test("a rate below one a second is no count", () => {
    expect(readRateLimit(given({ "x-amzn-ratelimit-limit": "0.0167" }), noon).policies).toEqual([]);
  });

  test("partitions of one policy", () => {
    const headers = { ratelimit: '"a";r=1;pk=:YQ==:, "a";r=7;pk=:Yg==:', "ratelimit-policy": '"a";q=9;pk=:YQ==:' };
    expect(readRateLimit(given(headers), noon).policies).toMatchObject([
      { name: "a", limit: 9, remaining: 1, partitionKey: "YQ==" },
      { name: "a", limit: null, remaining: 7, partitionKey: "Yg==" },
    ]);
  });

  test("what is used of a limit that is not told, in the time that its header's name says", () => {
    expect(readRateLimit(given({ "X-SAPI-USED-IP-WEIGHT-1M": "12" }), noon).policies).toMatchObject([
      { name: "sapi-ip-weight-1m", limit: null, remaining: null, used: 12, windowSeconds: 60 },
    ]);
  });

  test.each<[string, Record<string, string>, string, number | null]>([
    [
      "retry-after wins over a reset",
      { "retry-after": "7", "x-ratelimit-remaining": "0", "x-ratelimit-reset": `${noon + 60}` },
      "",
      7,
    ],
    ["a date", { "retry-after": "Thu, 01 Jan 2026 00:00:07 GMT" }, "", 7],
    [
      "a date by the answer's clock",
      { "retry-after": "Sun, 09 Sep 2001 01:46:47 GMT", date: "Sun, 09 Sep 2001 01:46:40 GMT" },
      "",
      7,
    ],
    [
      "a date that JavaScript writes, in the zone and language of the service",
      { "retry-after": "Thu Jan 01 2026 13:45:07 GMT+1345 (Chatham Yaz Saati)" },
      "",
      7,
    ],
    ["milliseconds first", { "retry-after": "7", "retry-after-ms": "1500" }, "", 1.5],
    ["fractions", { "retry-after": "1.5" }, "", 1.5],
    ["a delta, however large", { "retry-after": "99999999" }, "", 99_999_999],
    ["a header of its own", { "x-ratelimit-retry-after": "30" }, "", 30],
    ["the reset of what is used up", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": `${noon + 60}` }, "", 60],
    ["Bucket4j's header", { "x-rate-limit-remaining": "0", "x-rate-limit-retry-after-seconds": "59" }, "", 59],
    ["a reset alone, as Feishu tells it", { "x-ogw-ratelimit-reset": "3" }, "", 3],
    [
      "a reset in milliseconds, as KuCoin tells it",
      { "gw-ratelimit-remaining": "0", "gw-ratelimit-reset": "14489" },
      "",
      14.489,
    ],
    ["not the reset of what is left", { "x-ratelimit-remaining": "3", "x-ratelimit-reset": `${noon + 60}` }, "", null],
    ["Discord's body", {}, '{"retry_after":1.337,"global":true}', 1.337],
  ])("when to come again: %s", (_shows, headers, body, seconds) => {
    const { retryAt } = readRateLimit(given(headers, 429, body), noon);
    if (seconds === null) expect(retryAt).toBeNull();
    else expect(retryAt).toBeCloseTo(noon + seconds, 5);
  });

  test.each([
    ["a moment by a virtual clock in 1970", "4600", undefined, 4600],
    ["a delta by one", "60", undefined, 1060],
    ["a moment, where the dialect is known", "60", "x-ratelimit", 60],
    ["a delta, where the dialect is known", "4600", "reddit", 5600],
  ])("%s", (_shows, reset, dialect, at) => {
    const headers = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
    const [policy] = readRateLimit(given(headers), 1000, dialect).policies;
    expect(policy?.resetsAt).toBe(Math.max(1000, at));
  });

  test("Shopify's cost and GitHub's points stand in the body", () => {
    const shopify = '{"extensions":{"cost":{"throttleStatus":{"maximumAvailable":2000.0,"currentlyAvailable":4}}}}';
    expect(readRateLimit(given({}, 200, shopify), noon).policies[0]).toMatchObject({ limit: 2000, remaining: 4 });
    const escaped = shopify.replace("cost", "\\u0063ost");
    expect(readRateLimit(given({}, 200, escaped), noon).policies[0]).toMatchObject({ limit: 2000, remaining: 4 });
    const github = '{"data":{"rateLimit":{"limit":5000,"remaining":4998,"used":2,"resetAt":"2026-01-01T01:00:00Z"}}}';
    expect(readRateLimit(given({}, 200, github), noon).policies[0]).toMatchObject({
      limit: 5000,
      resetsAt: noon + 3600,
    });
  });
});

describe("refusalOf()", () => {
  test.each<[string, AnyResponse, string | null]>([
    ["403 with nothing left", given({ "x-ratelimit-remaining": "0" }, 403), "quota"],
    ["403 with something left", given({ "x-ratelimit-remaining": "1" }, 403), null],
    ["a secondary limit", given({}, 403, '{"message":"You have exceeded a secondary rate limit"}'), "secondary"],
    ["a secondary limit with a hyphen", given({}, 403, "secondary-rate-limit"), "secondary"],
    ["429 alone", given({}, 429), "unspecified"],
    ["429 of the IETF form", given({ ratelimit: '"a";r=0;t=4' }, 429), "quota"],
    ["503 without a word of it", given({ "retry-after": "3" }, 503), null],
    ["GitHub's GraphQL", given({}, 200, '{"errors":[{"type":"RATE_LIMITED"}]}'), "quota"],
    ["Shopify's GraphQL", given({}, 200, '{"errors":[{"extensions":{"code":"THROTTLED"}}]}'), "quota"],
    ["a document that quotes the word", given({}, 200, '{"title":"RATE_LIMITED"}'), null],
    ["200 with nothing left", given({ "x-ratelimit-remaining": "0" }), null],
    ["404 with nothing left", given({ "x-ratelimit-remaining": "0" }, 404), null],
  ])("%s", (_shows, response, kind) => {
    expect(refusalOf(response)).toBe(kind);
    expect(isRefusal(response)).toBe(kind !== null);
  });
});
