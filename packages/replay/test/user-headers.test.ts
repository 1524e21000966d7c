// Users whom a header names, as a proxy's does: each gets what was recorded for it, also in a session that began before.
import type { Exchange } from "@tapedeck/tape";
import { createSecretMemory } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import type { FetchHandler } from "../src/handlers/handler.ts";
import { createPlayer, type Player } from "../src/handlers/player.ts";
import { recordMisses } from "../src/handlers/record-misses.ts";
import { ask, exchange, tape, textOf, utf8 } from "./exchanges.ts";

const sid = (user: string): string =>
  `sid=${Buffer.from(`session of ${user}`.repeat(9)).toString("base64url").slice(0, 32)}`;

/** A visitor whom a header names in one request, or in each. */
function visit(user: string, method: string, isInEach: boolean) {
  const cookie: [string, string] = ["cookie", sid(user)];
  const name: [string, string] = ["x-forwarded-user", user];
  const often = isInEach ? [name] : [];
  const begins = { headers: [["set-cookie", sid(user)]] as [string, string][], body: utf8("hello") };
  return [
    exchange({ target: "/", headers: often }, begins),
    exchange({ target: "/in", method, headers: [cookie, name] }, { body: utf8(`in as ${user}`) }),
    exchange({ target: "/me", headers: [cookie, ...often] }, { body: utf8(user) }),
    exchange({ target: "/order", method: "POST", headers: [cookie, ...often] }, { body: utf8(`order of ${user}`) }),
  ];
}

/** Asks what a user asked, one request after the other. */
function* asked(player: Player, user: string, ...how: readonly [method: string, isInEach: boolean]): Generator<string> {
  let cookie = "";
  for (const { request } of visit(user, ...how)) {
    const { target, method, headers } = request;
    const sent = { ...Object.fromEntries(headers), ...(cookie && { cookie }) };
    const outcome = player.answer(ask(target, sent, { method }));
    cookie = outcome.headers.find(([name]) => name === "set-cookie")?.[1] ?? cookie;
    yield outcome.status === 501 || outcome.kind !== undefined ? "miss" : String(textOf(outcome));
  }
}

test.each([
  ["GET", false],
  ["GET", true],
  ["POST", false],
  ["POST", true],
] as const)(
  "visitors whom a header names get their own answers in any order (%s, in each request: %s)",
  (method, isInEach) => {
    const how = [method, isInEach] as const;
    const memory = createSecretMemory();
    const tapes = [tape(...["ada", "bob"].flatMap((user) => visit(user, ...how)).map(memory.exchange))];
    const own = (user: string) => ["hello", `in as ${user}`, user, `order of ${user}`];
    for (const users of [["ada", "bob"], ["bob", "ada"], ["bob"]]) {
      const player = createPlayer({ tapes });
      for (const user of users) expect([...asked(player, user, ...how)]).toEqual(own(user));
      const turns = users.map((user) => asked(createPlayer({ tapes }), user, ...how));
      expect(Array.from(own(""), () => turns.map((each) => each.next().value)).at(-1)).toEqual(
        users.map((user) => `order of ${user}`),
      );
    }
  },
);

test.each([
  ["no cookie", "GET", {}],
  ["no cookie", "POST", {}],
  ["a cookie of its own", "GET", { cookie: "sid=dummy" }],
  ["a cookie of its own", "POST", { cookie: "sid=dummy" }],
])("with %s, a user whom a header names in each request gets its own answers (%s)", (_shows, method, own) => {
  const memory = createSecretMemory();
  const visits = ["ada", "bob"].flatMap((user) => {
    const [begin, entered, me, order] = visit(user, method, true) as [Exchange, Exchange, Exchange, Exchange];
    return [begin, entered, me, order, { ...me, request: { ...me.request, target: "/orders" } }];
  });
  const player = createPlayer({ tapes: [tape(...visits.map(memory.exchange))] });
  for (const user of ["bob", "ada", "bob"]) {
    const sent = { ...own, "x-forwarded-user": user };
    const said = ["/in", "/me", "/order", "/orders"].map((target) =>
      textOf(
        player.answer(
          ask(target, sent, { method: target === "/in" ? method : target === "/order" ? "POST" : "GET" }),
        ) as never,
      ),
    );
    expect(said).toEqual([`in as ${user}`, user, `order of ${user}`, user]);
  }
});

test("two sessions of a user whom a header names get their own answers by what changes something in them", () => {
  const memory = createSecretMemory();
  const visits = ["1", "2"].flatMap((item) => {
    const headers = [
      ["cookie", sid(item)],
      ["x-forwarded-user", "ada"],
    ] as const;
    const put = exchange({ target: "/cart", method: "POST", headers, body: utf8(item) }, { body: utf8("ok") });
    const shown = exchange({ target: "/cart", headers }, { body: utf8(`a cart with ${item}`) });
    return [...visit(item, "GET", false).slice(0, 1), put, shown];
  });
  const player = createPlayer({ tapes: [tape(...visits.map(memory.exchange))] });
  for (const item of ["2", "1"]) {
    const [, cookie = ""] = player.answer(ask("/")).headers.find(([name]) => name === "set-cookie") ?? [];
    const sent = { cookie, "x-forwarded-user": "ada" };
    player.answer(ask("/cart", sent, { method: "POST", body: new TextEncoder().encode(item) }));
    expect(textOf(player.answer(ask("/cart", sent)) as never)).toBe(`a cart with ${item}`);
  }
});

test("a user in a header is that user's, whichever visitor's session its browser has", () => {
  const visitors = ["", ".0"].map((tag) =>
    exchange({ target: "/" }, { headers: [["set-cookie", `sid=__redacted-cookie${tag}__`]] }),
  );
  const all = ["ada", "bob", "ada"].map((user, nth) => {
    const cookie: [string, string] = ["cookie", `sid=__redacted-cookie${nth === 2 ? ".0" : ""}__`];
    const headers = [cookie, ["x-actor", user]] as const;
    const { request, response } = exchange(
      { target: "/in", method: "POST", headers },
      { body: utf8(`${nth} ${user}`) },
    );
    return { request: { ...request, session: `+000000000${nth}` }, response };
  });
  const said = (user: string | undefined, nth: number, recorded: readonly Exchange[] = all) => {
    const player = createPlayer({ tapes: [tape(...visitors, ...recorded)] });
    const cookies = visitors.map(() => player.answer(ask("/")).headers[0]?.[1] ?? "");
    const sent = { cookie: cookies[nth] ?? "", ...(user && { "x-actor": user }) };
    return textOf(player.answer(ask("/in", sent, { method: "POST" })) as never);
  };
  expect([said("bob", 0), said("bob", 1)]).toEqual(["1 bob", "1 bob"]);
  expect([said("ada", 0), said("ada", 1)]).toEqual(["0 ada", "2 ada"]);
  const [ada, bob, other] = all as [Exchange, Exchange, Exchange];
  const headers = bob.request.headers.filter(([name]) => name !== "x-actor");
  expect(said(undefined, 1, [ada, { ...bob, request: { ...bob.request, headers } }, other])).toBe("2 ada");
});

/** What users get of recordings of ada, where a service is asked for what is missing. */
function withUpstream(recorded: readonly [string, string][], answer?: FetchHandler) {
  const tapes = [
    tape(exchange({ target: "/me", headers: [["accept", "text/plain"], ...recorded] }, { body: utf8("recorded") })),
  ];
  const service: FetchHandler = async ({ headers }) => new Response(`asked as ${headers.get("x-actor")}`);
  const handler = recordMisses(createPlayer({ tapes }), answer ?? service, { from: "http://localhost" });
  return async (sent: Readonly<Record<string, string>>) => {
    const outcome = await handler.answer(ask("/me", { accept: "text/plain", ...sent }));
    return outcome.kind === undefined ? textOf(outcome) : "";
  };
}

test("where an upstream is asked, a user whom a header names gets no other's answer", async () => {
  const said = withUpstream([["x-actor", "ada"]]);
  for (const _again of [1, 2]) {
    expect(await said({ "x-actor": "bob" })).toBe("asked as bob");
    expect(await said({ "x-actor": "ada" })).toBe("recorded");
    expect(await said({})).toBe("asked as null");
  }
  expect(await withUpstream([])({ "x-actor": "bob" })).toBe("asked as bob");
});

test.each<[shows: string, sent: Record<string, string>, upstream: { readonly isGone?: boolean }]>([
  ["an id that is generated", { "x-user-id": "550e8400-e29b-41d4-a716-446655440000" }, {}],
  ["a number that is made anew", { "x-user-name": "e2e-1732845000000" }, {}],
  ["an id that a program makes up for its statistics", { "x-anonymous-user-id": "k3j2h1" }, {}],
  ["what a proxy says of the connection", { "x-forwarded-for": "10.0.0.2" }, {}],
  ["no answer of upstream", { "x-actor": "bob" }, { isGone: true }],
])("but what was recorded is given for %s", async (_shows, sent, { isGone = false }) => {
  const recorded = Object.keys(sent).map((name): [string, string] => [
    name,
    name === "x-actor" ? "ada" : "7d444840-9dc0-11d1-b245-5ffdce74fad2",
  ]);
  const gone: FetchHandler = () => Promise.reject(new Error("it is gone"));
  const said = withUpstream(recorded, isGone ? gone : undefined);
  expect(await said(sent)).toBe("recorded");
});

/** Two users whom a header names where each gets a token, which they send alone. */
function tokens(users: readonly string[], login: string) {
  return users.flatMap((user) => {
    const token = Buffer.from(`token of ${user}`.repeat(9)).toString("base64url").slice(0, 32);
    const headers: [string, string][] = [
      ["content-type", "application/x-www-form-urlencoded"],
      ["x-actor", user],
    ];
    const given = {
      headers: [["content-type", "application/json"]] as const,
      body: utf8(`{"access_token":"${token}"}`),
    };
    const bearer = { principal: "token", headers: [["authorization", `Bearer ${token}`]] as const };
    return [
      exchange({ target: "/token", method: "POST", headers, body: utf8(login) }, given),
      exchange({ target: "/me", ...bearer }, { body: utf8(`me, ${user}`) }),
      exchange({ target: `/of-${user}`, ...bearer }, { body: utf8(`only ${user}`) }),
    ];
  });
}

test.each([
  ["whom no password tells", "account=acme", "miss"],
  ["of one password", "user=ada&password=correct-Horse9", "only bob"],
])("a token that a user in a header got is that user's: %s", (_shows, login, others) => {
  const memory = createSecretMemory();
  const player = createPlayer({ tapes: [tape(...tokens(["ada", "bob"], login).map(memory.exchange))] });
  const body = new TextEncoder().encode(login);
  const headers = { "content-type": "application/x-www-form-urlencoded", "x-actor": "ada" };
  const got = String(textOf(player.answer(ask("/token", headers, { method: "POST", body })) as never));
  const authorization = `Bearer ${JSON.parse(got).access_token}`;
  const said = (target: string) => {
    const outcome = player.answer(ask(target, { authorization }));
    return outcome.status === 501 ? "miss" : textOf(outcome as never);
  };
  expect([said("/me"), said("/of-ada"), said("/of-bob")]).toEqual(["me, ada", "only ada", others]);
});

test("a user whom two headers name is known in whichever order a recording has them", async () => {
  const said = withUpstream([
    ["x-user-name", "Ada"],
    ["x-user-id", "7"],
  ]);
  expect(await said({ "x-user-name": "Ada", "x-user-id": "7" })).toBe("recorded");
  expect(await said({ "x-user-name": "Ada", "x-user-id": "8" })).toBe("asked as null");
});

test("a recording without any header, as of a tool that leaves them out, is given to each", async () => {
  const tapes = [tape(exchange({ target: "/me" }, { body: utf8("recorded") }))];
  const handler = recordMisses(createPlayer({ tapes }), async () => new Response("asked"), {
    from: "http://localhost",
  });
  expect(textOf((await handler.answer(ask("/me", { "x-actor": "bob" }))) as never)).toBe("recorded");
});
