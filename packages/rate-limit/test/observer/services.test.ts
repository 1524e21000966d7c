import { expect, test } from "vitest";
import {
  type Bucket,
  checkScheme,
  commit,
  createLimiter,
  createObserver,
  createWriter,
  type SchemeFile,
} from "../../src/index.ts";
import { noon } from "../one-policy.ts";
import { service } from "../service.ts";

type Headers = Readonly<Record<string, string>>;
const observe = (observer: ReturnType<typeof createObserver>, headers: Headers, now = noon, path = "/things") =>
  observer.observe({ status: 200, headers: Object.entries(headers) }, now, { address: "::1", method: "GET", path });
const date = new Date((noon + 60) * 1000);

// Twenty a minute, as servers tell it that nobody described; of each what the answer says after which so much is left.
type Service = [shows: string, tell: (left: number) => Headers, dialect?: string];
const services: Service[] = [
  [
    "express-rate-limit, legacy",
    (left) => ({
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": `${left}`,
      "x-ratelimit-reset": `${noon + 60}`,
    }),
    "express",
  ],
  [
    "express-rate-limit, draft-6",
    (left) => ({
      "ratelimit-policy": "20;w=60",
      "ratelimit-limit": "20",
      "ratelimit-remaining": `${left}`,
      "ratelimit-reset": "60",
    }),
    "ietf-06-policy",
  ],
  [
    "express-rate-limit, draft-7",
    (left) => ({ ratelimit: `limit=20, remaining=${left}, reset=60`, "ratelimit-policy": "20;w=60" }),
    "ietf-07",
  ],
  [
    "express-rate-limit, draft-8",
    (left) => ({
      ratelimit: `"20-in-1min"; r=${left}; t=60`,
      "ratelimit-policy": '"20-in-1min"; q=20; w=60; pk=:MDFlODU1MDY0ZjM1:',
    }),
    "ietf-08",
  ],
  [
    "items with a space, and a partition in each or in none",
    (left) => ({
      ratelimit: `"a"; r=${left}; t=60; pk=:MDFlODU1MDY0ZjM1:`,
      "ratelimit-policy": '"a"; q=20; w=60',
    }),
  ],
  ["draft 11", (left) => ({ ratelimit: `"a";r=${left};t=60`, "ratelimit-policy": '"a";q=20;w=60' }), "ietf"],
  [
    "@fastify/rate-limit",
    (left) => ({ "x-ratelimit-limit": "20", "x-ratelimit-remaining": `${left}`, "x-ratelimit-reset": "60" }),
    "fastify",
  ],
  [
    "koa-ratelimit",
    (left) => ({
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": `${left}`,
      "x-ratelimit-reset": `${noon + 60}.000`,
    }),
    "koa",
  ],
  [
    "Twitch",
    (left) => ({ "ratelimit-limit": "20", "ratelimit-remaining": `${left}`, "ratelimit-reset": `${noon + 60}` }),
    "twitch",
  ],
  [
    "what rate-limiter-flexible shows",
    (left) => ({
      "retry-after": "60",
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": `${left}`,
      "x-ratelimit-reset": "Thu Jan 01 2026 00:01:00 GMT+0000 (Coordinated Universal Time)",
    }),
  ],
  ["a word of one's own", (left) => ({ "x-quota-left": `${left}`, "x-quota-reset-in": "60s" })],
  [
    "one's own with a date",
    (left) => ({
      "x-api-quota": "20",
      "x-api-quota-used": `${20 - left}`,
      "x-api-quota-resets-at": date.toISOString(),
    }),
  ],
  ["milliseconds", (left) => ({ "x-throttle-remaining": `${left}`, "x-throttle-reset-ms": "60000" })],
  ["a date of HTTP", (left) => ({ "x-limits-left": `${left}`, "x-ratelimit-reset": date.toUTCString() })],
  [
    "Kong",
    (left) => ({
      "ratelimit-limit": "20",
      "ratelimit-remaining": `${left}`,
      "ratelimit-reset": "60",
      "x-ratelimit-limit-hour": "1000",
      "x-ratelimit-limit-minute": "20",
      "x-ratelimit-remaining-hour": `${980 + left}`,
      "x-ratelimit-remaining-minute": `${left}`,
    }),
  ],
  ["Docker Hub", (left) => ({ "ratelimit-limit": "20;w=60", "ratelimit-remaining": `${left};w=60` })],
  ["draft 03", (left) => ({ "x-ratelimit-limit": "20, 20;w=60, 90;w=3600", "x-ratelimit-remaining": `${left}` })],
  ["Azure", (left) => ({ "x-ms-ratelimit-remaining-subscription-reads": `${left}` })],
  [
    "HubSpot",
    (left) => ({
      "x-hubspot-ratelimit-daily": "250000",
      "x-hubspot-ratelimit-daily-remaining": `${249_980 + left}`,
      "x-hubspot-ratelimit-max": "20",
      "x-hubspot-ratelimit-remaining": `${left}`,
    }),
  ],
  [
    "Linear",
    (left) => ({
      "x-ratelimit-requests-limit": "20",
      "x-ratelimit-requests-remaining": `${left}`,
      "x-ratelimit-requests-reset": `${noon + 60}000`,
    }),
  ],
  [
    "nestjs-throttler, by name",
    (left) => ({
      "x-ratelimit-limit-short": "20",
      "x-ratelimit-remaining-short": `${left}`,
      "x-ratelimit-reset-short": "60",
    }),
  ],
  ["counters without a limit", (left) => ({ "x-requests-remaining": `${left}`, "x-requests-used": `${20 - left}` })],
  [
    "Strava, each two windows",
    (left) => ({
      "x-readratelimit-limit": "20,1000",
      "x-readratelimit-usage": `${20 - left},${20 - left}`,
      "x-ratelimit-limit": "200,2000",
      "x-ratelimit-usage": `${20 - left},${20 - left}`,
    }),
    "strava",
  ],
  [
    "Strava, before reads had their own",
    (left) => ({ "x-ratelimit-limit": "20,2000", "x-ratelimit-usage": `${20 - left},${20 - left}` }),
  ],
  [
    "Riot",
    (left) => ({
      "x-app-rate-limit": "20:60,100:120",
      "x-app-rate-limit-count": `${20 - left}:60,${20 - left}:120`,
      "x-method-rate-limit": "2000:600",
      "x-method-rate-limit-count": `${20 - left}:600`,
    }),
  ],
  ["Facebook", (left) => ({ "x-app-usage": `{"call_count":${100 - left * 5},"total_time":${20 - left}}` })],
  [
    "Facebook's business",
    (left) => ({
      "x-business-use-case-usage": `{"12":[{"type":"ads_insights","call_count":${100 - left * 5},"estimated_time_to_regain_access":0}]}`,
    }),
  ],
  ["Salesforce", (left) => ({ "sforce-limit-info": `api-usage=${20 - left}/20; per-app=${20 - left}/250(appName=a)` })],
  [
    "Zendesk, an endpoint's",
    (left) => ({
      "ratelimit-limit": "700",
      "ratelimit-remaining": `${680 + left}`,
      "ratelimit-reset": "60",
      "zendesk-ratelimit-tickets-index": `total=20; remaining=${left}; resets=60`,
    }),
  ],
  ["percent of what nobody says", (left) => ({ "x-ratelimit-remaining-percent": `${left * 5}` })],
  [
    "percent of what is told",
    (left) => ({ "x-quota-limit": "20", "x-quota-remaining": `${left}`, "x-quota-used-percent": `${100 - left * 5}` }),
  ],
  ["percent with its sign", (left) => ({ "x-quota-used": `${100 - left * 5}%`, "x-quota-reset": "60" })],
  ["a ratio", (left) => ({ "x-api-quota": `${20 - left}/20` })],
  ["a ratio of what remains", (left) => ({ "x-ratelimit-remaining": `${left}/20`, "x-ratelimit-reset": "60" })],
  ["JSON in a header", (left) => ({ "x-ratelimit": `{"limit":20,"remaining":${left},"reset":60}` })],
  ["Xero", (left) => ({ "x-daylimit-remaining": `${4980 + left}`, "x-minlimit-remaining": `${left}` })],
  [
    "Vimeo",
    (left) => ({
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": `${left}`,
      "x-ratelimit-reset": `${date.toISOString().slice(0, 19)}+00:00`,
    }),
  ],
  ["Imgur", (left) => ({ "x-ratelimit-userlimit": "20", "x-ratelimit-userremaining": `${left}` })],
  ["Etsy", (left) => ({ "x-limit-per-day": "20", "x-remaining-today": `${left}` })],
];

test.each<Service>(services)(
  "what was recorded of %s goes on where it was, and is refused at its end",
  (_shows, tell, dialect) => {
    const observer = createObserver();
    for (const left of [19, 18, 17]) observe(observer, tell(left));
    const file = observer.scheme() ?? expect.fail("nothing was seen");
    if (dialect !== undefined) expect(file.tell).toBe(dialect);
    const scheme = checkScheme(JSON.parse(JSON.stringify(file)), "file");
    const limiter = createLimiter(scheme);
    const writer = createWriter(scheme);
    const buckets = new Map<string, Bucket>();
    const take = () => {
      const decision = limiter.take(buckets, { address: "::1", method: "GET", path: "/things" }, noon);
      commit(buckets, decision.changes);
      return decision;
    };
    for (let left = 19; left >= 0; left--) expect(Object.fromEntries(writer.headers(take(), noon))).toEqual(tell(left));
    const refusal = writer.refusal(take(), noon);
    expect(refusal).toMatchObject({ status: 429, body: expect.stringMatching(/too many|exceeded/i) });
    const waits = [...writer.headers(take(), noon), ...(refusal?.headers ?? [])].filter(
      ([name]) => name === "retry-after",
    );
    // Strava tells no wait: its windows are those of the clock.
    const wait = ["retry-after", expect.stringMatching(/^(?:60|900|3600|86400)$/)];
    expect(waits).toEqual(dialect === "strava" ? [] : [wait]);
    expect(observer.notes()).toContain("no refusal was seen: a replay answers as others do that tell their limits so");
  },
);

test("a refusal that was seen is how it refuses, with what it hides, and the wait of each", () => {
  const observer = createObserver();
  const request = { address: "::1", method: "GET", path: "/things" };
  observe(observer, { "x-quota-left": "0", "x-quota-reset-in": "9s" });
  const headers = [
    ["content-type", "text/plain"],
    ["x-quota-left", "0"],
    ["retry-after", "7"],
  ] as const;
  const response = { status: 403, headers, body: "Token s3cr3t: wait for 7 seconds, not 77" };
  observer.observe(response, noon, request, (text) => text.replace("s3cr3t", "__redacted-token__"));
  expect(observer.scheme()?.refusal).toEqual({
    status: 403,
    seen: true,
    retryAfter: "delta",
    contentType: "text/plain",
    body: "Token __redacted-token__: wait for {{retryAfter}} seconds, not 77",
  });
  expect(observer.notes().join()).not.toContain("refusal");
});

const first = ({ policies: [policy] = [] }: SchemeFile = {}) => policy;

test("paths whose counters go on apart have limits of their own", () => {
  const apart = createObserver();
  const shared = createObserver();
  const tell = (left: number) => ({ "x-ratelimit-remaining": `${left}`, "x-ratelimit-reset": "60" });
  for (const [left, path] of [
    [9, "/a"],
    [9, "/b"],
    [8, "/b"],
    [8, "/a"],
  ] as const)
    observe(apart, tell(left), noon, path);
  for (const [left, path] of [
    [9, "/a"],
    [8, "/b"],
    [7, "/b"],
    [6, "/a"],
  ] as const)
    observe(shared, tell(left), noon, path);
  expect(first(apart.scheme() ?? {})?.partition).toEqual(["account", "operation"]);
  expect(first(shared.scheme() ?? {})?.partition).toEqual(["account"]);
});

test("requests that cost more than one each do so in a replay", () => {
  const observer = createObserver();
  for (const left of [95, 90, 85, 80])
    observe(observer, { "x-ratelimit-limit": "100", "x-ratelimit-remaining": `${left}`, "x-ratelimit-reset": "60" });
  expect(first(observer.scheme() ?? {})?.cost).toEqual({ default: 5 });
});

test.each<[string, Headers[], string[]]>([
  [
    "a page is none",
    [
      { "x-total-count": "9", "x-page-limit": "20" },
      { "x-total-count": "8", "x-page-limit": "20" },
    ],
    [],
  ],
  ["tokens that were used are none", [{ "x-tokens-used": "9" }, { "x-tokens-used": "30" }], []],
  [
    "what each answer took",
    [{ "x-credits-used": "5" }, { "x-credits-used": "1" }, { "x-credits-used": "5" }],
    ["replayed as recorded, since they are not understood: x-credits-used"],
  ],
  [
    "a word for how much is left",
    [{ "x-ratelimit-load": "low" }, { "x-ratelimit-load": "high" }],
    ["replayed as recorded, since they are not understood: x-ratelimit-load"],
  ],
  ["what is not understood, and stays", [{ "x-ratelimit-plan": "gold" }, { "x-ratelimit-plan": "gold" }], []],
])("no limit is made of other counters: %s", (_shows, answers, notes) => {
  const observer = createObserver();
  for (const headers of answers) observe(observer, headers);
  expect(observer.scheme()).toBeNull();
  expect(observer.notes()).toEqual(notes);
});

test("what is used of an unknown limit is counted, at what each path takes, and refused by none", () => {
  const observer = createObserver();
  const tell = (used: number): Headers => ({
    "x-app-used-weight-1m": `${used}`,
    "x-app-rate-limit-count": `${used}:120`,
  });
  for (const [used, path] of [
    [20, "/info"],
    [25, "/depth"],
    [30, "/depth"],
    [31, "/time"],
  ] as const)
    observe(observer, tell(used), noon + used, path);
  expect(observer.notes()).toContain(
    'the limit of "app-weight-1m" is not told, and what is used alone: a replay counts, and refuses nothing',
  );
  const { ask } = service(observer.scheme() ?? {});
  expect(ask("/time").headers).toEqual(tell(1));
  expect(ask("/depth").headers).toEqual(tell(6));
  for (let count = 0; count < 2000; count++) ask("/depth");
  expect(ask("/time").headers).toEqual(tell(10_007));
  expect(ask("/time", { now: noon + 60 }).headers).toEqual({ ...tell(1), "x-app-rate-limit-count": "10008:120" });
});

test("what every path takes is the price of all", () => {
  const observer = createObserver();
  for (const [used, path] of [
    [3, "/a"],
    [6, "/b"],
    [9, "/a"],
  ] as const)
    observe(observer, { "x-usage-count-1h": `${used}` }, noon, path);
  expect(first(observer.scheme() ?? {})?.cost).toEqual({ default: 3 });
});

test("Binance's weights are counted up to the limit of its preset", () => {
  const observer = createObserver();
  for (const used of [1, 6, 11])
    observe(observer, { "x-mbx-used-weight": `${used}`, "x-mbx-used-weight-1m": `${used}` }, noon, "/api/v3/depth");
  expect(observer.scheme()).toMatchObject({
    preset: "binance",
    policies: [{ name: "weight-1m", algorithm: { limit: 6000 }, cost: { byOperation: { "GET /api/v3/depth": 5 } } }],
  });
  const { times, ask } = service(observer.scheme() ?? {});
  expect(times(1200, "/api/v3/depth").headers["x-mbx-used-weight-1m"]).toBe("6000");
  expect(ask("/api/v3/depth")).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
});

test("an API that refuses and tells nothing is said to", () => {
  const observer = createObserver();
  observer.observe({ status: 429, headers: [["retry-after", "5"]] }, noon, { address: "::1", method: "GET" });
  expect([observer.scheme(), observer.notes()]).toEqual([
    null,
    [expect.stringMatching("^requests were refused, and no answer told a limit")],
  ]);
});
