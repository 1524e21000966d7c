// Credentials that nobody recorded: a dummy is taken for the only account's, and for none of several.
import { createSecretMemory } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { createPlayer, type Player } from "../src/handlers/player.ts";
import { recordMisses } from "../src/handlers/record-misses.ts";
import { ask, exchange, headers, tape, textOf, utf8 } from "./exchanges.ts";

/** Where a credential may stand. */
const places = {
  token: (said: string) => ({ authorization: `Bearer ${said}` }),
  key: (said: string) => ({ "x-api-key": said }),
  session: (said: string) => ({ cookie: `sid=${said}` }),
} as const;
type Place = keyof typeof places;
const kinds = Object.keys(places) as Place[];
const unknown = "9f86d081884c7d659a2feaa0c55ad015";

const issued = (nth: string): string => `__redacted-field${nth}__`;
const loginOf = (user: string, nth: string) =>
  exchange(
    { method: "POST", target: "/login", body: utf8(user) },
    { headers: headers(), body: utf8(`"${issued(nth)}"`) },
  );
const logins = [loginOf("ada", ""), loginOf("bob", ".2"), loginOf("ada", ".3")];
const me = (place: Place, said: string, answer = said) =>
  exchange(
    {
      target: "/me",
      principal: place === "token" ? "token" : "anonymous",
      headers: headers(...Object.entries(places[place](said))),
    },
    { body: utf8(answer) },
  );

/** Returns the answer to a request with these headers; "miss" for none. */
function said(player: Player, sent: Readonly<Record<string, string>>): string | null {
  const outcome = player.answer(ask("/me", sent));
  return outcome.status === 501 || outcome.kind !== undefined ? "miss" : textOf(outcome);
}

const recording = (place: Place, ...nths: string[]) => tape(...logins, ...nths.map((nth) => me(place, issued(nth))));

test.each(kinds)("of several accounts with a %s, one that nobody recorded gets no answer", (place) => {
  const player = createPlayer({ tapes: [recording(place, "", ".2")] });
  expect(said(player, places[place](unknown))).toBe("miss");
  expect([".2", ""].map((nth) => said(player, places[place](issued(nth))))).toEqual([issued(".2"), issued("")]);
  const [miss] = player.misses();
  expect(miss?.closest?.differences).toEqual([
    { part: "principal", at: null, asked: "an unknown credential", recorded: issued("") },
  ]);
  expect(miss?.advice.at(-1)).toBe(
    `several logins were recorded: log in as one of them, or send what its answer issued, such as "${issued("")}"`,
  );
});

test.each(kinds)(
  "where other requests were recorded with a second account's %s, one that nobody recorded gets no answer either",
  (place) => {
    const orders = exchange({ ...me(place, issued(".2")).request, target: "/orders" }, { body: utf8("bob's") });
    const player = createPlayer({ tapes: [tape(...logins, me(place, issued("")), orders)] });
    expect([unknown, issued("")].map((each) => said(player, places[place](each)))).toEqual(["miss", issued("")]);
  },
);

test.each(["key", "session"] as const)("nor does a request without a %s, of several accounts", (place) => {
  const player = createPlayer({ tapes: [recording(place, "", ".2")] });
  expect(said(player, {})).toBe("miss");
});

test.each(kinds)("so it is with a %s among more answers than are compared by all headers", (place) => {
  const many = Array.from({ length: 300 }, (_, nth) => ["", ".2"][nth % 2] as string);
  const player = createPlayer({ tapes: [recording(place, ...many)] });
  expect([unknown, issued(".2")].map((each) => said(player, places[place](each)))).toEqual(["miss", issued(".2")]);
});

test("where an upstream is asked, a wrong key beside a known token is upstream's to judge", async () => {
  const headersOf = (key: string) => ({ ...places.token(issued("")), ...places.key(key) });
  const own = exchange(
    { target: "/me", principal: "token", headers: headers(...Object.entries(headersOf(issued("")))) },
    { body: utf8("own") },
  );
  const handler = recordMisses(createPlayer({ tapes: [tape(...logins, own)] }), async () => new Response("refused"), {
    from: "http://live.example",
  });
  const answers = [unknown, issued("")].map(async (key) => textOf(await handler.answer(ask("/me", headersOf(key)))));
  expect(await Promise.all(answers)).toEqual(["refused", "own"]);
});

test.each(["token", "session"] as const)(
  "where an upstream is asked, so is what was recorded for a %s that a GET began, of who logged in",
  async (place) => {
    const recorded = [
      ...logins,
      me(place, "__redacted-cookie__"),
      exchange({ ...me(place, issued("")).request, target: "/x" }),
    ];
    const handler = recordMisses(createPlayer({ tapes: [tape(...recorded)] }), async () => new Response("own"), {
      from: "http://live.example",
    });
    const answers = [issued(""), "__redacted-cookie__"].map(async (each) =>
      textOf(await handler.answer(ask("/me", places[place](each)))),
    );
    expect(await Promise.all(answers)).toEqual(["own", "__redacted-cookie__"]);
  },
);

test("an alias that is called token is a name like any other", () => {
  const secret = "known-t0ken-of-full";
  const of = (nth: string) =>
    exchange({ target: "/me", principal: "token", headers: [["cookie", `sid=${issued(nth)}`]] }, { body: utf8(nth) });
  const player = createPlayer({ tapes: [tape(...logins, of(""), of(".2"))], tokens: { token: secret } });
  expect(said(player, { authorization: `Bearer ${secret}`, cookie: `sid=${unknown}` })).toBe("");
});

test.each(kinds)("of one account with a %s, however often it logged in, a dummy gets its answers in order", (place) => {
  const player = createPlayer({ tapes: [recording(place, "", ".3")] });
  expect([unknown, unknown].map((each) => said(player, places[place](each)))).toEqual([issued(""), issued(".3")]);
});

test.each(kinds)("a %s that nobody recorded gets what another unknown one got, and not several accounts'", (place) => {
  const sent = place === "token" ? "" : "__redacted-header.5d41402abc__";
  const refused =
    sent === ""
      ? exchange({ target: "/me", principal: "token" }, { body: utf8("refused") })
      : me(place, sent, "refused");
  const player = createPlayer({ tapes: [tape(...logins, me(place, issued("")), me(place, issued(".2")), refused)] });
  expect(said(player, places[place](unknown))).toBe("refused");
});

test.each([
  ["key", "session"],
  ["session", "key"],
] as const)("where a %s of several accounts was recorded, an unknown %s gets nothing", (place, other) => {
  const player = createPlayer({ tapes: [recording(place, "", ".2")] });
  expect(said(player, places[other](unknown))).toBe("miss");
});

test.each(kinds)("where an upstream is asked, a %s that nobody recorded is upstream's to judge", async (place) => {
  const handler = recordMisses(createPlayer({ tapes: [recording(place, "")] }), async () => new Response("refused"), {
    from: "http://live.example",
  });
  const answers = [unknown, issued("")].map(async (each) =>
    textOf(await handler.answer(ask("/me", places[place](each)))),
  );
  expect(await Promise.all(answers)).toEqual(["refused", issued("")]);
});

test("a token with an alias gets its answers, whatever else is sent with it", () => {
  const of = (nth: string) =>
    exchange({ target: "/me", principal: "full", headers: [["cookie", `sid=${issued(nth)}`]] }, { body: utf8(nth) });
  const player = createPlayer({ tapes: [tape(...logins, of(""), of(".2"))], tokens: { full: "known-t0ken-of-full" } });
  expect(said(player, { authorization: "Bearer known-t0ken-of-full", cookie: `sid=${unknown}` })).toBe("");
});

test("a rule without callers takes any credential", () => {
  const player = createPlayer({ tapes: [recording("key", "", ".2")], rule: ["method", "path", "body"] });
  expect(said(player, places.key(unknown))).toBe(issued(""));
});

test("of several keys of their own, one that was not recorded gets no answer, until the header is left out", () => {
  const keys = { AAAA9xKq27LmZp04TtYw8Rr1: "907b7b872e", BBBB3nVw81QsXe55HjUi6Oo2: "ceb7eb28d1" };
  const recorded = Object.values(keys).map((tag) => me("key", `__redacted-header.${tag}__`, tag));
  const other = "CCCC7dGb46FrPl92KmNn4Ss3";
  const tapes = [tape(...recorded)];
  const player = createPlayer({ tapes });
  const sent = [other, ...Object.keys(keys).toReversed(), other];
  expect(sent.map((key) => said(player, places.key(key)))).toEqual(["miss", "ceb7eb28d1", "907b7b872e", "miss"]);
  expect(player.misses()[0]?.closest?.differences).toMatchObject([{ part: "header", at: "x-api-key" }]);
  const lenient = createPlayer({ tapes, match: [{ path: "/me", ignore: ["header.x-api-key"] }] });
  expect(said(lenient, places.key(other))).toBe("907b7b872e");
  const [only = ""] = Object.values(keys);
  expect(said(createPlayer({ tapes: [tape(recorded[0] as never)] }), places.key(other))).toBe(only);
});

const key = "c0rrect-horse";
const keys = [null, key, "wr0ng-horse"];
const keyed = (each: string | null) => (each === null ? {} : { "x-api-key": each });
const statusFor = (each: string | null): number => (each === key ? 200 : 401);

test("of two keys that people chose, one that nobody recorded gets no answer", () => {
  const memory = createSecretMemory();
  const exchanges = keys.map((each) =>
    memory.exchange(
      exchange({ target: "/me", headers: headers(...Object.entries(keyed(each))) }, { status: statusFor(each) }),
    ),
  );
  const player = createPlayer({ tapes: [tape(...exchanges)] });
  const statuses = [...keys, "an0ther-horse"].map((each) => player.answer(ask("/me", keyed(each))).status);
  expect(statuses).toEqual([401, 200, 401, 501]);
});

test.each([[keys], [keys.toReversed()], [[key, null, key]]])(
  "where an upstream is asked, clients with and without a key get their own answers: %j",
  async (order) => {
    const asked: unknown[] = [];
    const upstream = async ({ headers: sent }: Request): Promise<Response> => {
      asked.push(sent.get("x-api-key"));
      return new Response("", { status: statusFor(sent.get("x-api-key")) });
    };
    const handler = recordMisses(createPlayer({ tapes: [] }), upstream, { from: "http://live.example" });
    const all = [...order, ...order];
    const statuses: number[] = [];
    for (const each of all) statuses.push((await handler.answer(ask("/me", keyed(each)))).status);
    expect([statuses, asked]).toEqual([all.map(statusFor), [...new Set(order)]]);
  },
);
