// What a session that the answer to a GET began is named by.
import { expect, test } from "vitest";
import { createSession, type Session } from "../../src/redact/session.ts";
import { isSameSession } from "../../src/redact/session-names.ts";
import { opaque, told } from "./told.ts";

type Told = Parameters<typeof told>[0] & { readonly status?: number };

/** A client that begins a session, and returns the name that each of its requests gets. */
function visitor(session: Session, who: string, issued = `sid=${opaque(who)}`): (asked: Told) => string | undefined {
  const cookie = issued.replaceAll(/;[^,]*,? ?/g, "; ");
  session.exchange(told({ answered: issued.split(", ").map((each) => ["set-cookie", each] as const) }));
  return ({ status = 200, ...asked }) => {
    const { request, response } = told({ ...asked, headers: [["cookie", cookie]] });
    return session.exchange({ request, response: { ...response, status } }).request.session;
  };
}

const login = (user: string): Told => ({
  method: "POST",
  target: "/login",
  body: `{"user":"${user}","password":"pw-of-${user}"}`,
});

test("a session is named by the first request that changes something, alike in any order", () => {
  const named = (users: readonly string[]) => {
    const session = createSession();
    const clients = users.map((user) => ({ user, ask: visitor(session, user) }));
    for (const { ask } of clients) expect(ask({ target: "/me" })).toBeUndefined();
    for (const { user, ask } of clients) ask(login(user));
    return clients.map(({ ask }) => ask({ target: "/me" }));
  };
  const [ada, bob] = named(["ada", "bob"]);
  expect(ada).toMatch(/^[\da-f]{10}$/);
  expect(bob).not.toBe(ada);
  expect(named(["bob", "ada"])).toEqual([bob, ada]);
});

test("a session is named anew by a login, and by nothing else", () => {
  const ask = visitor(createSession(), "ada");
  expect(ask({ ...login("ada"), status: 403 })).toBeUndefined();
  const cart = ask({ method: "POST", target: "/cart", body: `{"item":1}` });
  expect(ask({ method: "POST", target: "/cart", body: `{"item":2}` })).toBe(cart);
  const ada = ask(login("ada"));
  expect(ada).toMatch(new RegExp(`^${cart} [\\da-f]{10}$`));
  expect(ask({ target: "/me" })).toBe(ada);
  for (let left = 20; left > 0; left -= 1) expect((ask(login(`user-${left}`)) as string).length).toBeLessThan(90);
});

test("a value that two sessions have is nobody's, and one that an answer to a POST issued begins none", () => {
  const session = createSession();
  const [ada, bob] = ["ada", "bob"].map((who) =>
    visitor(session, who, `node=${opaque("node")}; Path=/, sid=${opaque(who)}`),
  );
  const name = ada?.(login("ada"));
  expect(ada?.({ target: "/me" })).toBe(name);
  expect(bob?.({ target: "/me" })).toBeUndefined();
  expect(session.exchange(told({ headers: [["cookie", `node=${opaque("node")}`]] })).request.session).toBeUndefined();
  const issued = told({ method: "POST", target: "/session", answered: [["set-cookie", `sid=${opaque("cyd")}`]] });
  session.exchange(issued);
  const sent = told({ method: "POST", target: "/cart", headers: [["cookie", `sid=${opaque("cyd")}`]] });
  expect(session.exchange(sent).request.session).toBeUndefined();
});

test("a code of a redirect and a session that it renews belong to its session", () => {
  const session = createSession();
  const ask = visitor(session, "ada");
  const name = ask(login("ada"));
  expect(ask({ target: "/authorize", answered: [["location", `/callback?code=${opaque("code")}`]] })).toBe(name);
  const exchanged = told({ method: "POST", target: "/token", body: `{"code":"${opaque("code")}"}` });
  expect(session.exchange(exchanged).request.session).toBe(name);
});

test("two sessions that nothing tells apart are told of; hiding twice keeps a name", () => {
  const ambiguous: string[] = [];
  const session = createSession({ onAmbiguous: (placeholder) => ambiguous.push(placeholder) });
  const clients = ["ada", "bob"].map((user) => ({ user, ask: visitor(session, user) }));
  for (const { user, ask } of clients) ask(login(user));
  for (const { ask } of clients) ask({ target: "/me" });
  expect(ambiguous).toEqual([]);
  visitor(session, "another ada")(login("ada"));
  expect(ambiguous).toEqual(["__redacted-cookie__"]);
  const clean = { ...told({}), request: { ...told({}).request, session: "1a2b3c4d5e" } };
  expect(createSession().exchange(clean)).toEqual(clean);
});

test.each([
  ["equal names are", "a", "a", true],
  ["a name and what it became are", "a b", "a", true],
  ["what two became of one is not", "a b", "a c", false],
  ["names that begin alike are not", "ab", "a", false],
])("isSameSession(): %s one session", (_shows, one, other, same) => {
  expect([isSameSession(one, other), isSameSession(other, one)]).toEqual([same, same]);
});

test.each<[shows: string, sent: (token: string) => Told]>([
  ["a page shows", (token) => ({ method: "POST", target: "/notes", body: `{"csrf_token":"${token}"}` })],
  [
    "a signed cookie holds",
    (token) => {
      const held = Buffer.from(JSON.stringify({ csrf: token })).toString("base64url");
      return { method: "POST", target: "/notes", headers: [["cookie", `session=${held}.aSdI9Q.kR3vX0bW2c9Yt7Lq5nZ8`]] };
    },
  ],
])("a token that %s names no session: a replay does not know it by that", (_shows, sent) => {
  const session = createSession();
  const token = opaque("csrf");
  session.exchange(told({ answered: [], answer: `<input type="hidden" name="csrf_token" value="${token}">` }));
  expect(session.exchange(told(sent(token))).request.session).toBeUndefined();
});
