// What these presets must express: a test for each cell of the table in the issue that asked for them.
import { expect, test } from "vitest";
import { noon } from "../one-policy.ts";
import { service } from "../service.ts";

test("x: fifteen minutes by endpoint, for the user and for the app", () => {
  const { ask } = service("x");
  expect(ask("/2/tweets").headers).toEqual({
    "x-rate-limit-limit": "900",
    "x-rate-limit-remaining": "899",
    "x-rate-limit-reset": `${noon + 900}`,
  });
  expect(ask("/2/users/me").headers["x-rate-limit-remaining"]).toBe("899");
  const { times } = service("x");
  times(900, "/2/tweets");
  times(600, "/2/tweets", { credential: "bob" });
  expect(times(1, "/2/tweets", { credential: "bob" }).by).toBe("app");
});

test("jira: the reset to the minute, and three limits with a reason", () => {
  const { ask, left, times } = service("jira");
  expect(ask("/rest/api/3/search").headers["x-ratelimit-reset"]).toMatch(/^2026-01-01T00:01Z$/);
  left("quota app app", 0);
  expect(ask("/rest/api/3/search").headers["ratelimit-reason"]).toBe("jira-quota-global-based");
  const burst = service("jira");
  burst.times(100, "/rest/api/3/search");
  expect(burst.ask("/rest/api/3/search").headers["ratelimit-reason"]).toBe("jira-burst-based");
  const write = { method: "PUT" };
  left("quota app app", 100);
  times(20, "/rest/api/3/issue/A-1", write);
  expect(ask("/rest/api/3/issue/A-1", write).headers["ratelimit-reason"]).toBe("jira-per-issue-on-write");
  expect(ask("/rest/api/3/issue/A-2", write).allowed).toBe(true);
});

test("reddit: a delta, and no limit", () => {
  const { headers, read } = service("reddit").ask("/api/me", { now: noon + 12 });
  expect(headers).toEqual({ "x-ratelimit-remaining": "599", "x-ratelimit-reset": "588", "x-ratelimit-used": "1" });
  expect(read.policies).toMatchObject([{ limit: 600, remaining: 599, resetsAt: noon + 600 }]);
});

test("strava: two windows in one header, from each quarter of an hour and from midnight; what is refused counts on the day", () => {
  const { times } = service("strava");
  expect(times(1, "/api/v3/athlete").headers).toEqual({
    "x-ratelimit-limit": "200,2000",
    "x-ratelimit-usage": "1,1",
    "x-readratelimit-limit": "100,1000",
    "x-readratelimit-usage": "1,1",
  });
  expect(times(99, "/api/v3/athlete", { now: noon + 60 }).allowed).toBe(true);
  expect(times(1, "/api/v3/athlete", { now: noon + 899 })).toMatchObject({ by: "read-1", status: 429 });
  const { allowed, headers } = times(1, "/api/v3/athlete", { now: noon + 900 });
  expect([allowed, headers["x-ratelimit-usage"]]).toEqual([true, "1,102"]);
  expect(times(1, "/api/v3/uploads", { method: "POST" }).headers["x-readratelimit-usage"]).toBeUndefined();
});

test("binance: weights a minute of the clock, and orders, both told as what is used", () => {
  const { ask, left } = service("binance");
  expect(ask("/api/v3/time", { now: noon + 59 }).headers).toEqual({
    "x-mbx-used-weight": "1",
    "x-mbx-used-weight-1m": "1",
  });
  const ordered = ask("/api/v3/order", { method: "POST", now: noon + 60 });
  expect(ordered.headers).toMatchObject({
    "x-mbx-used-weight-1m": "1",
    "x-mbx-order-count-10s": "1",
    "x-mbx-order-count-1d": "1",
  });
  left("weight-1m address 192.0.2.1", 0);
  const refused = ask("/api/v3/time", { now: noon + 70 });
  expect([refused.status, refused.headers["retry-after"], JSON.parse(refused.body).code]).toEqual([429, "50", -1003]);
});
