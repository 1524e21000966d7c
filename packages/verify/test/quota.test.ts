import { type Bucket, checkScheme, commit, createLimiter, type RateLimitScheme } from "@tapedeck/rate-limit";
import type { Exchange, HeaderList } from "@tapedeck/tape";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { canonicalText } from "../src/canonical-text.ts";
import { type Counted, miscounts } from "../src/quota.ts";
import { verifyRecording } from "../src/verify-recording.ts";

// 2026-01-01T00:00:00Z
const epoch = 1_767_225_600;

/** Contract, section 8. */
function quotaHeaders({ limit, used, resetsAt }: { limit: number; used: number; resetsAt: number }): HeaderList {
  const told = { limit, remaining: limit - used, reset: resetsAt, used };
  return Object.entries(told).map(([name, value]) => [`x-ratelimit-${name}`, String(value)]);
}

function counted(nth: number, status: number, headers: HeaderList, caller = "anonymous"): Counted {
  const request = { method: "GET", target: "/users/ada", principal: caller, headers: [], body: null };
  const exchange: Exchange = { request, response: { status, headers, body: null } };
  return { at: nth, nth, where: `entry ${nth + 1}`, exchange, caller, began: nth, ended: nth, pinned: false };
}

function schemeWith(limits: Readonly<Record<string, number>>): RateLimitScheme {
  const algorithm = { kind: "fixed-window", limit: 1, seconds: 100 };
  const policy = { name: "core", partition: ["account"], algorithm, limits, cost: { byStatus: { "304": 0 } } };
  return checkScheme({ name: "core", policies: [policy], tell: [], refusal: { status: 403 } }, "the scheme");
}

/** What a quota of the replay's answers, one request after the other: by several callers, over several windows. */
function sequences(): fc.Arbitrary<readonly Counted[]> {
  const step = fc.record({ caller: fc.constantFrom("anonymous", "full"), after: fc.nat(40), isFree: fc.boolean() });
  const limits = fc.record({ anonymous: fc.integer({ min: 1, max: 4 }), full: fc.integer({ min: 1, max: 6 }) });
  return fc.tuple(limits, fc.array(step, { minLength: 2, maxLength: 20 })).map(([limit, steps]) => {
    let now = epoch;
    const buckets = new Map<string, Bucket>();
    const limiter = createLimiter(schemeWith(limit));
    return steps.map(({ caller, after, isFree }, nth) => {
      const who = caller === "full" ? "full" : "anonymous";
      now += after;
      const request = { address: "::1", method: "GET", ...(who === "full" && { account: who }) };
      const { allowed, standings, changes } = limiter.take(buckets, request, now, { status: isFree ? 304 : 200 });
      commit(buckets, changes);
      const [told] = standings;
      if (told === undefined) return expect.fail("nothing is counted");
      return counted(nth, allowed ? (isFree ? 304 : 200) : 403, quotaHeaders(told), who);
    });
  });
}

test("whatever a quota answers, verify accepts", () => {
  fc.assert(
    fc.property(sequences(), (answers) => {
      expect(miscounts(answers)).toEqual([]);
    }),
    law(250),
  );
});

const counters = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-used"];

function changed(answer: Counted, change: Readonly<Record<string, number>>): Counted {
  const headers = answer.exchange.response.headers.map(
    ([name, value]) => [name, String(Number(value) + (change[name] ?? 0))] as const,
  );
  return { ...answer, exchange: { ...answer.exchange, response: { ...answer.exchange.response, headers } } };
}

test("whichever one counter is changed, verify finds it", () => {
  const change = fc.tuple(fc.constantFrom(...counters), fc.integer({ min: 1, max: 9 }), fc.nat());
  fc.assert(
    fc.property(sequences(), change, (answers, [name, by, place]) => {
      const bent = answers.map((each, nth) => (nth === place % answers.length ? changed(each, { [name]: by }) : each));
      expect(miscounts(bent).length).toBeGreaterThan(0);
    }),
    law(250),
  );
});

const counter = (answer: Counted, name: string): number =>
  Number(answer.exchange.response.headers.find(([each]) => each === `x-ratelimit-${name}`)?.[1]);

test("whichever counters are changed so that their sum still holds, verify finds it by the answers before", () => {
  const change = fc.record({ place: fc.nat(), by: fc.integer({ min: 1, max: 9 }), isLimit: fc.boolean() });
  let tried = 0;
  fc.assert(
    fc.property(sequences(), change, (answers, { place, by, isLimit }) => {
      const nth = place % answers.length;
      const one = answers[nth];
      const isSameWindow = (each: Counted) =>
        one !== undefined && each.caller === one.caller && counter(each, "reset") === counter(one, "reset");
      const before = answers.slice(0, nth).findLast(isSameWindow);
      fc.pre(one !== undefined && before !== undefined);
      const rise = counter(before, "remaining") - counter(one, "remaining") + 1;
      fc.pre(isLimit || counter(one, "used") >= rise);
      const bent = isLimit
        ? { "x-ratelimit-limit": by, "x-ratelimit-remaining": by }
        : { "x-ratelimit-remaining": rise, "x-ratelimit-used": -rise };
      tried += 1;
      expect(miscounts(answers.map((each) => (each === one ? changed(each, bent) : each))).length).toBeGreaterThan(0);
    }),
    law(250),
  );
  expect(tried).toBeGreaterThan(0);
});

function told(nth: number, limit: number, used: number, reset: number, caller = "anonymous", status = 200): Counted {
  return counted(nth, status, quotaHeaders({ limit, used, resetsAt: epoch + reset }), caller);
}

function asked(method: string, answer: Counted): Counted {
  const { request, response } = answer.exchange;
  return { ...answer, exchange: { request: { ...request, method }, response } };
}

test.each<readonly [shows: string, answers: readonly Counted[], found: readonly string[]]>([
  [
    "a limit that moves",
    [told(0, 60, 1, 99), told(1, 5000, 2, 99)],
    ["limit 5000, and 60 in entry 1, for the same caller in the same window"],
  ],
  ["another limit of another method, as Okta has it", [told(0, 2000, 1, 99), asked("DELETE", told(1, 600, 1, 99))], []],
  [
    "another limit of a HEAD, which is a GET",
    [told(0, 60, 1, 99), asked("HEAD", told(1, 80, 1, 99))],
    ["limit 80, and 60 in entry 1, for the same caller in the same window"],
  ],
  ["a limit that moves for another caller", [told(0, 60, 1, 99), told(1, 5000, 1, 99, "full")], []],
  ["a limit that moves with the window", [told(0, 60, 1, 99), told(1, 80, 1, 199)], []],
  [
    "what is left rising",
    [told(0, 60, 2, 99), told(1, 60, 1, 99)],
    ["remaining 59, after 58 in entry 1, in the same window"],
  ],
  ["what is left rising in a new window", [told(0, 60, 2, 99), told(1, 60, 1, 199)], []],
  [
    "a refusal, and the next let through",
    [told(0, 1, 1, 99, "a", 403), told(1, 1, 1, 99, "a")],
    ["it was allowed, after entry 1 was refused in the same window"],
  ],
  ["a refusal, and the next for nothing", [told(0, 1, 1, 99, "a", 403), told(1, 1, 1, 99, "a", 304)], []],
  ["a refusal, and another", [told(0, 1, 1, 99, "a", 403), told(1, 1, 1, 99, "a", 429)], []],
  [
    "two at once, the later answered first",
    [
      { ...told(0, 60, 2, 99), began: 0, ended: 9 },
      { ...told(1, 60, 1, 99), began: 5, ended: 6 },
    ],
    [],
  ],
  ["two at unknown times", [{ ...told(0, 60, 2, 99), ended: Number.NaN }, told(1, 60, 1, 99)], []],
  [
    "two pinned ones",
    [
      { ...told(0, 60, 60, 99), pinned: true },
      { ...told(1, 60, 1, 99), pinned: true },
    ],
    [],
  ],
  [
    "pinned ones whose limits differ",
    [
      { ...told(0, 60, 1, 99), pinned: true },
      { ...told(1, 61, 1, 99), pinned: true },
    ],
    ["limit 61, and 60 in entry 1, for the same caller in the same window"],
  ],
])("verify on %s", (_shows, answers, found) => {
  expect(miscounts(answers).map((each) => each.found)).toEqual(found);
});

const inDialect = (nth: number, headers: Readonly<Record<string, string>>) =>
  counted(nth, 200, Object.entries(headers));

test.each<readonly [shows: string, headers: Readonly<Record<string, string>>, found: readonly string[]]>([
  ["what is left, and no limit", { "x-ratelimit-remaining": "7" }, []],
  ["what is left and used, and no limit", { "x-ratelimit-remaining": "7", "x-ratelimit-used": "7" }, []],
  ["a limit and what is left", { "x-ratelimit-limit": "9", "x-ratelimit-remaining": "7" }, []],
  [
    "more left than the limit",
    { "x-ratelimit-limit": "9", "x-ratelimit-remaining": "10" },
    ["remaining 10 is more than limit 9"],
  ],
  [
    "more used than the limit",
    { "x-ratelimit-limit": "9", "x-ratelimit-used": "10" },
    ["used 10 is more than limit 9"],
  ],
  ["a limit with its window", { "x-ratelimit-limit": "9, 9;w=60", "x-ratelimit-remaining": "7" }, []],
  [
    "no sum",
    { "x-ratelimit-limit": "9", "x-ratelimit-remaining": "7", "x-ratelimit-used": "1" },
    ["remaining 7 + used 1 is not limit 9"],
  ],
  [
    "a resource of its own",
    {
      "x-ratelimit-limit": "9",
      "x-ratelimit-remaining": "8",
      "x-ratelimit-used": "1",
      "x-ratelimit-reset": String(epoch + 99),
      "x-ratelimit-resource": "search",
    },
    [],
  ],
  [
    "what GitLab observes beyond the limit",
    {
      "ratelimit-limit": "9",
      "ratelimit-name": "t",
      "ratelimit-observed": "12",
      "ratelimit-remaining": "0",
    },
    [],
  ],
  [
    "more left than the limit, in the IETF form",
    { ratelimit: '"a";r=10;t=3, "b";r=1;t=3', "ratelimit-policy": '"a";q=9, "b";q=9' },
    ["remaining 10 is more than limit 9"],
  ],
])("verify on counters that tell %s", (_shows, headers, found) => {
  expect(miscounts([told(0, 60, 1, 99), inDialect(1, headers)]).map((each) => each.found)).toEqual(found);
});

test.each<
  readonly [
    shows: string,
    first: Readonly<Record<string, string>>,
    then: Readonly<Record<string, string>>,
    found: readonly string[],
  ]
>([
  [
    "X: what is left rises in a window",
    { "x-rate-limit-limit": "9", "x-rate-limit-remaining": "3", "x-rate-limit-reset": String(epoch) },
    { "x-rate-limit-limit": "9", "x-rate-limit-remaining": "4", "x-rate-limit-reset": String(epoch) },
    ["remaining 4, after 3 in entry 1, in the same window"],
  ],
  [
    "a delta tells no window",
    { "ratelimit-limit": "9", "ratelimit-remaining": "3", "ratelimit-reset": "60" },
    { "ratelimit-limit": "9", "ratelimit-remaining": "4", "ratelimit-reset": "60" },
    [],
  ],
])("verify on %s", (_shows, first, then, found) => {
  expect(miscounts([inDialect(0, first), inDialect(1, then)]).map((each) => each.found)).toEqual(found);
});

const name = "api.service.example/users/ada";
const origin = "https://api.service.example";

test("verify holds the limits of a recording's answers against each other", () => {
  const exchanges = [told(0, 60, 1, 0), told(1, 5000, 1, 0)].map(({ exchange }) => exchange);
  const text = canonicalText({ name, origin, recordedAt: 1_767_225_600, exchanges });
  expect(verifyRecording(`${name}/recording.har`, text)).toEqual([
    {
      kind: "quota",
      where: "entry 2, GET /users/ada as anonymous",
      found: "limit 5000, and 60 in entry 1, for the same caller in the same window",
      advice: "record it again",
    },
  ]);
});

test("verify holds what another tool recorded to the order in which it was answered", () => {
  const entry = (second: number, remaining: number) => ({
    startedDateTime: new Date(1_767_225_600_000 + second * 1000).toISOString(),
    time: 500,
    request: { method: "GET", url: `${origin}/zen?${second}`, headers: [] },
    response: {
      status: 200,
      headers: quotaHeaders({ limit: 60, used: 60 - remaining, resetsAt: epoch + 1 }).map(([name, value]) => ({
        name,
        value,
      })),
      content: { text: "Keep it simple." },
    },
  });
  const quotaOf = (...entries: readonly object[]) =>
    verifyRecording("x.har", JSON.stringify({ log: { version: "1.2", entries } }))
      .filter(({ kind }) => kind === "quota")
      .map(({ where, found }) => [where, found]);
  expect(quotaOf(entry(0, 58), entry(1, 59))).toEqual([
    [`entry 2, GET ${origin}/zen?1`, "remaining 59, after 58 in entry 1, in the same window"],
  ]);
  expect(quotaOf(entry(0, 58), entry(0.2, 59))).toEqual([]);
  expect(quotaOf(entry(0, 59), entry(1, 58))).toEqual([]);
});
