// What these presets must express: a test for each cell of the table in the issue that asked for them.
import { expect, test } from "vitest";
import { noon } from "../one-policy.ts";
import { service, status } from "../service.ts";

test("discord: buckets by route and major parameter, with decimals", () => {
  const { ask } = service("discord");
  const [one, again, other] = ["/channels/7/messages", "/channels/7/messages", "/channels/8/messages"].map(
    (path) => ask(path).headers,
  );
  expect(one).toMatchObject({ "x-ratelimit-reset": `${noon + 5}.000`, "x-ratelimit-reset-after": "5.000" });
  expect([one, again, other].map((each) => each?.["x-ratelimit-remaining"])).toEqual(["4", "3", "4"]);
  expect(again?.["x-ratelimit-bucket"]).toBe(one?.["x-ratelimit-bucket"]);
  expect(other?.["x-ratelimit-bucket"]).not.toBe(one?.["x-ratelimit-bucket"]);
});

test("discord: a global limit, and its scope", () => {
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
});

test("discord: ten thousand invalid requests ban the address, whoever asks", () => {
  const { ask, left } = service("discord");
  left("invalid address 192.0.2.1", 1);
  expect(ask("/users/@me", status(401)).status).toBe(401);
  expect(ask("/guilds/9/members", { credential: "other" })).toMatchObject({
    status: 429,
    by: "invalid",
    body: "error code: 1015",
  });
  expect(ask("/users/@me", { address: "192.0.2.2" }).allowed).toBe(true);
});

test("shopify: 32/40, and the leak", () => {
  const { ask, times } = service("shopify");
  expect(times(32, "/admin/api/2026-10/products.json").headers).toEqual({
    "x-shopify-shop-api-call-limit": "32/40",
  });
  expect(ask("/admin/api/2026-10/products.json", { now: noon + 10 }).headers).toEqual({
    "x-shopify-shop-api-call-limit": "13/40",
  });
  times(27, "/admin/api/2026-10/products.json", { now: noon + 10 });
  expect(ask("/admin/api/2026-10/products.json", { now: noon + 10 }).headers["retry-after"]).toBe("0.500");
});

test("shopify: a GraphQL query is held to what it asks for, and charged what it came to", () => {
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
});

test("stripe: nothing told until refused; rate and concurrency", () => {
  const { ask, times } = service("stripe");
  expect(ask("/v1/charges").headers).toEqual({});
  times(24, "/v1/charges");
  expect(ask("/v1/charges").headers).toMatchObject({ "stripe-rate-limited-reason": "endpoint-rate" });
  const slow = service("stripe");
  for (let nth = 0; nth < 25; nth++) slow.ask(`/v1/${nth}`, { stays: true });
  expect(slow.ask("/v1/charges").headers["stripe-rate-limited-reason"]).toBe("global-concurrency");
});

test("slack: nothing told until refused; tiers by method", () => {
  const { ask, times } = service("slack");
  expect(times(20, "/api/users.list").headers).toEqual({});
  expect(ask("/api/users.list")).toMatchObject({ by: "tier2", status: 429, headers: { "retry-after": "60" } });
  expect(times(50, "/api/conversations.history").allowed).toBe(true);
  expect(ask("/api/conversations.history").by).toBe("tier3");
  const post = { method: "POST", body: '{"channel":"C1"}' };
  times(5, "/api/chat.postMessage", post);
  expect(ask("/api/chat.postMessage", post).headers["retry-after"]).toBe("1");
  expect(ask("/api/chat.postMessage", { ...post, body: '{"channel":"C2"}' }).allowed).toBe(true);
});
