import fc from "fast-check";
import { expect, test } from "vitest";
import {
  commit,
  createLimiter,
  createWriter,
  isCounter,
  pinRateLimit,
  presets,
  readRateLimit,
} from "../../src/index.ts";
import { noon } from "../one-policy.ts";

test.each<[string, number, Record<string, string>, Record<string, string>]>([
  [
    "an epoch stays one",
    200,
    {
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "12",
      "x-ratelimit-used": "48",
      "x-ratelimit-reset": "1700000000",
    },
    {
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "59",
      "x-ratelimit-used": "1",
      "x-ratelimit-reset": `${noon + 3600}`,
    },
  ],
  [
    "a refusal has nothing left",
    403,
    { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-used": "61" },
    { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-used": "60" },
  ],
  [
    "a delta stays one",
    200,
    { "ratelimit-limit": "60", "ratelimit-remaining": "3", "ratelimit-reset": "17" },
    { "ratelimit-limit": "60", "ratelimit-remaining": "59", "ratelimit-reset": "3600" },
  ],
  [
    "structured fields",
    200,
    { ratelimit: '"a";r=3;t=4, "b";r=0', "ratelimit-policy": '"a";q=5;w=60, "b";q=9' },
    { ratelimit: '"a";r=4;t=3600, "b";r=8', "ratelimit-policy": '"a";q=5;w=60, "b";q=9' },
  ],
  [
    "milliseconds stay some",
    200,
    { "x-ratelimit-reset": "1700000000000" },
    { "x-ratelimit-reset": `${noon + 3600}000` },
  ],
  [
    "several policies, by duration",
    200,
    { "x-ratelimit-limit-tokens": "100", "x-ratelimit-remaining-tokens": "7", "x-ratelimit-reset-tokens": "12ms" },
    { "x-ratelimit-limit-tokens": "100", "x-ratelimit-remaining-tokens": "99", "x-ratelimit-reset-tokens": "1h0m0s" },
  ],
  [
    "what counts nothing stays",
    200,
    { "x-ratelimit-limit": "60", etag: '"a"' },
    { "x-ratelimit-limit": "60", etag: '"a"' },
  ],
  [
    "words of one's own, of a limit that is not told",
    200,
    { "x-quota-left": "17", "x-quota-reset-in": "42s" },
    { "x-quota-left": "1", "x-quota-reset-in": "1h0m0s" },
  ],
  [
    "a retry-after that repeats the reset",
    200,
    { "retry-after": "41.95", "x-ratelimit-remaining": "3", "x-ratelimit-limit": "9", "x-ratelimit-reset": "42" },
    { "retry-after": "3600", "x-ratelimit-remaining": "8", "x-ratelimit-limit": "9", "x-ratelimit-reset": "3600" },
  ],
  [
    "a retry-after of its own stays",
    202,
    { "retry-after": "5", "x-ratelimit-remaining": "3", "x-ratelimit-limit": "9", "x-ratelimit-reset": "42" },
    { "retry-after": "5", "x-ratelimit-remaining": "8", "x-ratelimit-limit": "9", "x-ratelimit-reset": "3600" },
  ],
  ["what is no count stays", 200, { "x-ratelimit-remaining": "lots" }, { "x-ratelimit-remaining": "lots" }],
])("pinning: %s", (_shows, status, headers, pinned) => {
  expect(Object.fromEntries(pinRateLimit({ status, headers: Object.entries(headers) }, noon).headers)).toEqual(pinned);
});

test.each(Object.values(presets))(
  "$name: two recordings of one answer pin to the same, and pinning twice is pinning once",
  (preset) => {
    const writer = createWriter(preset);
    const limiter = createLimiter(preset);
    const count = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(count, count, fc.integer({ min: 0, max: 1e6 }), (first, second, later) => {
        const pin = (times: number, now: number) => {
          const buckets = new Map();
          let headers: ReadonlyArray<readonly [string, string]> = [];
          for (let time = 0; time < times; time++) {
            const decision = limiter.take(buckets, { address: "::1", method: "GET", path: "/x", account: "ada" }, now);
            commit(buckets, decision.changes);
            headers = writer.headers(decision, now);
          }
          return pinRateLimit({ status: 200, headers }, noon).headers;
        };
        const pinned = pin(first, noon);
        expect(pin(second, noon + later)).toEqual(pinned);
        expect(pinRateLimit({ status: 200, headers: pinned }, noon).headers).toEqual(pinned);
        for (const { limit, remaining, used } of readRateLimit({ status: 200, headers: pinned }, noon).policies)
          if (limit !== null && remaining !== null) expect(remaining + (used ?? 0)).toBe(limit);
      }),
    );
  },
);

test.each([
  ["RateLimit", true],
  ["x-ratelimit-reset-tokens", true],
  ["x-ratelimit-limit", false],
  ["x-ratelimit-resource", false],
  ["retry-after", false],
  ["etag", false],
])("isCounter(%j) is %j", (name, counts) => {
  expect(isCounter(name)).toBe(counts);
});
