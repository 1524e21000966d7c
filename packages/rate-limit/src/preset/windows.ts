import type { Policy } from "../generated/scheme.ts";
import { type Preset, perWindow, read, refusing, saysWhen, tellAs } from "./preset.ts";

export const x: Preset = {
  name: "x",
  policies: [
    { name: "endpoint", partition: ["account", "operation"], algorithm: perWindow(900, 900) },
    { name: "app", partition: ["app", "operation"], algorithm: perWindow(1500, 900) },
  ],
  tell: tellAs("x"),
  refusal: refusing({ errors: [{ code: 88, message: "Rate limit exceeded" }] }),
  source: "https://docs.x.com/fundamentals/rate-limits",
  date: read,
};

// Windows begin at each quarter of an hour, and at midnight UTC; refused requests count on the daily limit.
const ofStrava = (name: string, seconds: number, limit: number): Policy => ({
  name,
  partition: ["app"],
  algorithm: perWindow(limit, seconds, "clock"),
  ...(seconds > 900 && { onRefusal: { charge: 1 } }),
  ...(name.startsWith("read") && { unless: { methods: ["POST"], paths: ["/api/v3/activities", "/api/v3/uploads"] } }),
});

export const strava: Preset = {
  name: "strava",
  policies: [
    ofStrava("limit-1", 900, 200),
    ofStrava("limit-2", 86_400, 2000),
    ofStrava("read-1", 900, 100),
    ofStrava("read-2", 86_400, 1000),
  ],
  tell: tellAs("strava"),
  refusal: refusing({
    message: "Rate Limit Exceeded",
    errors: [{ resource: "Application", field: "rate limit", code: "exceeded" }],
  }),
  source: "https://developers.strava.com/docs/rate-limits/",
  date: "2026-11-22",
};

// A recorder can learn the weight of each path; the limit is in /api/v3/exchangeInfo, and in no header.
const order = { methods: ["POST"], paths: ["/api/v3/order", "/api/v3/order/**", "/api/v3/sor/order"] };
const ofBinance = (name: string, seconds: number, limit: number): Policy => ({
  name,
  partition: [name === "weight-1m" ? "address" : "account"],
  algorithm: perWindow(limit, seconds, "clock"),
  ...(name !== "weight-1m" && { when: order }),
});

export const binance: Preset = {
  name: "binance",
  policies: [
    { ...ofBinance("weight-1m", 60, 6000), unit: "points" },
    ofBinance("orders-10s", 10, 100),
    ofBinance("orders-1d", 86_400, 200_000),
  ],
  tell: tellAs("binance"),
  refusal: refusing(
    { code: -1003, msg: "Too many requests; current limit is {{limit}} requests per minute." },
    saysWhen,
  ),
  source: "https://developers.binance.com/docs/binance-spot-api-docs/rest-api/limits",
  date: "2026-11-22",
};

const issue = ["/rest/api/3/issue/{issue}/**", "/rest/api/2/issue/{issue}/**"];

export const jira: Preset = {
  name: "jira",
  policies: [
    {
      name: "quota",
      unit: "points",
      partition: ["app"],
      algorithm: { kind: "fixed-window", limit: 65_000, opens: "calendar", period: "hour", zone: "UTC" },
      reason: "jira-quota-global-based",
    },
    {
      name: "burst",
      partition: ["account", "operation", "method"],
      algorithm: { kind: "token-bucket", capacity: 100, refillPerSecond: 100 },
      reason: "jira-burst-based",
    },
    {
      name: "per-issue",
      partition: ["account", "param:issue"],
      algorithm: { kind: "sliding-log", limit: 20, seconds: 2 },
      when: { methods: ["POST", "PUT", "DELETE"], paths: issue },
      reason: "jira-per-issue-on-write",
    },
  ],
  tell: tellAs("jira"),
  refusal: refusing({ errorMessages: ["Rate limit exceeded"], errors: {} }, saysWhen),
  source: "https://developer.atlassian.com/cloud/jira/platform/rate-limiting/",
  date: read,
};

export const reddit: Preset = {
  name: "reddit",
  policies: [{ name: "client", partition: ["account"], algorithm: perWindow(600, 600, "clock") }],
  tell: tellAs("reddit"),
  refusal: refusing({ message: "Too Many Requests", error: 429 }),
  source: "https://github.com/reddit-archive/reddit/wiki/API",
  date: read,
};
