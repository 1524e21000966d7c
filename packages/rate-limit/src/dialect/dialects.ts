// What this is: the one table of how APIs tell a rate limit. It is written by write.ts and read by read.ts.
// What it is not: what they allow, and how they refuse (preset/).
// Read next: scheme/scheme.ts for the words of a row; the README, where the table stands with what it looks like.
import type { Form, Refusal, Told, ToldValue } from "../scheme/scheme.ts";

/** How an API advertises a rate limit, and the source. */
export interface Dialect {
  readonly tell: readonly Told[];
  /** Whether the use goes on beyond the limit, by refused requests. Default: false. */
  readonly countsRefused?: boolean;
  /** How services with this dialect refuse, if they agree. */
  readonly refusal?: Refusal;
  readonly source: string;
  /** The day when the source was read. */
  readonly date: string;
}

type Row = readonly [header: string, value: ToldValue, form: Form, more?: Partial<Told>];

const headers = (...rows: readonly Row[]): readonly Told[] =>
  rows.map(([header, value, form, more]) => ({ header, value, form, ...more }));

/** What most dialects tell: the limit, what remains, and the reset. */
const counters = (prefix: string, reset: Form): readonly Told[] =>
  headers(
    [`${prefix}-limit`, "limit", "integer"],
    [`${prefix}-remaining`, "remaining", "integer"],
    [`${prefix}-reset`, "reset", reset],
  );

const read = "2026-11-21";
const readLibraries = "2026-11-22";
const express = "https://github.com/express-rate-limit/express-rate-limit";
const tooMany: Refusal = {
  status: 429,
  retryAfter: "delta",
  contentType: "text/html; charset=utf-8",
  body: "Too many requests, please try again later.",
};
const drafts = "https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers";

/** The dialects, by name. If an answer fits several, the first one is meant. */
export const dialects: Readonly<Record<string, Dialect>> = {
  "x-ratelimit": {
    tell: [...counters("x-ratelimit", "epoch"), ...headers(["x-ratelimit-used", "used", "integer"])],
    source: "the specification of the home API, section 8",
    date: read,
  },
  github: {
    tell: [
      ...counters("x-ratelimit", "epoch"),
      ...headers(["x-ratelimit-resource", "name", "text"], ["x-ratelimit-used", "used", "integer"]),
    ],
    source: "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api",
    date: read,
  },
  ietf: {
    tell: headers(["ratelimit", "standings", "structured"], ["ratelimit-policy", "policies", "structured"]),
    source: `${drafts}/11/`,
    date: read,
  },
  "ietf-08": {
    tell: headers(
      ["ratelimit", "standings", "structured-spaced"],
      ["ratelimit-policy", "policies", "structured-spaced", { partitionKey: true }],
    ),
    refusal: tooMany,
    source: express,
    date: readLibraries,
  },
  "ietf-07": {
    tell: headers(["ratelimit", "standings", "structured-07"], ["ratelimit-policy", "policies", "structured-07"]),
    refusal: tooMany,
    source: `${drafts}/07/`,
    date: read,
  },
  gitlab: {
    countsRefused: true,
    tell: headers(
      ["ratelimit-limit", "limit", "integer"],
      ["ratelimit-name", "name", "text"],
      ["ratelimit-observed", "used", "integer"],
      ["ratelimit-remaining", "remaining", "integer"],
      ["ratelimit-reset", "reset", "epoch"],
      ["ratelimit-resettime", "reset", "http-date", { when: "refused" }],
    ),
    source: "https://docs.gitlab.com/administration/settings/user_and_ip_rate_limits/",
    date: read,
  },
  "ietf-06-policy": {
    tell: [...headers(["ratelimit-policy", "policies", "structured-07"]), ...counters("ratelimit", "delta")],
    refusal: tooMany,
    source: express,
    date: readLibraries,
  },
  "ietf-06": {
    tell: counters("ratelimit", "delta"),
    source: `${drafts}/06/`,
    date: read,
  },
  openai: {
    tell: headers(
      ["x-ratelimit-limit-{policy}", "limit", "integer"],
      ["x-ratelimit-remaining-{policy}", "remaining", "integer"],
      ["x-ratelimit-reset-{policy}", "reset", "duration"],
    ),
    source: "https://community.openai.com/t/1268905",
    date: read,
  },
  anthropic: {
    tell: headers(
      ["anthropic-ratelimit-{policy}-limit", "limit", "integer"],
      ["anthropic-ratelimit-{policy}-remaining", "remaining", "integer"],
      ["anthropic-ratelimit-{policy}-reset", "reset", "rfc3339"],
    ),
    source: "https://docs.aws.amazon.com/claude-platform",
    date: read,
  },
  discord: {
    tell: headers(
      ["x-ratelimit-bucket", "bucket", "text"],
      ["x-ratelimit-global", "global", "text", { when: "refused" }],
      ["x-ratelimit-limit", "limit", "integer"],
      ["x-ratelimit-remaining", "remaining", "integer"],
      ["x-ratelimit-reset", "reset", "epoch-decimal"],
      ["x-ratelimit-reset-after", "reset", "delta-decimal"],
      ["x-ratelimit-scope", "scope", "text", { when: "refused" }],
    ),
    source: "https://github.com/discord/discord-api-docs/blob/main/docs/topics/rate-limits.md",
    date: read,
  },
  "shopify-rest": {
    tell: headers(["x-shopify-shop-api-call-limit", "template", "template", { template: "{{used}}/{{limit}}" }]),
    source: "https://shopify.dev/docs/api/admin-rest/usage/rate-limits",
    date: read,
  },
  "shopify-graphql": {
    tell: [
      { pointer: "/extensions/cost/throttleStatus/maximumAvailable", value: "limit", form: "integer" },
      { pointer: "/extensions/cost/throttleStatus/currentlyAvailable", value: "remaining", form: "integer" },
    ],
    source: "https://shopify.dev/docs/api/usage/limits",
    date: read,
  },
  "github-graphql": {
    tell: [
      { pointer: "/data/rateLimit/limit", value: "limit", form: "integer" },
      { pointer: "/data/rateLimit/remaining", value: "remaining", form: "integer" },
      { pointer: "/data/rateLimit/used", value: "used", form: "integer" },
      { pointer: "/data/rateLimit/resetAt", value: "reset", form: "rfc3339" },
    ],
    source: "https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api",
    date: read,
  },
  stripe: {
    tell: headers(["stripe-rate-limited-reason", "reason", "text", { when: "refused" }]),
    source: "https://docs.stripe.com/rate-limits",
    date: read,
  },
  x: {
    tell: counters("x-rate-limit", "epoch"),
    source: "https://docs.x.com/fundamentals/rate-limits",
    date: read,
  },
  jira: {
    tell: [
      ...headers(["ratelimit-reason", "reason", "text", { when: "refused" }]),
      ...counters("x-ratelimit", "iso-minute"),
    ],
    source: "https://developer.atlassian.com/cloud/jira/platform/rate-limiting/",
    date: read,
  },
  reddit: {
    tell: headers(
      ["x-ratelimit-remaining", "remaining", "integer"],
      ["x-ratelimit-reset", "reset", "delta"],
      ["x-ratelimit-used", "used", "integer"],
    ),
    source: "https://github.com/reddit-archive/reddit/wiki/API",
    date: read,
  },
  express: {
    tell: counters("x-ratelimit", "epoch"),
    refusal: tooMany,
    source: express,
    date: readLibraries,
  },
  fastify: {
    tell: counters("x-ratelimit", "delta"),
    refusal: {
      status: 429,
      retryAfter: "delta",
      contentType: "application/json; charset=utf-8",
      body: '{"statusCode":429,"error":"Too Many Requests","message":"Rate limit exceeded, retry in {{wait}}"}',
    },
    source: "https://github.com/fastify/fastify-rate-limit",
    date: readLibraries,
  },
  koa: {
    tell: counters("x-ratelimit", "epoch-decimal"),
    refusal: {
      status: 429,
      retryAfter: "delta",
      contentType: "text/plain; charset=utf-8",
      body: "Rate limit exceeded, retry in {{wait}}.",
    },
    source: "https://github.com/koajs/ratelimit",
    date: readLibraries,
  },
  twitch: {
    tell: counters("ratelimit", "epoch"),
    source: "https://dev.twitch.tv/docs/api/guide/#twitch-rate-limits",
    date: readLibraries,
  },
  binance: {
    tell: headers(
      ["x-mbx-used-weight", "used", "integer", { policy: "weight-1m" }],
      ["x-mbx-used-weight-1m", "used", "integer", { policy: "weight-1m" }],
      ["x-mbx-order-count-10s", "used", "integer", { policy: "orders-10s" }],
      ["x-mbx-order-count-1d", "used", "integer", { policy: "orders-1d" }],
    ),
    source: "https://developers.binance.com/docs/binance-spot-api-docs/rest-api/limits",
    date: readLibraries,
  },
  bybit: {
    tell: headers(
      ["x-bapi-limit", "limit", "integer"],
      ["x-bapi-limit-status", "remaining", "integer"],
      ["x-bapi-limit-reset-timestamp", "reset", "epoch-ms"],
    ),
    source: "https://bybit-exchange.github.io/docs/v5/rate-limit",
    date: readLibraries,
  },
  kucoin: {
    tell: counters("gw-ratelimit", "delta-ms"),
    source: "https://www.kucoin.com/docs-new/rate-limit",
    date: readLibraries,
  },
  strava: {
    countsRefused: true,
    tell: ["x-ratelimit", "x-readratelimit"].flatMap((name) => {
      const policy = name === "x-ratelimit" ? "limit" : "read";
      return (["limit", "used"] as const).map((value): Told => {
        const template = `{{${policy}-1.${value}}},{{${policy}-2.${value}}}`;
        const header = `${name}-${value === "limit" ? value : "usage"}`;
        return { header, value: "template", form: "template", template };
      });
    }),
    source: "https://developers.strava.com/docs/rate-limits/",
    date: readLibraries,
  },
  silent: { tell: [], source: "https://docs.slack.dev/apis/web-api/rate-limits/", date: read },
};
