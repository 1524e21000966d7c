import { expect, test } from "vitest";
import { ask, countersOf, field, jsonOf, textOf } from "../exchanges.ts";
import { full, malformed, rule, unknown } from "./scene.ts";

rule("city-1", ({ playerOf }) => {
  test.each([{}, full, unknown, malformed])("%j", (sent) => {
    const player = playerOf();
    for (const target of ["/bicyclists/helsinki", "/bicyclists/helsinki/"]) {
      const reply = player.answer(ask(target, sent));
      expect([reply.status, textOf(reply), field(reply, "content-type"), countersOf(reply)]).toEqual([
        200,
        "42",
        "application/json; charset=utf-8",
        null,
      ]);
    }
    expect(player.quotas()).toEqual({});
  });
  test.each([
    ["DELETE", 405],
    ["OPTIONS", 204],
  ])("%s is uncounted too", (method, status) => {
    const player = playerOf();
    const reply = player.answer(ask("/bicyclists/helsinki", {}, { method }));
    expect([reply.status, countersOf(reply), player.quotas()]).toEqual([status, null, {}]);
  });
});

rule("city-2", ({ playerOf }) => {
  test.each(["/bicyclists/atlantis", "/bicyclists/atlantis?unit=1"])("%s", (target) => {
    const player = playerOf();
    const reply = player.answer(ask(target));
    expect([reply.status, countersOf(reply), player.quotas()]).toEqual([404, null, {}]);
    expect(jsonOf(reply)).toEqual({
      message: "Unknown city atlantis: one of benalmadena, cordoba, fuengirola, helsinki, malaga, moscow, spb",
      documentation_url: "https://docs.service.example/rest",
    });
    expect(reply.headers.filter(([name]) => /^(?:x-|access-)/.test(name))).toEqual([
      ["access-control-allow-origin", "*"],
    ]);
  });
});

rule("city-3", ({ playerOf }) => {
  test.each([
    ["explain", 501],
    ["not-found", 404],
  ] as const)("with misses: %s", (misses, status) => {
    const reply = playerOf({ misses }).answer(ask("/bicyclists/spb"));
    expect([reply.status, countersOf(reply)]).toEqual([status, null]);
  });
});
