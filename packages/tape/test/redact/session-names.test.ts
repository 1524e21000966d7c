// What a session that the answer to a GET began is named by.
import { expect, test } from "vitest";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { createSessionNames, isSessionAfter, namesIn } from "../../src/redact/memory/session-names.ts";
import { opaque, type Told, told, visitor } from "./told.ts";

const login = (user: string): Told => ({
  method: "POST",
  target: "/login",
  body: `{"user":"${user}","password":"pw-of-${user}"}`,
});

test("a session is named by the first request that changes something, alike in any order", () => {
  const named = (users: readonly string[]) => {
    const memory = createSecretMemory();
    const clients = users.map((user) => ({ user, ask: visitor(memory, user) }));
    for (const { ask } of clients) expect(ask({ target: "/me" })).toBeUndefined();
    for (const { user, ask } of clients) expect(ask(login(user))).toMatch(/^\+[\da-f]{10}@[\da-f]{14}$/);
    return clients.map(({ ask }) => ask({ target: "/me" }));
  };
  const [ada, bob] = named(["ada", "bob"]);
  expect(ada).toMatch(/^[\da-f]{10}@[\da-f]{14}$/);
  expect(bob).not.toBe(ada);
  expect(named(["bob", "ada"])).toEqual([bob, ada]);
});

test("a session is named anew by a login, and by nothing else", () => {
  const ask = visitor(createSecretMemory(), "ada");
  expect(ask({ ...login("ada"), status: 403 })).toBeUndefined();
  const cart = ask({ method: "POST", target: "/cart", body: `{"item":1}` })?.slice(1);
  expect(ask({ method: "POST", target: "/cart", body: `{"item":2}` })).toBe(cart);
  const ada = ask(login("ada"));
  expect(ada).toMatch(new RegExp(`^${cart} \\+[\\da-f]{10}@[\\da-f]{14}$`));
  expect(ask({ target: "/me" })).toBe(ada?.replace("+", ""));
  for (let left = 20; left > 0; left -= 1) expect((ask(login(`user-${left}`)) as string).length).toBeLessThan(215);
});

test.each<[shows: string, credential: (user: string) => readonly [string, string]]>([
  ["a key", (user) => ["x-api-key", opaque(`key of ${user}`)]],
  ["Basic", (user) => ["authorization", `Basic ${Buffer.from(`${user}:pw-of-${user}`).toString("base64")}`]],
])("what a visitor changes by %s in a header names a session as its user's", (_shows, credential) => {
  const named = (user: string, seed: string): string | undefined => {
    const memory = createSecretMemory();
    const sid = `sid=${opaque(seed)}`;
    memory.exchange(told({ answered: [["set-cookie", sid]] }));
    const { request, response } = told({ method: "POST", target: "/in", headers: [["cookie", sid], credential(user)] });
    const principal = credential(user)[0] === "authorization" ? "token" : "anonymous";
    return memory.exchange({ request: { ...request, principal }, response }).request.session;
  };
  const [ada, bob, again] = [named("ada", "1"), named("bob", "2"), named("ada", "3")];
  expect(ada).toMatch(/^\+[\da-f]{10}$/);
  expect(bob).not.toBe(ada);
  expect(again).toBe(ada);
});

test.each([
  ["a POST that does not say who sends it", { method: "POST", target: "/cart", body: `{"item":1}` }, true],
  ["a POST with a password", login("ada"), false],
  ["a POST with a name", { method: "POST", target: "/session", body: "email=ada%40example.org&code=1" }, false],
  ["a POST with a key", { method: "POST", target: `/cart?api_key=${opaque("key")}` }, false],
])("%s may begin a session", (_shows, begin, isNamed) => {
  const memory = createSecretMemory();
  memory.exchange(told({ ...begin, answered: [["set-cookie", `sid=${opaque("sid")}`]] }));
  const sent = told({ method: "POST", target: "/order", headers: [["cookie", `sid=${opaque("sid")}`]] });
  expect(memory.exchange(sent).request.session !== undefined).toBe(isNamed);
});

test("an upload that a POST begins is no session", () => {
  const memory = createSecretMemory();
  const target = `/uploads/1?token=${opaque("upload")}`;
  memory.exchange(told({ method: "POST", target: "/uploads", answered: [["location", target]] }));
  const sent = memory.exchange(told({ method: "PATCH", target }));
  expect([sent.request.target, sent.request.session]).toEqual(["/uploads/1?token=__redacted-parameter__", undefined]);
});

test.each([
  ["a ticket in its query", (code: string) => `/cb?ticket=${code}`, true],
  ["one in its path", (code: string) => `/verify/${code}?code=1`, true],
  ["a state", (code: string) => `/cb?state=${code}`, false],
  ["a form's token", (code: string) => `/cart?csrf_token=${code}`, false],
])("a session that a GET begins is named by what an answer issued it, as %s", (_shows, targetOf, isNamed) => {
  const memory = createSecretMemory();
  const [first, second, again, other] = ["ada", "bob", "ada", "ada&tenant=2"].map((user, nth) => {
    const code = opaque(`code ${nth}`);
    const answer = JSON.stringify({ ticket: code, code });
    memory.exchange(told({ method: "POST", target: "/login", body: `user=${user}`, answer }));
    const begun = told({ target: targetOf(code), answered: [["set-cookie", `sid=${opaque(nth)}`]] });
    return memory.exchange(begun).request;
  });
  expect(first?.target).toContain("__redacted-");
  expect([first?.session, second?.session].map((name) => name !== undefined)).toEqual([isNamed, isNamed]);
  if (isNamed) expect([second?.session === first?.session, again?.session]).toEqual([false, first?.session]);
  if (isNamed) expect(other?.session).not.toBe(first?.session);
});

test.each([
  ["says nothing of its user", { body: "{}" }],
  ["names an account in a session", { body: "account=acme", headers: [["cookie", "theme=dark"]] as const }],
  ["names a user whom another one asks for", { body: "user=ada", headers: [["x-api-key", opaque("a key")]] as const }],
])("a session that a ticket begins is named by the ticket if the request for it %s", (_says, asked) => {
  const memory = createSecretMemory();
  const [first, second] = [1, 2].map((nth) => {
    const code = opaque(`code ${nth}`);
    memory.exchange(told({ method: "POST", target: "/sso", ...asked, answer: JSON.stringify({ ticket: code }) }));
    return memory.exchange(told({ target: `/in?ticket=${code}`, answered: [["set-cookie", `sid=${opaque(nth)}`]] }))
      .request;
  });
  expect(first?.session).toBeDefined();
  expect(second?.session).not.toBe(first?.session);
});

test("tickets that are read at once are each their own user's", async () => {
  const memory = createSecretMemory();
  const answer = (user: string): string =>
    JSON.stringify({
      items: Array.from({ length: 400 }, (_, nth) => ({ token: opaque(`${user} ${nth}`) })),
      ticket: opaque(user),
    });
  const logins = ["ada", "bob"].map((user) =>
    memory.whenReady(() =>
      memory.exchange(told({ method: "POST", target: "/login", body: `user=${user}`, answer: answer(user) })),
    ),
  );
  await Promise.all(logins);
  const [ada, bob, alone] = [memory, memory, createSecretMemory()].map((each, nth) => {
    const user = ["ada", "bob", "ada"][nth] ?? "";
    if (each !== memory)
      each.exchange(told({ method: "POST", target: "/login", body: "user=ada", answer: answer(user) }));
    const set = ["set-cookie", `sid=${opaque(`sid ${nth}`)}`] as const;
    return each.exchange(told({ target: `/in?ticket=${opaque(user)}`, answered: [set] })).request.session;
  });
  expect(ada).toBe(alone);
  expect(bob).not.toBe(ada);
});

test.each([
  ["its cookie is renewed", (nth: number) => opaque(`another ${nth}`), 200],
  ["it redirects", () => null, 302],
  ["nothing else shows it", () => null, 200],
  ["the ticket is refused", () => null, 403],
])(
  "a visitor's session that goes on as a user's by a ticket is named by whom it is for, where %s",
  (_shows, renewed, status) => {
    const memory = createSecretMemory();
    const [ada, bob, again] = ["ada", "bob", "ada"].map((user, nth) => {
      const ask = visitor(memory, `${user} ${nth}`);
      const ticket = opaque(`ticket ${nth}`);
      const answer = JSON.stringify({ ticket });
      memory.exchange(told({ method: "POST", target: "/idp", body: `user=${user}&password=pw-of-${user}`, answer }));
      const sid = renewed(nth);
      return ask({
        target: `/app?ticket=${ticket}`,
        status,
        answered: sid === null ? [] : [["set-cookie", `sid=${sid}`]],
      });
    });
    if (status === 403) return expect([ada, bob]).toEqual([undefined, undefined]);
    expect(ada).toMatch(/^\+[\da-f]{10}$/);
    expect(again).toBe(ada);
    expect(bob).not.toBe(ada);
  },
);

test("a ticket that a redirect gives to a session is for whom that logged in", () => {
  const memory = createSecretMemory();
  const [ada, bob, again] = ["ada", "bob", "ada"].map((user, nth) => {
    const [idp, ask] = [`idp=${opaque(`idp ${nth}`)}`, visitor(memory, `${user} ${nth}`)];
    memory.exchange(told({ ...login(user), answered: [["set-cookie", idp]] }));
    const ticket = opaque(`ticket ${nth}`);
    const { request, response } = told({
      target: "/authorize",
      headers: [["cookie", idp]],
      answered: [["location", `/app?ticket=${ticket}`]],
    });
    const given = memory.exchange({ request, response: { ...response, status: 302 } }).request.session;
    expect(given).toMatch(/^\+[\da-f]{10}$/);
    expect(ask({ target: `/app?ticket=${ticket}` })).toBe(namesIn(given).after);
    return given;
  });
  expect(again).toBe(ada);
  expect(bob).not.toBe(ada);
});

test("what a page gave a visitor, sent by a GET, names no session that it does not begin", () => {
  const memory = createSecretMemory();
  const ask = visitor(memory, "ada");
  const token = opaque("of a page");
  ask({ target: "/feed", answer: JSON.stringify({ next_token: token, access_token: token }) });
  expect(ask({ target: `/feed?access_token=${token}` })).toBeUndefined();
});

test("a code that a person types names a visitor's session", () => {
  const [ada, bob] = ["482910", "771204"].map((code) =>
    visitor(createSecretMemory(), code)({ target: `/verify?otp=${code}` }),
  );
  expect(ada).toMatch(/^\+[\da-f]{10}$/);
  expect(bob).not.toBe(ada);
});

test("a session that a GET with a key in a header begins is named by the key", () => {
  const [ada, bob, again] = ["ada", "bob", "ada"].map((user, at) => {
    const memory = createSecretMemory();
    const key = ["x-api-key", opaque(`key of ${user}`)] as const;
    memory.exchange(told({ headers: [key], answered: [["set-cookie", `sid=${opaque(at)}`]] }));
    return memory.exchange(told({ headers: [["cookie", `sid=${opaque(at)}`]] })).request.session;
  });
  expect(ada).toMatch(/^[\da-f]{10}$/);
  expect([again, bob === ada]).toEqual([ada, false]);
});

test("a value that two sessions have is nobody's", () => {
  const memory = createSecretMemory();
  const [ada, bob] = ["ada", "bob"].map((who) =>
    visitor(memory, who, `node=${opaque("node")}; Path=/, sid=${opaque(who)}`),
  );
  const name = ada?.(login("ada"));
  expect(ada?.({ target: "/me" })).toBe(namesIn(name).after);
  expect(bob?.({ target: "/me" })).toBeUndefined();
  expect(memory.exchange(told({ headers: [["cookie", `node=${opaque("node")}`]] })).request.session).toBeUndefined();
});

test("a code of a redirect and a session that it renews belong to its session", () => {
  const memory = createSecretMemory();
  const ask = visitor(memory, "ada");
  const name = namesIn(ask(login("ada"))).after;
  expect(ask({ target: "/authorize", answered: [["location", `/callback?code=${opaque("code")}`]] })).toBe(name);
  const exchanged = told({ method: "POST", target: "/token", body: `{"code":"${opaque("code")}"}` });
  expect(memory.exchange(exchanged).request.session).toBe(name);
});

test.each([
  ["its name", "/login?user=ada&next=%2Fme", "/login?user=bob&next=%2Fme"],
  ["the token of a link", `/magic/${opaque("link of ada")}`, `/magic/${opaque("link of bob")}`],
  ["a key", `/start?api_key=${opaque("key of ada")}`, `/start?api_key=${opaque("key of bob")}`],
])("a session is named by the GET that begins it with %s, whatever state is sent along", (_shows, ...targets) => {
  const [ada, bob, again] = [...targets, targets[0] ?? ""].map((target, at) => {
    const memory = createSecretMemory();
    const sid = opaque(`${target} ${at}`);
    const withState = `${target}${target.includes("?") ? "&" : "?"}state=${opaque(at)}`;
    const began = memory.exchange(told({ target: withState, answered: [["set-cookie", `sid=${sid}`]] }));
    const sent = memory.exchange(told({ target: "/me", headers: [["cookie", `sid=${sid}`]] }));
    expect(sent.request.session).toBe(namesIn(began.request.session).after);
    return sent.request.session;
  });
  expect(ada).toMatch(/^[\da-f]{10}(?:@[\da-f]{14})?$/);
  expect(again).toBe(ada);
  expect(bob).not.toBe(ada);
});

test("a GET with a user's name names a session only if it begins it or redirects", () => {
  const ask = visitor(createSecretMemory(), "ada");
  expect(ask({ target: "/orders?user=ada" })).toBeUndefined();
  const name = ask({ target: "/switch?user=ada", status: 302 });
  expect(name).toMatch(/^\+[\da-f]{10}@[\da-f]{14}$/);
  expect(ask({ target: "/switch?page=2", status: 302 })).toBe(namesIn(name).after);
});

test("what the body of an answer issues begins no session: a client may have it from any page", () => {
  const memory = createSecretMemory();
  const token = opaque("page");
  memory.exchange(told({ target: "/items?user=ada", answer: JSON.stringify({ access_token: token }) }));
  const next = memory.exchange(told({ method: "POST", target: `/items?token=${token}` }));
  expect([next.request.target, next.request.session]).toEqual(["/items?token=__redacted-field__", undefined]);
});

test("two sessions that nothing tells apart are told of; hiding twice keeps a name", () => {
  const ambiguous: string[] = [];
  const memory = createSecretMemory({ onAmbiguous: (placeholder) => ambiguous.push(placeholder) });
  const clients = ["ada", "bob"].map((user) => ({ user, ask: visitor(memory, user) }));
  for (const { user, ask } of clients) ask(login(user));
  for (const { ask } of clients) ask({ target: "/me" });
  expect(ambiguous).toEqual([]);
  visitor(memory, "another ada")(login("ada"));
  expect(ambiguous).toEqual(["__redacted-cookie__"]);
  const clean = { ...told({}), request: { ...told({}).request, session: "1a2b3c4d5e" } };
  expect(createSecretMemory().exchange(clean)).toEqual(clean);
});

test.each([
  ["a session is its own successor", "a", "a", true],
  ["a name follows what it was before", "a b", "a", true],
  ["any follows none", "a", "", true],
  ["none was a session before", "a", "a b", false],
  ["what two became of one are two", "a b", "a c", false],
  ["names that begin alike are two", "ab", "a", false],
  ["a session that logs in has what it had as a visitor", "a b@1", "a", true],
  ["another user's login has not what the user before had", "a@1 b@2", "a@1", false],
  ["a further password of a user changes nothing", "a@1 b", "a@1", true],
  ["a user who logs in again is the same", "a@1 b@1", "a@1", true],
  ["a user has its own of another session", "a@1", "b@2 a@1", true],
  ["who did not log in has nothing of a user", "", "a@1", false],
])("isSessionAfter(): %s", (_shows, name, before, follows) => {
  expect(isSessionAfter(name, before)).toBe(follows);
});

test.each([
  [undefined, "", ""],
  ["a b", "a b", "a b"],
  ["+a", "", "a"],
  ["a +b", "a", "a b"],
])("namesIn(%j): %j, then %j", (session, before, after) => {
  expect(namesIn(session)).toEqual({ before, after });
});

test.each<[shows: string, sent: (token: string) => Told]>([
  ["a page shows", (token) => ({ method: "POST", target: "/notes", body: `{"csrf_token":"${token}"}` })],
  ["a header tells", (token) => ({ method: "POST", target: "/notes", headers: [["x-csrf-token", token]] })],
  [
    "a signed cookie holds",
    (token) => {
      const held = Buffer.from(JSON.stringify({ csrf: token })).toString("base64url");
      return { method: "POST", target: "/notes", headers: [["cookie", `session=${held}.aSdI9Q.kR3vX0bW2c9Yt7Lq5nZ8`]] };
    },
  ],
])("a token that %s names no session: a replay does not know it by that", (_shows, sent) => {
  const memory = createSecretMemory();
  const token = opaque("csrf");
  const answer = `<input type="hidden" name="csrf_token" value="${token}">`;
  memory.exchange(told({ answered: [["x-csrf-token", token]], answer }));
  expect(memory.exchange(told(sent(token))).request.session).toBeUndefined();
});

test("of a message with ten times as many values of sessions as are remembered, the first name its session", () => {
  const placeholder = "__redacted-cookie__";
  const values = Array.from({ length: 100 }, (_, nth) => opaque(nth));
  const names = createSessionNames({ get: () => placeholder, begunAs: (value) => value }, 10, 1e9);
  names.issue(placeholder, false);
  const sentWith = (all: readonly string[]) => {
    const exchange = told({ target: `/me?sid=${placeholder}` });
    names.begin();
    for (const value of all) names.pass(value, placeholder, "sid");
    names.answer(exchange.request);
    return names.end(exchange);
  };
  const begun = told({ answered: [["set-cookie", `sid=${placeholder}`]] });
  names.begin();
  names.answer(begun.request);
  names.pass(values[10] as string, placeholder);
  const { session } = names.end(begun);
  expect(session).not.toBeNull();
  expect(sentWith(values.slice(10)).session).toBe(session);
  expect(sentWith(values).session).toBeNull();
  expect(sentWith(values).cookies.map(([, value]) => value)).toEqual(values.slice(0, 10));
});

test.each([
  ["/register", true],
  ["/register?next=%2F", true],
  ["/users", false],
  ["/password", false],
  ["/login-history", false],
  ["/login", true],
  ["/api/v1/sign-in/", true],
  ["/wp-login.php?x=/users", true],
  ["/oauth/token", true],
])("after a session's user registered at /register, a name and a password at %s log in: %s", (target, isLogin) => {
  const ask = visitor(createSecretMemory(), "ada");
  const body = JSON.stringify({ user: "ada", password: "hunter2ada" });
  const named = ask({ method: "POST", target: "/register", body }) ?? "";
  expect(named).toMatch(/@/);
  const other = JSON.stringify({ user: "bob", password: "hunter2bob" });
  expect((ask({ method: "POST", target, body: other }) ?? "").split("@").length).toBe(isLogin ? 3 : 2);
});
