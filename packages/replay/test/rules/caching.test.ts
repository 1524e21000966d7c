import { expect, test } from "vitest";
import { ask, field } from "../exchanges.ts";
import { by, full, malformed, rule, unknown } from "./scene.ts";

rule("caching-1", ({ name, playerOf }) => {
  const whose = name === "github" ? "private" : "public";
  test.each([
    [{}, "public, max-age=60, s-maxage=60"],
    [full, `${whose}, max-age=60, s-maxage=60`],
  ])("%j", (sent, cacheControl) => {
    expect(field(playerOf().answer(ask("/users/ada", sent)), "cache-control")).toBe(cacheControl);
  });
});

rule("caching-2", ({ name, playerOf }) => {
  test.each([
    ["/users/ada", {}],
    ["/user", {}],
    ["/user", malformed],
    ["/users/nobody", unknown],
  ])("%s %j", (target, sent) => {
    const wanted = { origin: "https://page.example", "access-control-request-headers": "x-service-api-version" };
    const reply = playerOf().answer(ask(target, { ...wanted, ...sent }, by("OPTIONS")));
    expect([reply.status, reply.body, field(reply, "content-length")]).toEqual([204, null, null]);
    const word = name === "github" ? "GitHub" : "Service";
    const advertised = ["allow-origin", "allow-headers", "allow-methods", "max-age", "expose-headers"].map((each) =>
      field(reply, `access-control-${each}`),
    );
    expect(advertised).toEqual([
      "*",
      "x-service-api-version",
      "GET, HEAD, OPTIONS",
      "86400",
      `ETag, Link, Location, Retry-After, X-${word}-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, X-${word}-Media-Type, Deprecation, Sunset`,
    ]);
  });
});
