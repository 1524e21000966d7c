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
import { type Service, services } from "./services.ts";

type Headers = Readonly<Record<string, string>>;
const observe = (observer: ReturnType<typeof createObserver>, headers: Headers, now = noon, path = "/things") =>
  observer.observe({ status: 200, headers: Object.entries(headers) }, now, { address: "::1", method: "GET", path });

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
  const partitionAfter = (...left: readonly number[]) => {
    const observer = createObserver();
    for (const [at, path] of ["/a", "/b", "/b", "/a"].entries())
      observe(observer, { "x-ratelimit-remaining": `${left[at]}`, "x-ratelimit-reset": "60" }, noon, path);
    return first(observer.scheme() ?? {})?.partition;
  };
  expect(partitionAfter(9, 9, 8, 8)).toEqual(["account", "operation"]);
  expect(partitionAfter(9, 8, 7, 6)).toEqual(["account"]);
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
