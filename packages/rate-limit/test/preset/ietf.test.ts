// What these presets must express: a test for each cell of the table in the issue that asked for them.
import { expect, test } from "vitest";
import { noon } from "../one-policy.ts";
import { service } from "../service.ts";

test("ietf: RateLimit and RateLimit-Policy, and a problem when refused", () => {
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
});

test("ietf: other problem types, by a policy of one's own", () => {
  const type = "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity";
  const refusal = { status: 503, contentType: "application/problem+json", body: JSON.stringify({ type }) };
  const algorithm = { kind: "token-bucket", capacity: 1, refillPerSecond: 1 } as const;
  const { ask } = service({ preset: "ietf", policies: [{ name: "capacity", algorithm, refusal }] });
  ask("/");
  expect(ask("/")).toMatchObject({ status: 503, body: JSON.stringify({ type }) });
});

test("ietf-06: three headers", () =>
  expect(service("ietf-06").ask("/").headers).toEqual({
    "ratelimit-limit": "50",
    "ratelimit-remaining": "49",
    "ratelimit-reset": "60",
  }));

test("gitlab: epoch, the date of the reset when refused, and 429 as text", () => {
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
});

test("gitlab: a limit that no header tells", () => {
  const { ask, times } = service("gitlab");
  times(300, "/api/v4/users/7");
  const refused = ask("/api/v4/users/7");
  expect([refused.by, refused.headers["ratelimit-remaining"]]).toEqual(["users_api", "1700"]);
});

test("cloudflare: the IETF form, and everything blocked for five minutes on excess", () => {
  const { ask, left } = service("cloudflare");
  expect(ask("/").headers["ratelimit"]).toBe('"default";r=1199;t=300, "burst";r=199;t=1');
  left("default account ada", 0);
  expect(ask("/", { now: noon + 250 }).headers["retry-after"]).toBe("300");
  expect([ask("/", { now: noon + 549 }).allowed, ask("/", { now: noon + 550 }).allowed]).toEqual([false, true]);
});
