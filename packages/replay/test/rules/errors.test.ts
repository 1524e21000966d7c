import { expect, test } from "vitest";
import { missText } from "../../src/match/explain.ts";
import { ask, countersOf, field, jsonOf, recordedAt, textOf } from "../exchanges.ts";
import { by, full, rule, ruleTest, type Scene, unknown } from "./scene.ts";

const spent = { limit: 60, remaining: 59, reset: recordedAt + 3600, used: 1 };

rule("errors-1", ({ documentationUrl, playerOf }) => {
  test.each(["/user", "/user/repos", "/user/repos?page=2"])("%s", (target) => {
    const reply = playerOf().answer(ask(target));
    expect([reply.status, countersOf(reply), jsonOf(reply)]).toEqual([
      401,
      spent,
      { message: "Requires authentication", documentation_url: documentationUrl },
    ]);
  });
});

function takesForBad({ documentationUrl, playerOf }: Scene, authorization: string): void {
  for (const target of ["/users/ada", "/user", "/zen", "/nowhere"]) {
    const player = playerOf();
    const reply = player.answer(ask(target, { authorization }));
    expect([reply.status, countersOf(reply), jsonOf(reply)]).toEqual([
      401,
      spent,
      { message: "Bad credentials", documentation_url: documentationUrl },
    ]);
    expect(Object.keys(player.quotas())).toEqual(["address 127.0.0.1"]);
  }
}

rule("errors-2", (scene) => {
  test.each(["token no-t0ken", "Bearer no-t0ken", `Basic ${btoa("ada:no-t0ken")}`])("%s", (authorization) => {
    takesForBad(scene, authorization);
  });
});

rule("errors-3", (scene) => {
  const without = ["", "token", "full-t0ken", "token two words", "Digest full-t0ken"];
  test.each([...without, "Basic %%%", ...["ada", "ada:"].map((pair) => `Basic ${btoa(pair)}`)])(
    "%j",
    (authorization) => {
      takesForBad(scene, authorization);
    },
  );
});

ruleTest("errors-4", ({ playerOf }) => {
  const player = playerOf();
  const reply = player.answer(ask("/users/adda?token=s3cr3t"));
  expect([reply.status, ...["content-type", "x-tapedeck", "retry-after"].map((name) => field(reply, name))]).toEqual([
    501,
    "application/problem+json; charset=utf-8",
    "miss",
    null,
  ]);
  expect(countersOf(reply)).toMatchObject({ remaining: 60, used: 0 });
  expect(jsonOf(reply)).toMatchObject({
    status: 501,
    request: {
      method: "GET",
      target: expect.stringMatching(/^\/users\/adda\?token=__redacted-parameter\.[0-9a-f]+__$/),
      principal: "anonymous",
    },
    closest: { tape: "users", place: 1, target: "/users/ada" },
    advice: expect.arrayContaining([expect.stringMatching(/^record it: npx @tapedeck\/cli record /)]),
  });
  expect(textOf(reply)).not.toContain("s3cr3t");
  expect(player.misses()).toMatchObject([
    { target: expect.stringMatching(/^\/users\/adda\?token=__redacted-parameter\.[0-9a-f]+__$/) },
  ]);
});

ruleTest("errors-5", ({ documentationUrl, playerOf }) => {
  const player = playerOf({ misses: "not-found" });
  const reply = player.answer(ask("/users/adda"));
  expect([reply.status, countersOf(reply), jsonOf(reply)]).toEqual([
    404,
    spent,
    { message: "Not Found", documentation_url: documentationUrl },
  ]);
  expect([player.answer(ask("/elsewhere")).status, player.misses().length]).toEqual([404, 0]);
});

rule("errors-6", ({ playerOf }) => {
  test.each(["POST", "PUT", "PATCH", "DELETE", "TRACE"])("%s", (method) => {
    for (const target of ["/users/ada", "/zen", "/rate_limit"]) {
      const reply = playerOf().answer(ask(target, {}, by(method)));
      expect([reply.status, field(reply, "allow"), countersOf(reply)]).toEqual([405, "GET, HEAD, OPTIONS", spent]);
    }
    expect(playerOf().answer(ask("/user", full, by(method))).status).toBe(405);
  });
  test("on a path that is not in the contract, it is a miss", () => {
    expect(playerOf().answer(ask("/nowhere", {}, by("POST"))).status).toBe(501);
  });
  test("a method that was recorded for the path is played, or a miss", () => {
    const bodies = ['{ "b":2, "a":1 }', '{"a":2}'].map((body) => new TextEncoder().encode(body));
    const statuses = bodies.map((body) => playerOf().answer(ask("/posted", {}, { method: "POST", body })).status);
    expect(statuses).toEqual([200, 501]);
  });
});

rule("errors-7", ({ documentationUrl, playerOf }) => {
  test.each([
    ["/user", {}, {}, 401],
    ["/users/ada", unknown, {}, 401],
    ["/users/ada", {}, by("DELETE"), 405],
    ["/users/ada", { range: "bytes=99-" }, {}, 416],
  ])("%s %j %j", (target, sent, parts, status) => {
    const reply = playerOf().answer(ask(target, sent, parts));
    expect([reply.status, field(reply, "content-type"), countersOf(reply)]).toEqual([
      status,
      "application/json; charset=utf-8",
      spent,
    ]);
    expect(jsonOf(reply)).toEqual({ message: expect.any(String), documentation_url: documentationUrl });
  });
});

rule("errors-8", ({ playerOf }) => {
  test.each([
    ["/user", {}],
    ["/users/ada", unknown],
    ["/users/adda", {}],
  ])("%s %j", (target, sent) => {
    const reply = playerOf({ tapes: [] }).answer(ask(target, { origin: "https://page.example", ...sent }));
    expect(field(reply, "access-control-allow-origin")).toBe("*");
  });
});

rule("errors-9", ({ playerOf }) => {
  test.each([
    ["text/plain"],
    ["text/*"],
    ["Text/Plain; charset=utf-8"],
    ["application/json;q=0.5, text/plain;q=0.9"],
    ["text/plain, */*;q=0.1"],
    ["application/vnd.service.v3+json;q=0.2, text/plain"],
  ])("%s: text", (accept) => {
    const player = playerOf();
    const [reply, problem] = [ask("/users/adda", { accept }), ask("/users/adda")].map(player.answer);
    if (!reply || !problem) return expect.fail("no answer");
    expect(["content-type", "x-tapedeck", "retry-after"].map((name) => field(reply, name))).toEqual([
      "text/plain; charset=utf-8",
      "miss",
      null,
    ]);
    expect([reply.status, countersOf(reply)]).toEqual([501, countersOf(problem)]);
    expect(countersOf(reply)).toMatchObject({ remaining: 60, used: 0 });
    expect(textOf(reply)).toBe(`${(jsonOf(problem) as { detail: string }).detail}\n`);
    expect(textOf(reply)).toBe(`${player.misses().map((miss) => missText(miss))[0]}\n`);
    const head = player.answer(ask("/users/adda", { accept }, by("HEAD")));
    expect([head.status, head.body, field(head, "content-type")]).toEqual([501, null, "text/plain; charset=utf-8"]);
  });

  test.each([
    [undefined],
    [""],
    ["*/*"],
    ["text/html"],
    ["text/plain, */*"],
    ["application/json, text/plain, */*"],
    ["application/json, text/plain;q=0.9"],
    ["text/plain;q=0, text/*"],
    ["text/plain, application/problem+json"],
    ["application/vnd.service.v3+json, text/plain;q=0.5"],
  ])("%s: a problem document", (accept) => {
    const reply = playerOf().answer(ask("/users/adda", { accept }));
    expect([reply.status, field(reply, "content-type")]).toEqual([501, "application/problem+json; charset=utf-8"]);
  });

  test("what was recorded, and what is decided, stays JSON", () => {
    const targets = ["/users/ada", "/user"];
    const types = targets.map((target) =>
      field(playerOf().answer(ask(target, { accept: "text/plain" })), "content-type"),
    );
    expect(types).toEqual(targets.map(() => "application/json; charset=utf-8"));
  });
});

ruleTest("errors-11", ({ playerOf }) => {
  const player = playerOf();
  player.exhaust("address 127.0.0.1");
  const reply = player.answer(ask("/users/adda"));
  expect([reply.status, countersOf(reply)?.remaining]).toEqual([501, 0]);
});
