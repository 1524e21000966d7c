import { expect, test } from "vitest";
import { ask, exchange, field, tape } from "../exchanges.ts";
import { full, rule, ruleTest } from "./scene.ts";

ruleTest("vendor-1", ({ name, playerOf }) => {
  const reply = playerOf().answer(ask("/user"));
  expect(field(reply, `x-${name}-media-type`)).toBe(`${name}.v3; format=json`);
  expect(field(reply, `x-${name}-request-id`)).toBe("0000:000000:0000000:0000000:00000000");
  const title = name === "github" ? "GitHub" : "Service";
  const exposed = field(reply, "access-control-expose-headers")?.split(", ") ?? [];
  expect(exposed).toEqual(expect.arrayContaining([`X-${title}-OTP`, `X-${title}-Media-Type`, "Link", "Retry-After"]));
});

ruleTest("vendor-2", ({ name, playerOf }) => {
  const headers = [
    ["access-control-expose-headers", "ETag, X-Acme-OTP, X-Acme-Media-Type"],
    ["content-type", "application/json; charset=utf-8"],
    ["x-acme-media-type", "acme.v3; format=json"],
    ["x-ratelimit-limit", "60"],
  ] as const;
  const reply = playerOf({ tapes: [tape(exchange({}, { headers }))] }).answer(ask());
  const title = name === "github" ? "GitHub" : "Service";
  expect([field(reply, `x-${name}-media-type`), field(reply, "x-acme-media-type")]).toEqual([
    `${name}.v3; format=json`,
    null,
  ]);
  expect(field(reply, "access-control-expose-headers")).toBe(`ETag, X-${title}-OTP, X-${title}-Media-Type`);
});

rule("vendor-3", ({ playerOf }) => {
  const previews = "application/vnd.service.a-preview+json, application/vnd.service.b-preview+json";
  test.each(["", "*/*", "text/html", previews, "application/vnd.github.v3.full+json"])("Accept: %s", (accept) => {
    for (const target of ["/users/ada", "/rate_limits-are-decided", "/user"]) {
      const sent = target === "/user" ? { accept, ...full } : { accept };
      const reply = playerOf().answer(ask(target, sent));
      expect(field(reply, "content-type")).toMatch(/^application\/(?:problem\+)?json; charset=utf-8$/);
    }
    expect(playerOf().answer(ask("/users/ada", { accept })).status).toBe(200);
  });
});
