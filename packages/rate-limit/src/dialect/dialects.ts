// How APIs tell a rate limit: one table, which write.ts writes by and read.ts reads by. What they allow stands in
// preset/.
import type { Form, Refusal, Told, ToldValue } from "../generated/scheme.ts";

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

/** What is told: a header, or a JSON pointer into the body; its meaning; and how it is written. */
type Row = readonly [place: string, value: ToldValue, form: Form, more?: Partial<Told>];

const dialect = (about: Omit<Dialect, "tell">, rows: readonly Row[]): Dialect => ({
  ...about,
  tell: rows.map(([place, value, form, more]) => ({
    [place.startsWith("/") ? "pointer" : "header"]: place,
    value,
    form,
    ...more,
  })),
});

/** What most dialects tell: the limit, what remains, and the reset. */
const counters = (prefix: string, reset: Form): readonly Row[] => [
  [`${prefix}-limit`, "limit", "integer"],
  [`${prefix}-remaining`, "remaining", "integer"],
  [`${prefix}-reset`, "reset", reset],
];

const date = "2026-11-21";
const dateOfLibraries = "2026-11-22";
const drafts = "https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers";
const express: Omit<Dialect, "tell"> = {
  source: "https://github.com/express-rate-limit/express-rate-limit",
  date: dateOfLibraries,
  refusal: {
    status: 429,
    retryAfter: "delta",
    contentType: "text/html; charset=utf-8",
    body: "Too many requests, please try again later.",
  },
};

/** The dialects, by name. If an answer fits several, the first one is meant. */
export const dialects: Readonly<Record<string, Dialect>> = {
  "x-ratelimit": dialect({ source: "the specification of the home API, section 8", date }, [
    ...counters("x-ratelimit", "epoch"),
    ["x-ratelimit-used", "used", "integer"],
  ]),
  github: dialect({ source: "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api", date }, [
    ...counters("x-ratelimit", "epoch"),
    ["x-ratelimit-resource", "name", "text"],
    ["x-ratelimit-used", "used", "integer"],
  ]),
  ietf: dialect({ source: `${drafts}/11/`, date }, [
    ["ratelimit", "standings", "structured"],
    ["ratelimit-policy", "policies", "structured"],
  ]),
  "ietf-08": dialect(express, [
    ["ratelimit", "standings", "structured-spaced"],
    ["ratelimit-policy", "policies", "structured-spaced", { partitionKey: true }],
  ]),
  "ietf-07": dialect({ ...express, source: `${drafts}/07/`, date }, [
    ["ratelimit", "standings", "structured-07"],
    ["ratelimit-policy", "policies", "structured-07"],
  ]),
  gitlab: dialect(
    {
      source: "https://docs.gitlab.com/administration/settings/user_and_ip_rate_limits/",
      date,
      countsRefused: true,
    },
    [
      ["ratelimit-limit", "limit", "integer"],
      ["ratelimit-name", "name", "text"],
      ["ratelimit-observed", "used", "integer"],
      ["ratelimit-remaining", "remaining", "integer"],
      ["ratelimit-reset", "reset", "epoch"],
      ["ratelimit-resettime", "reset", "http-date", { when: "refused" }],
    ],
  ),
  "ietf-06-policy": dialect(express, [
    ["ratelimit-policy", "policies", "structured-07"],
    ...counters("ratelimit", "delta"),
  ]),
  "ietf-06": dialect({ source: `${drafts}/06/`, date }, counters("ratelimit", "delta")),
  openai: dialect({ source: "https://community.openai.com/t/1268905", date }, [
    ["x-ratelimit-limit-{policy}", "limit", "integer"],
    ["x-ratelimit-remaining-{policy}", "remaining", "integer"],
    ["x-ratelimit-reset-{policy}", "reset", "duration"],
  ]),
  anthropic: dialect({ source: "https://docs.aws.amazon.com/claude-platform", date }, [
    ["anthropic-ratelimit-{policy}-limit", "limit", "integer"],
    ["anthropic-ratelimit-{policy}-remaining", "remaining", "integer"],
    ["anthropic-ratelimit-{policy}-reset", "reset", "rfc3339"],
  ]),
  discord: dialect(
    { source: "https://github.com/discord/discord-api-docs/blob/main/docs/topics/rate-limits.md", date },
    [
      ["x-ratelimit-bucket", "bucket", "text"],
      ["x-ratelimit-global", "global", "text", { when: "refused" }],
      ["x-ratelimit-limit", "limit", "integer"],
      ["x-ratelimit-remaining", "remaining", "integer"],
      ["x-ratelimit-reset", "reset", "epoch-decimal"],
      ["x-ratelimit-reset-after", "reset", "delta-decimal"],
      ["x-ratelimit-scope", "scope", "text", { when: "refused" }],
    ],
  ),
  "shopify-rest": dialect({ source: "https://shopify.dev/docs/api/admin-rest/usage/rate-limits", date }, [
    ["x-shopify-shop-api-call-limit", "template", "template", { template: "{{used}}/{{limit}}" }],
  ]),
  "shopify-graphql": dialect({ source: "https://shopify.dev/docs/api/usage/limits", date }, [
    ["/extensions/cost/throttleStatus/maximumAvailable", "limit", "integer"],
    ["/extensions/cost/throttleStatus/currentlyAvailable", "remaining", "integer"],
  ]),
  "github-graphql": dialect(
    { source: "https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api", date },
    [
      ["/data/rateLimit/limit", "limit", "integer"],
      ["/data/rateLimit/remaining", "remaining", "integer"],
      ["/data/rateLimit/used", "used", "integer"],
      ["/data/rateLimit/resetAt", "reset", "rfc3339"],
    ],
  ),
  stripe: dialect({ source: "https://docs.stripe.com/rate-limits", date }, [
    ["stripe-rate-limited-reason", "reason", "text", { when: "refused" }],
  ]),
  x: dialect({ source: "https://docs.x.com/fundamentals/rate-limits", date }, counters("x-rate-limit", "epoch")),
  jira: dialect({ source: "https://developer.atlassian.com/cloud/jira/platform/rate-limiting/", date }, [
    ["ratelimit-reason", "reason", "text", { when: "refused" }],
    ...counters("x-ratelimit", "iso-minute"),
  ]),
  reddit: dialect({ source: "https://github.com/reddit-archive/reddit/wiki/API", date }, [
    ["x-ratelimit-remaining", "remaining", "integer"],
    ["x-ratelimit-reset", "reset", "delta"],
    ["x-ratelimit-used", "used", "integer"],
  ]),
  express: dialect(express, counters("x-ratelimit", "epoch")),
  fastify: dialect(
    {
      source: "https://github.com/fastify/fastify-rate-limit",
      date: dateOfLibraries,
      refusal: {
        status: 429,
        retryAfter: "delta",
        contentType: "application/json; charset=utf-8",
        body: '{"statusCode":429,"error":"Too Many Requests","message":"Rate limit exceeded, retry in {{wait}}"}',
      },
    },
    counters("x-ratelimit", "delta"),
  ),
  koa: dialect(
    {
      source: "https://github.com/koajs/ratelimit",
      date: dateOfLibraries,
      refusal: {
        status: 429,
        retryAfter: "delta",
        contentType: "text/plain; charset=utf-8",
        body: "Rate limit exceeded, retry in {{wait}}.",
      },
    },
    counters("x-ratelimit", "epoch-decimal"),
  ),
  twitch: dialect(
    { source: "https://dev.twitch.tv/docs/api/guide/#twitch-rate-limits", date: dateOfLibraries },
    counters("ratelimit", "epoch"),
  ),
  binance: dialect(
    {
      source: "https://developers.binance.com/docs/binance-spot-api-docs/rest-api/limits",
      date: dateOfLibraries,
    },
    [
      ["x-mbx-used-weight", "used", "integer", { policy: "weight-1m" }],
      ["x-mbx-used-weight-1m", "used", "integer", { policy: "weight-1m" }],
      ["x-mbx-order-count-10s", "used", "integer", { policy: "orders-10s" }],
      ["x-mbx-order-count-1d", "used", "integer", { policy: "orders-1d" }],
    ],
  ),
  bybit: dialect({ source: "https://bybit-exchange.github.io/docs/v5/rate-limit", date: dateOfLibraries }, [
    ["x-bapi-limit", "limit", "integer"],
    ["x-bapi-limit-status", "remaining", "integer"],
    ["x-bapi-limit-reset-timestamp", "reset", "epoch-ms"],
  ]),
  kucoin: dialect(
    { source: "https://www.kucoin.com/docs-new/rate-limit", date: dateOfLibraries },
    counters("gw-ratelimit", "delta-ms"),
  ),
  strava: dialect(
    { source: "https://developers.strava.com/docs/rate-limits/", date: dateOfLibraries, countsRefused: true },
    ["limit", "read"].flatMap((policy) => {
      const name = policy === "limit" ? "x-ratelimit" : "x-readratelimit";
      const pair = (value: string) => ({ template: `{{${policy}-1.${value}}},{{${policy}-2.${value}}}` });
      return [
        [`${name}-limit`, "template", "template", pair("limit")],
        [`${name}-usage`, "template", "template", pair("used")],
      ] satisfies Row[];
    }),
  ),
  silent: dialect({ source: "https://docs.slack.dev/apis/web-api/rate-limits/", date }, []),
};
