// Headers that tell several values at once, or a share.
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { checkScheme, createObserver, pinRateLimit, readRateLimit } from "../../src/index.ts";
import { noon } from "../one-policy.ts";

type Policy = readonly [name: string | null, limit: number, remaining: number, windowSeconds: number | null];

test.each<[shows: string, headers: Record<string, string>, policies: Policy[], pinned: Record<string, string>]>([
  [
    "Strava",
    { "x-ratelimit-limit": "200,2000", "x-ratelimit-usage": "10,50" },
    [
      ["limit-1", 200, 190, null],
      ["limit-2", 2000, 1950, null],
    ],
    { "x-ratelimit-usage": "1,1" },
  ],
  [
    "Riot",
    { "x-app-rate-limit": "20:1,100:120", "x-app-rate-limit-count": "3:1,9:120" },
    [
      ["app-1s", 20, 17, 1],
      ["app-120s", 100, 91, 120],
    ],
    { "x-app-rate-limit-count": "1:1,1:120" },
  ],
  [
    "Facebook",
    { "x-app-usage": '{"call_count":28,"total_cputime":25.5}' },
    [
      ["app-call_count", 100, 72, 3600],
      ["app-total_cputime", 100, 74, 3600],
    ],
    { "x-app-usage": '{"call_count":1,"total_cputime":1}' },
  ],
  [
    "Salesforce",
    { "sforce-limit-info": "api-usage=18/5000" },
    [["api", 5000, 4982, 86_400]],
    { "sforce-limit-info": "api-usage=1/5000" },
  ],
  [
    "Zendesk",
    { "zendesk-ratelimit-tickets-index": "total=100; remaining=40; resets=33" },
    [["zendesk-tickets-index", 100, 40, null]],
    { "zendesk-ratelimit-tickets-index": "total=100; remaining=99; resets=3600" },
  ],
  [
    "a share",
    { "x-ratelimit-remaining-percent": "95" },
    [[null, 100, 95, null]],
    { "x-ratelimit-remaining-percent": "99" },
  ],
  [
    "a share of what is told",
    { "x-quota-limit": "40", "x-quota-used": "4", "x-quota-used-percent": "10" },
    [[null, 40, 36, null]],
    { "x-quota-used": "1", "x-quota-used-percent": "3" },
  ],
  ["a ratio", { "x-ratelimit-remaining": "7/40" }, [[null, 40, 7, null]], { "x-ratelimit-remaining": "39/40" }],
  [
    "a header sent twice",
    { "x-ratelimit-limit": "60, 60", "x-ratelimit-remaining": "59, 59" },
    [[null, 60, 59, null]],
    {},
  ],
  [
    "two limits beside one number of what is left",
    { "x-ratelimit-limit": "10, 100", "x-ratelimit-remaining": "9" },
    [[null, 10, 9, null]],
    { "x-ratelimit-remaining": "9" },
  ],
  ["no number that is whole", { "x-quota-left-percent": "0." }, [], { "x-quota-left-percent": "0." }],
  ["no percentage of a limit", { "x-ms-throttle-limit-percentage": "0.85" }, [], {}],
  ["no page of JSON", { "x-things": '{"limit":4,"remaining":2}' }, [], {}],
])("%s is read, and pinned in its form", (_shows, headers, policies, pinned) => {
  const response = { status: 200, headers: Object.entries(headers) };
  const read = readRateLimit(response, noon).policies;
  expect(read.map(({ name, limit, remaining, windowSeconds }) => [name, limit, remaining, windowSeconds])).toEqual(
    policies,
  );
  expect(Object.fromEntries(pinRateLimit(response, noon).headers)).toMatchObject(pinned);
});

test("whatever stands in such a header, it is read in bounded work, and pinned once for all", () => {
  const piece = fc.constantFrom(
    "1",
    "20:1",
    ",",
    ".",
    "/",
    "%",
    "=",
    ";",
    '{"',
    '":',
    "}",
    "remaining",
    "usage",
    " ",
    "é",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
  );
  const name = fc.constantFrom(
    "x-app-usage",
    "x-ratelimit-usage",
    "x-ratelimit",
    "x-quota-left-percent",
    "a-ratelimit-b",
  );
  fc.assert(
    fc.property(name, text, fc.constantFrom(200, 429), (header, value, status) => {
      const response = { status, headers: [[header, value]] as const };
      const once = pinRateLimit(response, noon);
      expect(pinRateLimit(once, noon)).toEqual(once);
      readRateLimit(response, noon);
    }),
  );
  for (const long of ["1:1,".repeat(250_000), `{${'"a":1,'.repeat(150_000)}}`, "a=1;".repeat(250_000)]) {
    const response = { status: 200, headers: [["x-app-rate-limit", long]] as const };
    expect(readRateLimit(response, noon).policies.length).toBeLessThan(65);
    expect(pinRateLimit(response, noon)).toEqual(response);
  }
});

test("whatever headers come, what is written of them is a scheme", () => {
  const name = fc.constantFrom(
    ...[
      "x-ratelimit-limit",
      "x-ratelimit-usage",
      "x-ratelimit-remaining",
      "x-app-rate-limit",
      "x-app-rate-limit-count",
    ],
    ...["x-app-usage", "sforce-limit-info", "a-ratelimit-b", "x-quota-used-percent", "ratelimit", "ratelimit-policy"],
  );
  const value = fc.constantFrom(
    ...["200,2000", "9", "9, 9", "3:1,9:120", "18/5000", "95%", "95", "total=9; remaining=3", "{{x}}=9; remaining=3"],
    ...[
      `{"${"long".repeat(20)}":9,"used":4}`,
      '{"call_count":28}',
      "api-usage=1/9; \u00e9=2/9",
      '"a";q=9;w=60',
      '"a";r=3',
    ],
  );
  const told = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(told, { minLength: 1, maxLength: 4 }), (answers) => {
      const observer = createObserver();
      for (const headers of answers) observer.observe({ status: 200, headers }, noon, { address: "", method: "GET" });
      const file = observer.scheme();
      if (file !== null) checkScheme(JSON.parse(JSON.stringify(file)), "file");
    }),
    law(500),
  );
});
