import { type CredentialForm, compileApi, plain } from "@tapedeck/api";
import { createScrubber } from "@tapedeck/tape";
import { createSecretMemory } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { createPlayer } from "../../src/handlers/player.ts";
import { ask, countersOf, exchange, headers, jsonOf, tape, textOf, utf8 } from "../exchanges.ts";
import { full, limited, malformed, rule, ruleTest, unknown } from "./scene.ts";

ruleTest("principals-1", ({ playerOf }) => {
  const player = playerOf();
  const basic = `Basic ${btoa("whoever:full-t0ken")}`;
  const forms = ["token full-t0ken", "Bearer full-t0ken", basic, "TOKEN  full-t0ken", "bearer full-t0ken"];
  const replies = forms.map((authorization) => player.answer(ask("/user", { authorization })));
  expect(replies.map((reply) => [reply.status, countersOf(reply)?.used])).toEqual(
    forms.map((_form, at) => [200, at + 1]),
  );
  expect(player.journal().map(({ principal }) => principal)).toEqual(forms.map(() => "full"));
});

ruleTest("principals-2", ({ playerOf }) => {
  const player = playerOf();
  player.answer(ask("/users/full-t0ken?token=s3cr3t-par4meter", full));
  player.answer(ask("/user", full));
  const said = JSON.stringify([player.journal(), player.misses(), player.quotas(), player.tapes()]);
  expect(["full-t0ken", "s3cr3t"].filter((secret) => said.includes(secret))).toEqual([]);
  expect([said.includes('"principal":"full"'), createScrubber().text(said)]).toEqual([true, said]);
});

ruleTest("principals-3", ({ playerOf }) => {
  const tapes = [tape(exchange({ target: "/user", principal: "token" }))];
  const player = playerOf({ tokens: {}, tapes });
  expect([unknown, full, limited].map((sent) => player.answer(ask("/user", sent)).status)).toEqual([200, 200, 200]);
  expect(player.answer(ask("/user", malformed)).status).toBe(401);
  expect(Object.entries(player.quotas()).map(([bucket, { used }]) => [bucket, used])).toEqual([
    ["account token", 3],
    ["address 127.0.0.1", 1],
  ]);
});

rule("principals-4", ({ playerOf }) => {
  test("one bucket", () => {
    const player = playerOf();
    for (const sent of [full, limited, {}]) player.answer(ask("/users/ada", sent));
    expect(Object.entries(player.quotas()).map(([bucket, { used }]) => [bucket, used])).toEqual([
      ["account ada", 2],
      ["address 127.0.0.1", 1],
    ]);
  });
  test.each([
    ["full", [full, limited]],
    ["limited", [limited, full]],
  ])("its limit, where %s opens the window", (_first, sent) => {
    const player = playerOf({}, { limits: { anonymous: 60, token: 5000, ada: 7, full: 8, limited: 9 } });
    expect(sent.map((each) => countersOf(player.answer(ask("/users/ada", each)))?.remaining)).toEqual([6, 5]);
    player.exhaust("account ada");
    expect(countersOf(player.answer(ask("/users/ada", full)))).toMatchObject({ limit: 7, remaining: 0 });
  });
});

ruleTest("principals-5", ({ playerOf }) => {
  const seen = (principal: string, names: readonly string[]) =>
    exchange({ target: "/user/repos", principal }, { body: utf8(JSON.stringify(names)) });
  const player = playerOf({ tapes: [tape(seen("full", ["open", "hidden"]), seen("limited", ["open"]))] });
  expect([full, limited].map((sent) => jsonOf(player.answer(ask("/user/repos", sent))))).toEqual([
    ["open", "hidden"],
    ["open"],
  ]);
});

ruleTest("principals-6", ({ playerOf }) => {
  const own = exchange({ principal: "full" }, { body: utf8('"full"') });
  const player = playerOf({ tapes: [tape(exchange({}, { body: utf8('"nobody"') }), own)] });
  expect([{}, full, limited].map((sent) => textOf(player.answer(ask("/users/ada", sent))))).toEqual([
    '"nobody"',
    '"full"',
    '"nobody"',
  ]);
});

ruleTest("principals-7", ({ playerOf }) => {
  const tapes = [tape(exchange({ target: "/user" }), exchange({ target: "/user", principal: "full" }))];
  expect([full, limited].map((sent) => playerOf({ tapes }).answer(ask("/user", sent)).status)).toEqual([200, 501]);
  const refused = [tape(exchange({ target: "/user" }, { status: 401 }))];
  expect([{}, limited].map((sent) => playerOf({ tapes: refused }).answer(ask("/user", sent)).status)).toEqual([
    401, 501,
  ]);
});

ruleTest("principals-10", ({ playerOf }) => {
  const logins = ["Bearer __redacted-field__", "Bearer __redacted-field.2__"];
  const seen = logins.map((authorization) =>
    exchange(
      { target: "/user", principal: "token", headers: [["authorization", authorization]] },
      { body: utf8(JSON.stringify(authorization)) },
    ),
  );
  const issued = logins.map((each, at) =>
    exchange({ method: "POST", target: "/login", body: utf8(String(at)) }, { body: utf8(each) }),
  );
  expect(
    playerOf({ tokens: {}, tapes: [tape(...issued, ...seen.slice(0, 1))] }).answer(
      ask("/user", { authorization: logins[1] }),
    ).status,
  ).toBe(501);
  // An issued token is valid, also where other tokens are known.
  for (const tokens of [{}, { full: "full-t0ken" }]) {
    const player = playerOf({ tokens, tapes: [tape(...seen)] });
    const asked = [...logins.toReversed(), ...logins];
    expect(asked.map((authorization) => jsonOf(player.answer(ask("/user", { authorization }))))).toEqual(asked);
    expect(Object.entries(player.quotas()).map(([bucket, { used }]) => [bucket, used])).toEqual([["account token", 4]]);
  }
});

ruleTest("principals-12", ({ playerOf }) => {
  const memory = createSecretMemory();
  const basic = (pair: string) => ({ authorization: `Basic ${btoa(pair)}` });
  const answered = (pair: string, status: number) => {
    const request = { target: "/user", principal: "token", headers: headers(...Object.entries(basic(pair))) };
    return memory.exchange(exchange(request, { status, body: utf8(JSON.stringify(pair)) }));
  };
  const recorded = [
    answered("ada:wrong", 401),
    answered("ada:right", 200),
    answered("bob:wrong", 401),
    answered("bob:right", 200),
  ];
  const player = playerOf({ tokens: {}, tapes: [tape(...recorded)] });
  const asked = ["bob:other", "bob:wrong", "ada:other", "ada:wrong", "bob:right"];
  expect(asked.map((pair) => jsonOf(player.answer(ask("/user", basic(pair)))))).toEqual([
    "bob:right",
    "bob:wrong",
    "ada:right",
    "ada:wrong",
    "bob:right",
  ]);
  expect(player.answer(ask("/user", basic("eve:right"))).status).toBe(501);
  const alone = playerOf({ tokens: {}, tapes: [tape(...recorded.slice(0, 2))] });
  expect(jsonOf(alone.answer(ask("/user", basic("dummy:dummy"))))).toBe("ada:right");
});

rule("principals-11", () => {
  const placed: ReadonlyArray<readonly [form: CredentialForm, target: string, headers: Record<string, string>]> = [
    [{ header: "x-api-key" }, "/orders", { "x-api-key": "k3y-t0ken-one" }],
    [{ query: "key" }, "/orders?key=k3y-t0ken-one", {}],
    [{ cookie: "sid" }, "/orders", { cookie: "sid=k3y-t0ken-one" }],
    [{ header: "x-api-key" }, "/orders", { authorization: "Bearer k3y-t0ken-one" }],
    [{ scheme: "basic" }, "/orders", { authorization: "Bearer k3y-t0ken-one" }],
  ];
  test.each(placed)("%j", (form, target, sent) => {
    const own = { target, principal: sent["authorization"] ? "token" : "anonymous" };
    const tapes = [
      tape(exchange({ ...own, headers: Object.entries(sent).filter(([name]) => name !== "authorization") })),
    ];
    const operations = { orders: { path: "/orders", method: "GET", credential: "required" } } as const;
    const described = compileApi({ name: "described", operations, credentials: [form] }, { base: plain });
    const misses = [plain, described].flatMap((api) =>
      [{}, { full: "k3y-t0ken-one" }].flatMap((tokens) => {
        const player = createPlayer({ tapes, api, tokens: sent["authorization"] ? {} : tokens });
        player.answer(ask(target, sent));
        return player.misses();
      }),
    );
    expect(misses).toEqual([]);
  });
});
