// Visitors who go on as a user by a ticket that an answer to a GET shows: as JSON, on a page. Its request says whose it is.
import { createSecretMemory } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { createPlayer, type Player } from "../src/handlers/player.ts";
import { ask, exchange, tape, textOf, utf8 } from "./exchanges.ts";

const opaque = (text: string): string => Buffer.from(text.repeat(9)).toString("base64url").slice(0, 32);
const sid = (user: string): string => `sid=${opaque(`session of ${user}`)}`;
const basic = (user: string): [string, string] => ["authorization", `Basic ${btoa(`${user}:pw-of-${user}`)}`];

const shows = {
  JSON: (ticket: string) => `{"ticket":"${ticket}"}`,
  "a page": (ticket: string) => `<a href="/sso?ticket=${ticket}">go on</a>`,
};
const ticketIn = (text: string): string => /ticket(?:=|":")([^"]+)/.exec(text)?.[1] ?? "";

function visit(user: string, by: string, shown: keyof typeof shows) {
  const ticket = opaque(`ticket of ${user}`);
  const cookie: [string, string] = ["cookie", sid(user)];
  const asksFor =
    by === "login_hint"
      ? { target: `/ticket?login_hint=${user}`, headers: [cookie] }
      : { target: "/ticket", headers: [cookie, basic(user)], principal: "token" };
  const headers = [["content-type", shown === "JSON" ? "application/json" : "text/html"]] as const;
  return [
    exchange({ target: "/" }, { headers: [["set-cookie", sid(user)]], body: utf8("hello") }),
    exchange(asksFor, { headers, body: utf8(shows[shown](ticket)) }),
    exchange({ target: `/sso?ticket=${ticket}`, headers: [cookie] }, { body: utf8(`welcome, ${user}`) }),
    exchange({ target: "/me", headers: [cookie] }, { body: utf8(user) }),
  ];
}

function* asked(player: Player, user: string, by: string, shown: keyof typeof shows): Generator<string> {
  let [cookie, ticket] = ["", ""];
  for (const { request } of visit(user, by, shown)) {
    const target = request.target.replace(/(?<=ticket=).*/, ticket);
    const outcome = player.answer(ask(target, { ...Object.fromEntries(request.headers), ...(cookie && { cookie }) }));
    cookie = outcome.headers.find(([name]) => name === "set-cookie")?.[1] ?? cookie;
    const text = outcome.status === 501 || outcome.kind !== undefined ? "miss" : String(textOf(outcome));
    ticket = ticketIn(text) || ticket;
    yield ticketIn(text) ? "a ticket" : text;
  }
}

test.each(["login_hint", "Basic"].flatMap((by) => (["JSON", "a page"] as const).map((shown) => [by, shown] as const)))(
  "a visitor whose ticket is asked for by %s and shown as %s gets its own answers, in any order",
  (by, shown) => {
    const own = (user: string) => ["hello", "a ticket", `welcome, ${user}`, user];
    const recordings = [[0], [0, 1]].map((turns) => {
      const memory = createSecretMemory();
      const visits = ["ada", "bob"].map((user) => visit(user, by, shown));
      const order =
        turns.length === 1
          ? visits.flat()
          : visits
              .flatMap((_, at) => [0, 1, 2, 3].slice(at * 2, at * 2 + 2))
              .flatMap((at) => visits.map((each) => each[at] as never));
      return tape(...order.map(memory.exchange));
    });
    const sessions = recordings.map(({ exchanges }) =>
      exchanges.filter(({ request }) => request.target === "/me").map(({ request }) => request.session),
    );
    expect(sessions[0]).toEqual(sessions[1]);
    expect(new Set(sessions[0]).size).toBe(2);
    for (const recorded of recordings)
      for (const users of [["ada", "bob"], ["bob", "ada"], ["bob"]]) {
        const player = createPlayer({ tapes: [recorded] });
        for (const user of users) expect([...asked(player, user, by, shown)]).toEqual(own(user));
        const together = createPlayer({ tapes: [recorded] });
        const turns = users.map((user) => asked(together, user, by, shown));
        const got = own("").map(() => turns.map((each) => each.next().value));
        expect(got.at(-1)).toEqual(users);
      }
  },
);

test("recorded in another order, such a session has the same name", () => {
  const named = (users: readonly string[]) => {
    const memory = createSecretMemory();
    const all = users.map((user) => visit(user, "login_hint", "JSON").map(memory.exchange).at(-1));
    return Object.fromEntries(users.map((user, at) => [user, all[at]?.request.session]));
  };
  expect(named(["bob", "ada"])).toEqual(named(["ada", "bob"]));
});

test("of one user, any other gets what was recorded", () => {
  const memory = createSecretMemory();
  const player = createPlayer({ tapes: [tape(...visit("ada", "Basic", "JSON").map(memory.exchange))] });
  expect([...asked(player, "zoe", "Basic", "JSON")]).toEqual(["hello", "a ticket", "welcome, ada", "ada"]);
});

test("what a session looks up of an account, or by a key, names no session", () => {
  const memory = createSecretMemory();
  const looked = ["/list?account=acme", "/list?q=shoes", "/list"].map((target) => {
    const [begin, , , me] = visit(target, "login_hint", "JSON") as [never, never, never, never];
    memory.exchange(begin);
    const cursor = opaque(`cursor of ${target}`);
    const cookie: [string, string] = ["cookie", sid(target)];
    const answer = { headers: [["content-type", "application/json"]] as const, body: utf8(`{"token":"${cursor}"}`) };
    memory.exchange(exchange({ target, headers: [cookie] }, answer));
    memory.exchange(exchange({ target: `/list?token=${cursor}`, headers: [cookie] }));
    return (memory.exchange(me) as { request: { session?: string } }).request.session;
  });
  expect(looked).toEqual([undefined, undefined, undefined]);
});
