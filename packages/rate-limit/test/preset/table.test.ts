// What each preset must express, one test for each cell of the table in the issue that asked for them.
import { expect, test } from "vitest";
import {
  type Bucket,
  checkScheme,
  commit,
  createLimiter,
  createWriter,
  type LimitedAnswer,
  type LimitedRequest,
  readRateLimit,
  type SchemeFile,
} from "../../src/index.ts";
import { noon } from "../one-policy.ts";

/** What is asked beside the path: GET by Ada, at noon, and answered 200, unless it says otherwise. */
interface Asked extends Partial<LimitedRequest> {
  readonly now?: number;
  readonly answer?: LimitedAnswer;
  readonly anonymous?: boolean;
  /** Still under way when the next one is asked. */
  readonly stays?: boolean;
}

/** A service that limits by a preset, or by what differs from one. */
function service(file: string | SchemeFile) {
  const scheme = checkScheme(typeof file === "string" ? { preset: file } : file, "file");
  const limiter = createLimiter(scheme);
  const writer = createWriter(scheme);
  const buckets = new Map<string, Bucket>();
  let answered = 0;
  const ask = (
    path: string,
    { now = noon, answer = { status: 200 }, stays = false, anonymous = false, ...rest }: Asked = {},
  ) => {
    const caller = anonymous ? {} : { credential: "ada" };
    const request = { address: "192.0.2.1", ...caller, app: "app", method: "GET", path, ...rest };
    const decision = limiter.take(buckets, request, now, answer);
    commit(buckets, decision.changes);
    if (!stays) commit(buckets, limiter.settle(buckets, decision, null, now));
    const refusal = writer.refusal(decision, now);
    const pairs = [...writer.headers(decision, now, answered++), ...(refusal?.headers ?? [])];
    const headers: Record<string, string> = Object.fromEntries(pairs);
    const status = refusal?.status ?? answer.status;
    const body = refusal?.body ?? writer.body(answer.body ?? "{}", decision, now);
    const by = decision.refusedBy?.policy.name ?? null;
    return {
      status,
      headers,
      body,
      by,
      allowed: decision.allowed,
      read: readRateLimit({ status, headers: pairs, body }, now),
    };
  };
  const left = (bucket: string, remaining: number): void =>
    commit(buckets, [limiter.change(buckets, bucket, { remaining }, noon)]);
  return {
    ask,
    left,
    times: (count: number, path: string, asked?: Asked) =>
      Array.from({ length: count }, () => ask(path, asked)).at(-1) ?? expect.fail(),
  };
}
const status = (code: number, body?: object) => ({
  answer: { status: code, ...(body && { body: JSON.stringify(body) }) },
});

test.each<[cell: string, shows: () => void]>([
  [
    "github: resources, named by x-ratelimit-resource",
    () => {
      const { ask } = service("github");
      for (const [path, resource, limit] of [
        ["/user", "core", "5000"],
        ["/search/issues", "search", "30"],
        ["/search/code", "code_search", "10"],
        ["/graphql", "graphql", "5000"],
      ] as const)
        expect(ask(path).headers).toMatchObject({ "x-ratelimit-resource": resource, "x-ratelimit-limit": limit });
    },
  ],
  [
    "github: GraphQL counts points, as the answer says",
    () =>
      expect(
        service("github").ask("/graphql", status(200, { data: { rateLimit: { cost: 51 } } })).headers[
          "x-ratelimit-used"
        ],
      ).toBe("51"),
  ],
  [
    "github: a 304 is free with a credential",
    () => {
      const used = (asked: Asked) => service("github").ask("/user", asked).headers["x-ratelimit-used"];
      expect([used(status(304)), used({ ...status(304), anonymous: true })]).toEqual(["0", "1"]);
    },
  ],
  [
    "github: the reset that is told is off by a second, and the window stays",
    () => {
      const { ask } = service("github");
      const told = [0, 1, 2].map(() => Number(ask("/user").headers["x-ratelimit-reset"]) - noon - 3600);
      expect(told.map(Math.abs)).toEqual([0, 1, 0]);
    },
  ],
  [
    "github: a hundred requests at once",
    () => {
      const { ask, times } = service("github");
      times(100, "/user", { stays: true });
      expect(ask("/user")).toMatchObject({ status: 403, by: "concurrent", read: { refusal: "secondary" } });
    },
  ],
  [
    "github: 900 points a minute of an endpoint, of which a write takes five",
    () => {
      const { ask, times } = service("github");
      times(16, "/a", { method: "PUT" });
      times(820, "/b");
      expect(ask("/b").allowed).toBe(true);
      const reads = service("github");
      reads.times(900, "/b");
      expect(reads.ask("/b")).toMatchObject({
        status: 403,
        by: "points-per-minute",
        read: { refusal: "secondary", retryAt: noon + 60 },
      });
      expect(ask("/c").allowed).toBe(true);
    },
  ],
  [
    "github: content may be created eighty times a minute, and 500 an hour",
    () => {
      const { ask, times } = service("github");
      times(80, "/issues", { method: "POST" });
      expect(ask("/issues", { method: "POST" }).by).toBe("content-per-minute");
      for (let minute = 1; minute <= 6; minute++) times(70, "/issues", { method: "POST", now: noon + 60 * minute });
      expect(ask("/issues", { method: "POST", now: noon + 600 }).by).toBe("content-per-hour");
      expect(ask("/issues").allowed).toBe(true);
    },
  ],
  [
    "github: GraphQL refuses with 200",
    () => {
      const { ask, left } = service("github");
      left("graphql account ada", 0);
      const refused = ask("/graphql", { method: "POST" });
      expect(refused).toMatchObject({ status: 200, allowed: false, read: { refusal: "quota" } });
      expect([refused.headers["x-ratelimit-remaining"], JSON.parse(refused.body).errors[0].type]).toEqual([
        "0",
        "RATE_LIMITED",
      ]);
    },
  ],
  [
    "ietf: RateLimit and RateLimit-Policy, and a problem when refused",
    () => {
      const { ask, left } = service("ietf");
      expect(ask("/").headers).toEqual({
        ratelimit: '"minute";r=49;t=60, "hour";r=999;t=3600',
        "ratelimit-policy": '"minute";q=50;w=60, "hour";q=1000;w=3600',
      });
      left("minute account ada", 0);
      const { status: code, headers, body } = ask("/", { now: noon + 10 });
      expect([code, headers["content-type"], headers["retry-after"]]).toEqual([429, "application/problem+json", "50"]);
      expect(JSON.parse(body)).toMatchObject({
        type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
        "violated-policies": ["minute"],
      });
    },
  ],
  [
    "ietf: other problem types, by a policy of one's own",
    () => {
      const type = "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity";
      const refusal = { status: 503, contentType: "application/problem+json", body: JSON.stringify({ type }) };
      const algorithm = { kind: "token-bucket", capacity: 1, refillPerSecond: 1 } as const;
      const { ask } = service({ preset: "ietf", policies: [{ name: "capacity", algorithm, refusal }] });
      ask("/");
      expect(ask("/")).toMatchObject({ status: 503, body: JSON.stringify({ type }) });
    },
  ],
  [
    "ietf-06: three headers",
    () =>
      expect(service("ietf-06").ask("/").headers).toEqual({
        "ratelimit-limit": "50",
        "ratelimit-remaining": "49",
        "ratelimit-reset": "60",
      }),
  ],
  [
    "gitlab: epoch, the date of the reset when refused, and 429 as text",
    () => {
      const { ask, left } = service("gitlab");
      const { "ratelimit-reset": reset, ...others } = ask("/api/v4/projects").headers;
      expect([reset, others["ratelimit-name"], others["ratelimit-resettime"]]).toEqual([
        `${noon + 60}`,
        "throttle_authenticated_api",
        undefined,
      ]);
      left("throttle_authenticated_api account ada", 0);
      const { status: code, headers, body } = ask("/api/v4/projects");
      expect([code, body, headers["content-type"], headers["retry-after"]]).toEqual([
        429,
        "Retry later\n",
        "text/plain",
        "60",
      ]);
      expect(headers["ratelimit-resettime"]).toBe("Thu, 01 Jan 2026 00:01:00 GMT");
    },
  ],
  [
    "gitlab: a limit that no header tells",
    () => {
      const { ask, times } = service("gitlab");
      times(300, "/api/v4/users/7");
      const refused = ask("/api/v4/users/7");
      expect([refused.by, refused.headers["ratelimit-remaining"]]).toEqual(["users_api", "1700"]);
    },
  ],
  [
    "cloudflare: the IETF form, and everything blocked for five minutes on excess",
    () => {
      const { ask, left } = service("cloudflare");
      expect(ask("/").headers["ratelimit"]).toBe('"default";r=1199;t=300, "burst";r=199;t=1');
      left("default account ada", 0);
      expect(ask("/", { now: noon + 250 }).headers["retry-after"]).toBe("300");
      expect([ask("/", { now: noon + 549 }).allowed, ask("/", { now: noon + 550 }).allowed]).toEqual([false, true]);
    },
  ],
  [
    "openai: requests and tokens at once, told in durations",
    () => {
      const { ask, left } = service("openai");
      const body = JSON.stringify({ model: "m", max_tokens: 1000 });
      expect(ask("/v1/chat/completions", { method: "POST", body }).headers).toMatchObject({
        "x-ratelimit-remaining-requests": "499",
        "x-ratelimit-reset-requests": "120ms",
        "x-ratelimit-limit-tokens": "30000",
        "x-ratelimit-remaining-tokens": "28992",
      });
      left("tokens account ada, body:/model m", 8);
      const refused = ask("/v1/chat/completions", { method: "POST", body });
      expect([refused.status, refused.by, refused.headers["x-ratelimit-reset-tokens"]]).toEqual([
        429,
        "tokens",
        "59.984s",
      ]);
      expect([refused.headers["retry-after"], JSON.parse(refused.body).error.type]).toEqual(["2", "tokens"]);
    },
  ],
  [
    "anthropic: requests, input and output tokens, told by RFC 3339",
    () => {
      const { ask, left } = service("anthropic");
      const body = JSON.stringify({ model: "m", max_tokens: 800 });
      const { headers } = ask("/v1/messages", { method: "POST", body });
      expect(headers).toMatchObject({
        "anthropic-ratelimit-requests-remaining": "49",
        "anthropic-ratelimit-output-tokens-remaining": "7200",
        "anthropic-ratelimit-output-tokens-reset": "2026-01-01T00:00:06Z",
      });
      left("requests account ada, body:/model m", 0);
      const refused = ask("/v1/messages", { method: "POST", body });
      expect([refused.status, refused.headers["retry-after"], JSON.parse(refused.body).error.type]).toEqual([
        429,
        "2",
        "rate_limit_error",
      ]);
    },
  ],
  [
    "discord: buckets by route and major parameter, with decimals",
    () => {
      const { ask } = service("discord");
      const [one, again, other] = ["/channels/7/messages", "/channels/7/messages", "/channels/8/messages"].map(
        (path) => ask(path).headers,
      );
      expect(one).toMatchObject({ "x-ratelimit-reset": `${noon + 5}.000`, "x-ratelimit-reset-after": "5.000" });
      expect([one, again, other].map((each) => each?.["x-ratelimit-remaining"])).toEqual(["4", "3", "4"]);
      expect(again?.["x-ratelimit-bucket"]).toBe(one?.["x-ratelimit-bucket"]);
      expect(other?.["x-ratelimit-bucket"]).not.toBe(one?.["x-ratelimit-bucket"]);
    },
  ],
  [
    "discord: a global limit, and its scope",
    () => {
      const { ask } = service("discord");
      for (let nth = 0; nth < 50; nth++) ask(`/channels/${nth}/messages`);
      const refused = ask("/channels/99/messages");
      expect(refused.headers).toMatchObject({ "x-ratelimit-global": "true", "x-ratelimit-scope": "global" });
      expect(JSON.parse(refused.body)).toEqual({
        message: "You are being rate limited.",
        retry_after: 1,
        global: true,
      });
      const own = service("discord");
      own.times(5, "/channels/7/messages");
      expect(own.ask("/channels/7/messages").headers).toMatchObject({ "x-ratelimit-scope": "user" });
    },
  ],
  [
    "discord: ten thousand invalid requests ban the address, whoever asks",
    () => {
      const { ask, left } = service("discord");
      left("invalid address 192.0.2.1", 1);
      expect(ask("/users/@me", status(401)).status).toBe(401);
      expect(ask("/guilds/9/members", { credential: "other" })).toMatchObject({
        status: 429,
        by: "invalid",
        body: "error code: 1015",
      });
      expect(ask("/users/@me", { address: "192.0.2.2" }).allowed).toBe(true);
    },
  ],
  [
    "shopify: 32/40, and the leak",
    () => {
      const { ask, times } = service("shopify");
      expect(times(32, "/admin/api/2026-10/products.json").headers).toEqual({
        "x-shopify-shop-api-call-limit": "32/40",
      });
      expect(ask("/admin/api/2026-10/products.json", { now: noon + 10 }).headers).toEqual({
        "x-shopify-shop-api-call-limit": "13/40",
      });
      times(27, "/admin/api/2026-10/products.json", { now: noon + 10 });
      expect(ask("/admin/api/2026-10/products.json", { now: noon + 10 }).headers["retry-after"]).toBe("0.500");
    },
  ],
  [
    "shopify: a GraphQL query is held to what it asks for, and charged what it came to",
    () => {
      const { ask, left } = service("shopify");
      const cost = { extensions: { cost: { requestedQueryCost: 101, actualQueryCost: 46 } } };
      const throttle = (body: string) => JSON.parse(body).extensions.cost.throttleStatus;
      expect(throttle(ask("/admin/api/2026-10/graphql.json", status(200, cost)).body)).toEqual({
        maximumAvailable: 2000,
        currentlyAvailable: 1954,
      });
      left("graphql app app, account ada", 100);
      const refused = ask("/admin/api/2026-10/graphql.json", status(200, cost));
      expect([refused.status, refused.allowed, JSON.parse(refused.body).errors[0].extensions.code]).toEqual([
        200,
        false,
        "THROTTLED",
      ]);
      expect(throttle(refused.body)).toMatchObject({ currentlyAvailable: 100, restoreRate: 100 });
    },
  ],
  [
    "stripe: nothing told until refused; rate and concurrency",
    () => {
      const { ask, times } = service("stripe");
      expect(ask("/v1/charges").headers).toEqual({});
      times(24, "/v1/charges");
      expect(ask("/v1/charges").headers).toMatchObject({ "stripe-rate-limited-reason": "endpoint-rate" });
      const slow = service("stripe");
      for (let nth = 0; nth < 25; nth++) slow.ask(`/v1/${nth}`, { stays: true });
      expect(slow.ask("/v1/charges").headers["stripe-rate-limited-reason"]).toBe("global-concurrency");
    },
  ],
  [
    "slack: nothing told until refused; tiers by method",
    () => {
      const { ask, times } = service("slack");
      expect(times(20, "/api/users.list").headers).toEqual({});
      expect(ask("/api/users.list")).toMatchObject({ by: "tier2", status: 429, headers: { "retry-after": "60" } });
      expect(times(50, "/api/conversations.history").allowed).toBe(true);
      expect(ask("/api/conversations.history").by).toBe("tier3");
      const post = { method: "POST", body: '{"channel":"C1"}' };
      times(5, "/api/chat.postMessage", post);
      expect(ask("/api/chat.postMessage", post).headers["retry-after"]).toBe("1");
      expect(ask("/api/chat.postMessage", { ...post, body: '{"channel":"C2"}' }).allowed).toBe(true);
    },
  ],
  [
    "x: fifteen minutes by endpoint, for the user and for the app",
    () => {
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
    },
  ],
  [
    "jira: the reset to the minute, and three limits with a reason",
    () => {
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
    },
  ],
  [
    "reddit: a delta, and no limit",
    () => {
      const { headers, read } = service("reddit").ask("/api/me", { now: noon + 12 });
      expect(headers).toEqual({ "x-ratelimit-remaining": "599", "x-ratelimit-reset": "588", "x-ratelimit-used": "1" });
      expect(read.policies).toMatchObject([{ limit: 600, remaining: 599, resetsAt: noon + 600 }]);
    },
  ],
  [
    "strava: two windows in one header, from each quarter of an hour and from midnight; what is refused counts on the day",
    () => {
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
    },
  ],
])("%s", (_cell, shows) => shows());
