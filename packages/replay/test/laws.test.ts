import { type Api, cityCounts, compileApi, github, service } from "@tapedeck/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stoppedClock } from "../src/clock.ts";
import type { Outcome } from "../src/deliver/outcome.ts";
import { createPlayer, type Player } from "../src/handlers/player.ts";
import type { IncomingRequest } from "../src/http/message.ts";
import { ask, countersOf, exchange, field, headers, recordedAt, refusal, tape, utf8 } from "./exchanges.ts";
import { law } from "./property.ts";

const tapes = [
  {
    ...tape(exchange({ target: "/bicyclists/spb" }, { headers: [], body: utf8("7") })),
    origin: "https://cyclists.example",
  },
  tape(
    exchange({}, { headers: headers(["etag", 'W/"abc"'], ["last-modified", "Thu, 01 Jan 2026 00:00:00 GMT"]) }),
    exchange({}, { status: 502 }),
    exchange({}, { headers: headers(["etag", 'W/"abd"']) }),
    exchange({ target: "/user", principal: "full" }),
    exchange({ target: "/users/ada/repos" }, { status: 404 }),
    exchange({ target: "/users/ada/repos", principal: "limited" }),
    exchange({ target: "/held", headers: [["if-none-match", '"abc"']] }, { status: 304, body: null }),
    exchange({ target: "/zen" }, { body: utf8("one") }),
    exchange({ target: "/zen" }, { body: utf8("two") }),
    exchange({ target: "/posted", method: "POST" }),
    refusal({ principal: "full" }),
  ),
];

const credentials = [
  { alias: "full", token: "full-t0ken", account: "ada" },
  { alias: "limited", token: "limited-t0ken", account: "ada" },
  { alias: "other", token: "other-t0ken" },
];

/** What happens to a player: it is asked, its clock is moved, a bucket is emptied. */
type Event =
  | { readonly kind: "ask"; readonly ask: IncomingRequest }
  | { readonly kind: "move"; readonly seconds: number }
  | { readonly kind: "exhaust"; readonly bucket: string };

/** Any request, by anybody. */
function asks(): fc.Arbitrary<IncomingRequest> {
  const targets = fc.constantFrom(
    ...[
      "/users/ada",
      "/users/ada",
      "/users/ada",
      "/user",
      "/users/ada/repos",
      "/users/ada/repos?page=2",
      "/held",
      "/zen",
      "/rate_limit",
    ],
    ...[
      "/api/v3/users/ada",
      "//users/ada/",
      "/bicyclists/spb",
      "/bicyclists/atlantis",
      "/posted",
      "/nothing",
      "/users/nobody",
      "/",
    ],
  );
  const sent = fc.record(
    {
      authorization: fc.constantFrom(
        "token full-t0ken",
        "bearer limited-t0ken",
        `Basic ${btoa("other:other-t0ken")}`,
        "token wrong",
        "nonsense",
      ),
      "if-none-match": fc.constantFrom('W/"abc"', '"abd"', '"abc"', "*"),
      "if-modified-since": fc.constantFrom("Thu, 01 Jan 2026 00:00:00 GMT", "Wed, 31 Dec 2025 00:00:00 GMT"),
      range: fc.constantFrom("bytes=0-1", "bytes=999-", "bytes=1-0"),
    },
    { requiredKeys: [] },
  );
  const rest = fc.record({
    method: fc.constantFrom("GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "DELETE"),
    address: fc.constantFrom("127.0.0.1", "10.0.0.1"),
    base: fc.constantFrom("http://localhost:1", "https://api.service.example"),
  });
  return fc
    .tuple(targets, sent, rest)
    .map(([target, headers, parts]) => ask(target, headers as IncomingRequest["headers"], parts));
}

/** Any run of events. The clock is now and then set back a little: less than a window. */
function stories(): fc.Arbitrary<readonly Event[]> {
  const moves = fc.oneof(fc.nat({ max: 90 }), fc.integer({ min: -60, max: 0 }), fc.constantFrom(99, 100, 101, 1000));
  return fc.array(
    fc.oneof(
      { weight: 12, arbitrary: asks().map((each) => ({ kind: "ask" as const, ask: each })) },
      { weight: 2, arbitrary: moves.map((seconds) => ({ kind: "move" as const, seconds })) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom("account ada", "account other", "address 127.0.0.1")
          .map((bucket) => ({ kind: "exhaust" as const, bucket })),
      },
    ),
    { minLength: 1, maxLength: 60 },
  );
}

/** An API, and what a request that no tape has gets. */
interface Ground {
  readonly api: Api;
  readonly limits: { readonly anonymous: number; readonly token: number };
  readonly refusal: { readonly status: 403 | 429 };
  readonly misses: "error" | "not-found";
}

/** APIs with limits small enough to be met, and windows short enough to end. */
function smallApis(): fc.Arbitrary<Ground> {
  return fc
    .record({
      ground: fc.constantFrom(service, github),
      limits: fc.record({ anonymous: fc.nat({ max: 5 }), token: fc.nat({ max: 8 }) }),
      misses: fc.constantFrom("error" as const, "not-found" as const),
      refusal: fc.record({ status: fc.constantFrom(403 as const, 429 as const), retryAfter: fc.boolean() }),
    })
    .map(({ ground, misses, ...parts }) => {
      const api = compileApi({ rateLimit: { ...parts, windowSeconds: 100 } }, { base: ground });
      return { api, misses, limits: parts.limits, refusal: parts.refusal };
    });
}

/** Tells a story to a player, and what came of each request to whoever watches. */
function tell(
  { api, misses }: Ground,
  story: readonly Event[],
  watch: (player: Player, asked: IncomingRequest, play: () => Outcome, now: number) => void,
): void {
  const clock = stoppedClock(recordedAt);
  const player = createPlayer({ tapes, credentials, api: [api, cityCounts], misses, clock });
  for (const event of story) {
    if (event.kind === "move") clock.advance(event.seconds);
    else if (event.kind === "exhaust") player.exhaust(event.bucket);
    else watch(player, event.ask, () => player.answer(event.ask), clock());
  }
}

/** The bucket that a request should spend from, told apart from the code under test. */
function bucketFor({ headers, address }: IncomingRequest): string {
  const said = String(headers["authorization"] ?? "");
  if (/full-t0ken|limited-t0ken/.test(said)) return "account ada";
  return said.startsWith("Basic") ? "account other" : `address ${address}`;
}

test("law: remaining + used = limit on every response that has counters, and neither is below zero", () => {
  fc.assert(
    fc.property(smallApis(), stories(), (ground, story) => {
      tell(ground, story, (_player, asked, play, now) => {
        const reply = play();
        const counters = countersOf(reply);
        // The prefix is one API's, and behind it there are no cities.
        const metered = !/^\/+bicyclists/.test(asked.target);
        expect(counters !== null).toBe(metered);
        if (counters === null) return;
        expect(counters.remaining + counters.used).toBe(counters.limit);
        expect(Math.min(counters.remaining, counters.used)).toBeGreaterThanOrEqual(0);
        expect(counters.reset).toBeGreaterThan(now);
        expect(counters.limit).toBe(ground.limits[bucketFor(asked).startsWith("account") ? "token" : "anonymous"]);
      });
    }),
    law(200),
  );
});

test("law: inside one window of one bucket, remaining never rises and the reset never moves", () => {
  fc.assert(
    fc.property(smallApis(), stories(), (ground, story) => {
      const last = new Map<string, { remaining: number; reset: number }>();
      tell(ground, story, (_player, asked, play, now) => {
        const counters = countersOf(play());
        if (counters === null) return;
        const before = last.get(bucketFor(asked));
        if (before && now < before.reset) {
          expect(counters.reset).toBe(before.reset);
          expect(counters.remaining).toBeLessThanOrEqual(before.remaining);
        } else if (before) {
          expect(counters.reset).toBeGreaterThan(before.reset);
        }
        last.set(bucketFor(asked), counters);
      });
    }),
    law(200),
  );
});

test("law: no window allows more than its limit", () => {
  fc.assert(
    fc.property(smallApis(), stories(), (ground, story) => {
      const allowed = new Map<string, number>();
      tell(ground, story, (player, asked, play) => {
        const counters = countersOf(play());
        const entry = player.journal().at(-1);
        if (counters === null || !entry) return;
        const window = `${bucketFor(asked)} to ${counters.reset}`;
        allowed.set(window, (allowed.get(window) ?? 0) + entry.cost);
        expect(allowed.get(window)).toBeLessThanOrEqual(counters.limit);
      });
    }),
    law(200),
  );
});

test("law: what was refused, missed, broken or preflown changes no counter; all else costs what the api says", () => {
  fc.assert(
    fc.property(smallApis(), stories(), (ground, story) => {
      tell(ground, story, (player, asked, play) => {
        const bucket = bucketFor(asked);
        const before = player.quotas()[bucket]?.used ?? 0;
        const reply = play();
        const counters = countersOf(reply);
        if (counters === null) return;
        const kind = player.journal().at(-1)?.source.kind;
        const good = bucket.startsWith("account");
        const overview = /\/rate_limit/.test(asked.target) && reply.status === 200;
        const free =
          kind === "refused" ||
          kind === "missed" ||
          reply.status >= 500 ||
          asked.method === "OPTIONS" ||
          overview ||
          (reply.status === 304 && good && ground.api.name === "github");
        expect(counters.used - before).toBe(free ? 0 : 1);
        if (kind === "refused") {
          expect(counters).toMatchObject({ remaining: 0, used: counters.limit });
          // One that was recorded keeps its status.
          expect([403, ground.refusal.status]).toContain(reply.status);
        }
      });
    }),
    law(200),
  );
});

test("law: buckets of different principals never touch", () => {
  fc.assert(
    fc.property(smallApis(), stories(), (ground, story) => {
      tell(ground, story, (player, asked, play) => {
        const { [bucketFor(asked)]: _own, ...before } = player.quotas();
        play();
        const { [bucketFor(asked)]: _spent, ...after } = player.quotas();
        expect(after).toEqual(before);
      });
    }),
    law(200),
  );
});

test("law: the same tape, requests and clock give the same bytes", () => {
  fc.assert(
    fc.property(smallApis(), stories(), (ground, story) => {
      const [first, second] = [0, 1].map(() => {
        const replies: Outcome[] = [];
        tell(ground, story, (_player, _asked, play) => replies.push(play()));
        return replies;
      });
      expect(second).toEqual(first);
    }),
    law(100),
  );
});

test("law: every reply is whole: a true length, a date, no body where there can be none", () => {
  fc.assert(
    fc.property(smallApis(), stories(), (ground, story) => {
      tell(ground, story, (_player, asked, play, now) => {
        const reply = play();
        expect(field(reply, "date")).toBe(new Date(now * 1000).toUTCString());
        if (asked.method === "HEAD" || reply.status === 204 || reply.status === 304) expect(reply.body).toBe(null);
        else expect(field(reply, "content-length")).toBe(String(reply.body?.length));
        if (reply.status === 204 || reply.status === 304) expect(field(reply, "content-length")).toBe(null);
      });
    }),
    law(100),
  );
});

test("law: a player answers any target, and never throws", () => {
  const player = createPlayer({ tapes, api: github });
  const targets = fc.oneof(
    fc.string(),
    fc.string().map((text) => `/${text}`),
    fc.webUrl(),
    fc.constantFrom("//", "http://[", "*", "/%", "/users/%00", "\\"),
  );
  fc.assert(
    fc.property(targets, fc.string(), (target, authorization) => {
      expect(player.answer(ask(target, { authorization })).status).toBeGreaterThanOrEqual(200);
    }),
    law(500),
  );
});
