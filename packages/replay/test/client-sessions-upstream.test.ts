// Users whose session begins with a GET and stays the same through the login, where an upstream is asked for misses.
import { createSecretMemory } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { type FetchHandler, fetchOf, type Handler } from "../src/handlers/handler.ts";
import { createPlayer } from "../src/handlers/player.ts";
import type { PlayerOptions } from "../src/handlers/player-options.ts";
import { recordMisses } from "../src/handlers/record-misses.ts";
import { ask as asked, exchange, tape, utf8 } from "./exchanges.ts";

const base = "http://localhost";
const form: [string, string] = ["content-type", "application/x-www-form-urlencoded"];
const login = (user: string): string => `user=${user}&password=correct-horse-of-${user}`;
const opaque = (text: string): string => Buffer.from(`${text} of a session`).toString("base64url").slice(0, 32);
/** What begins a session: two cookies, and a token against forgery. */
const begun = (id: string, key = id) => ({
  cookies: [`sid=${opaque(`sid ${id}`)}; Path=/`, `key=${opaque(`key ${key}`)}; Path=/`],
  body: JSON.stringify({ csrf_token: opaque(`csrf ${id}`) }),
});

/** A service that says who asks; any request begins a session, `/renewed` renews it, `/rolled` sets its cookies again. */
function service() {
  const asked: string[] = [];
  const users = new Map<string, { user: string; csrf: string }>();
  const changed = new Set<string>();
  const answer: FetchHandler = async (request) => {
    const { pathname } = new URL(request.url);
    const cookies = request.headers.get("cookie");
    asked.push(`${request.method} ${pathname}`);
    if (cookies === null) {
      const { cookies, body } = begun(String(users.size));
      users.set(cookies.map((each) => each.split(";")[0]).join("; "), { user: "guest", csrf: body });
      return new Response(body, {
        headers: [
          ["content-type", "application/json"],
          ...cookies.map((each): [string, string] => ["set-cookie", each]),
        ],
      });
    }
    const session = users.get(cookies) ?? { user: "nobody", csrf: "" };
    const isForged = !session.csrf.includes(request.headers.get("x-csrf-token") ?? "none");
    const [, user, password] = /user=(.*?)&password=(.*)/.exec(await request.text()) ?? [];
    if (isForged || (user !== undefined && (changed.has(user) || password !== `correct-horse-of-${user}`)))
      return new Response("no", { status: 403 });
    if (user !== undefined) session.user = user;
    const again = cookies.split("; ").map((each): [string, string] => ["set-cookie", `${each}; Path=/`]);
    if (pathname === "/rolled") return new Response(`${session.user} ${pathname}`, { headers: again });
    if (pathname !== "/renewed") return new Response(`${session.user} ${pathname}`);
    const [sid = ""] = begun(`renewed ${users.size}`).cookies;
    users.set(cookies.replace(/sid=[^;]+/, sid.split(";")[0] ?? ""), session);
    return new Response(`${session.user} ${pathname}`, { headers: { "set-cookie": sid } });
  };
  return { asked, answer, changed };
}

/** What a recorder has on file of users who fill a cart, log in and look at themselves. */
function recordedOf(users: readonly string[], begin?: string) {
  const memory = createSecretMemory();
  const all = users.flatMap((user) => {
    const { cookies, body } = begun(`recorded ${user}`);
    const cookie: [string, string] = ["cookie", cookies.map((each) => each.split(";")[0]).join("; ")];
    const csrf: [string, string] = ["x-csrf-token", opaque(`csrf recorded ${user}`)];
    const sent = { headers: [form, cookie, csrf], principal: "anonymous" };
    const set = cookies.map((each): [string, string] => ["set-cookie", `${each}; Path=/`]);
    const headers: [string, string][] = [["content-type", "application/json"], ...set];
    return [
      exchange({ target: "/", ...(begin && { method: "POST", body: utf8(begin) }) }, { headers, body: utf8(body) }),
      exchange({ target: "/cart", method: "POST", ...sent, body: utf8("item=1") }, { body: utf8("guest /cart") }),
      exchange(
        { target: "/login", method: "POST", ...sent, body: utf8(login(user)) },
        { body: utf8(`${user} /login`) },
      ),
      exchange({ target: "/me", ...sent }, { body: utf8(`${user} /me`) }),
    ];
  });
  return all.length === 0 ? [] : [tape(...all.map(memory.exchange))];
}

function scene(users: readonly string[] = [], begin?: string, options: Partial<PlayerOptions> = {}) {
  const live = service();
  const player = createPlayer({ tapes: recordedOf(users, begin), ...options });
  const handler = recordMisses(player, live.answer, { from: base });
  const send = fetchOf(handler.answer, handler.prepare);
  /** A client with a cookie jar, which has begun. */
  const client = async () => {
    const jar = new Map<string, string>();
    let csrf: Record<string, string> = {};
    const ask = async (path: string, body?: string): Promise<string> => {
      const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
      const headers = { ...csrf, ...(cookie && { cookie }), ...(body && Object.fromEntries([form])) };
      const response = await send(base + path, { headers, ...(body && { method: "POST", body }) });
      for (const each of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^(.*?)=(.*?);/.exec(each) ?? [];
        jar.set(name, value);
      }
      const text = await response.text();
      const { upstream, csrf_token } = text.startsWith("{") ? JSON.parse(text) : { upstream: null, csrf_token: null };
      if (csrf_token) csrf = { "x-csrf-token": csrf_token };
      return upstream ? `miss: ${upstream}` : text;
    };
    await ask("/", begin);
    return ask;
  };
  return { ...live, handler, player, client };
}

test.each([
  ["GET", undefined],
  ["POST", "item=1"],
])(
  "the same request before and after the login gets an answer for each, in a session that a %s began",
  async (_method, begin) => {
    const { client, player } = scene([], begin);
    const ask = await client();
    for (const user of ["guest", "ada", "ada"]) {
      if (user !== "guest") await ask("/login", login("ada"));
      expect([await ask("/cart", "item=1"), await ask("/me")]).toEqual([`${user} /cart`, `${user} /me`]);
    }
    const sent = [...player.recorded()].flatMap(({ exchange }) => exchange.request.headers.map(([, value]) => value));
    expect(sent.join()).toContain("sid=__redacted-cookie__; key=__redacted-cookie");
    expect(sent.join()).not.toContain("-client-");
  },
);

test.each([
  [[], undefined],
  [["ada"], undefined],
  [["ada", "bob"], undefined],
  [[], "item=1"],
  [["ada"], "item=1"],
])("users who take turns get their own; recorded: %j, begun with %s", async (recorded, begin) => {
  const { client } = scene(recorded, begin);
  const all = await Promise.all(["bob", "ada", "bob"].map(async (user) => ({ user, ask: await client() })));
  for (const { ask } of all) expect(await ask("/cart", "item=1")).toBe("guest /cart");
  for (const { user, ask } of all) expect(await ask("/login", login(user))).toBe(`${user} /login`);
  for (const path of ["/me", "/rolled", "/new", "/renewed", "/rolled", "/me", "/newer", "/renewed", "/newest"])
    for (const { user, ask } of all) expect(await ask(path)).toBe(`${user} ${path}`);
});

test("upstream is asked first for what the client did at the replay, once", async () => {
  const { asked, client } = scene(["ada", "bob"]);
  const ask = await client();
  await ask("/cart", "item=1");
  await ask("/login", login("ada"));
  expect(asked).toEqual([]);
  expect(await Promise.all(["/a", "/b"].map((path) => ask(path)))).toEqual(["ada /a", "ada /b"]);
  expect(asked.slice(0, 3)).toEqual(["GET /", "POST /cart", "POST /login"]);
  expect(asked.slice(3).sort()).toEqual(["GET /a", "GET /b"]);
});

test("a client that was given a session, and given it again, has the first", async () => {
  const { asked, client } = scene(["ada"]);
  const ask = await client();
  await ask("/");
  expect(await ask("/a")).toBe("guest /a");
  expect(asked).toEqual(["GET /", "GET /a"]);
});

test("what upstream refuses of it makes a miss that says so, for each request", async () => {
  const { asked, client, changed } = scene(["ada"]);
  changed.add("ada");
  const ask = await client();
  await ask("/cart", "item=1");
  await ask("/login", login("ada"));
  for (const path of ["/a", "/b"])
    expect(await ask(path)).toBe(
      "miss: the client had a recorded answer to POST /login; the service, asked in its place, answered 403: record all of this conversation again",
    );
  expect(asked).toEqual(["GET /", "POST /cart", "POST /login", "POST /login"]);
});

test("two clients whose first request is the same to the byte have a session each", async () => {
  const { asked: sent, handler } = scene();
  // A server hands on one object for both.
  const first = asked("/", {}, { base });
  const cookies = [];
  for (const _client of ["ada", "bob"]) {
    const { headers } = await handler.answer(first);
    cookies.push(
      headers
        .filter(([name]) => name === "set-cookie")
        .map(([, value]) => value.split(";")[0])
        .join("; "),
    );
  }
  for (const [at, cookie] of cookies.entries()) await handler.answer(asked(`/page/${at}`, { cookie }, { base }));
  expect(sent).toEqual(["GET /", "GET /page/0", "GET /", "GET /page/1"]);
});

test("a session whose cookies are ignored has no name, and upstream is asked once", async () => {
  const match = [{ path: "/**", ignore: ["header.cookie", "header.x-csrf-token"] }];
  const { asked, client } = scene([], undefined, { match });
  const ask = await client();
  for (const path of ["/cart", "/page", "/page"]) await ask(path, path === "/cart" ? "item=1" : undefined);
  expect(asked).toEqual(["GET /", "POST /cart", "GET /page"]);
});

test.each([
  ["an own token", (user: string) => ({ authorization: `Bearer ${opaque(`token ${user}`)}` })],
  ["a session of a login", (user: string) => ({ cookie: `sid=__redacted-cookie.${user.length}__` })],
])("users with %s send upstream what their own page showed", async (_shows, login) => {
  const tokens = new Map<string, string>();
  const csrfOf = ({ headers }: Request): string => {
    const user = `${headers.get("authorization")} ${headers.get("cookie")}`;
    tokens.set(user, tokens.get(user) ?? opaque(`csrf ${tokens.size}`));
    return tokens.get(user) ?? "";
  };
  const upstream: FetchHandler = async (request) =>
    request.method === "GET"
      ? Response.json({ csrf_token: csrfOf(request) })
      : new Response(null, { status: request.headers.get("x-csrf-token") === csrfOf(request) ? 200 : 403 });
  const handler = recordMisses(createPlayer({ tapes: [] }), upstream, { from: base });
  const send = fetchOf(handler.answer, handler.prepare);
  const users = await Promise.all(
    ["ada", "carol", "ada"].map(async (user) => {
      const page = await send(`${base}/page`, { headers: login(user) });
      const { csrf_token } = (await page.json()) as { csrf_token: string };
      return { ...login(user), "x-csrf-token": csrf_token };
    }),
  );
  for (const [at, headers] of users.entries())
    expect((await send(`${base}/do`, { method: "POST", headers, body: `nth=${at}` })).status).toBe(200);
});

test("a cookie that is good for one path goes there, also once it is renewed", async () => {
  const asked: string[] = [];
  const [first, second] = [opaque("first flow"), opaque("second flow")];
  const begins = (id: string): [string, string][] => [
    ["location", `/flow/${id}`],
    ["set-cookie", `flow=${id}; Path=/flow/${id}`],
    ["set-cookie", `next=${id}; Path=/next/${id}`],
  ];
  const { answer, prepare } = recordMisses(
    createPlayer({ tapes: [] }),
    async ({ method, url, headers }) => {
      const { pathname } = new URL(url);
      asked.push(`${method} ${pathname} ${headers.get("cookie")}`);
      if (pathname === "/") return new Response(null, { status: 303, headers: begins(first) });
      if (method === "POST") return new Response(null, { status: 303, headers: [["location", `/next/${first}`]] });
      const over: [string, string] = ["set-cookie", `next=; Path=/next/${first}`];
      return new Response(null, { status: 303, headers: [over, ...begins(second)] });
    },
    { from: base },
  );
  const send = fetchOf(answer, prepare);
  const jar = new Map<string, string>();
  let path = "/";
  for (const body of [undefined, "1", undefined, "2"]) {
    const cookie = jar.get(path);
    const headers = { ...(cookie && { cookie }) };
    const response = await send(base + path, { headers, ...(body && { method: "POST", body }) });
    for (const each of response.headers.getSetCookie()) jar.set(each.split("Path=")[1] ?? "", each.split(";")[0] ?? "");
    path = new URL(response.headers.get("location") ?? "", base).pathname;
  }
  expect(asked).toEqual([
    "GET / null",
    `POST /flow/${first} flow=${first}`,
    `GET /next/${first} next=${first}`,
    `POST /flow/${second} flow=${second}`,
  ]);
});

test("a session that a login makes anew is another than the one that a recorded GET began", async () => {
  const sessions = new Map<string, string>();
  const upstream: FetchHandler = async (request) => {
    const sid = request.headers.get("cookie") ?? "";
    const user = new URLSearchParams(await request.text()).get("user") ?? sessions.get(sid);
    const isAnew = sid === "" || request.method === "POST";
    const next = isAnew ? (begun(String(sessions.size)).cookies[0]?.split(";")[0] ?? "") : sid;
    if (isAnew) sessions.delete(sid);
    sessions.set(next, user ?? "guest");
    return new Response(user ?? "guest", isAnew ? { headers: { "set-cookie": `${next}; Path=/` } } : {});
  };
  const recorded = createSecretMemory().exchange(
    exchange({ target: "/" }, { headers: [["set-cookie", begun("recorded").cookies[0] ?? ""]], body: utf8("guest") }),
  );
  const handler = recordMisses(createPlayer({ tapes: [tape(recorded)] }), upstream, { from: base });
  const send = fetchOf(handler.answer, handler.prepare);
  let cookie = "";
  const said = async (path: string, init: RequestInit = {}): Promise<string> => {
    const headers = [...(cookie === "" ? [] : [["cookie", cookie] as [string, string]]), ...(init.body ? [form] : [])];
    const reply = await send(`${base}${path}`, { ...init, headers });
    cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    return reply.text();
  };
  expect([await said("/"), await said("/login", { method: "POST", body: login("ada") }), await said("/me")]).toEqual([
    "guest",
    "ada",
    "ada",
  ]);
});

test("who logs in twice by a ticket is one user, and another one is not", async () => {
  const [users, issued] = [new Map<string, string>(), new Map<string, string>()];
  const issue = (user: string, what: string): string => {
    const value = opaque(`${what} ${issued.size}`);
    issued.set(value, user);
    return value;
  };
  const live: FetchHandler = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, user] = /user=(\w+)/.exec(await request.text()) ?? [];
    if (user !== undefined) return Response.json({ ticket: issue(user, "ticket") });
    const sent = searchParams.get("ticket");
    if (sent === null) return new Response(`${users.get(request.headers.get("cookie") ?? "")} ${pathname}`);
    const cookie = `sid=${issue("", "sid")}`;
    users.set(cookie, issued.get(sent) ?? "nobody");
    return new Response("in", { headers: { "set-cookie": `${cookie}; Path=/` } });
  };
  const player = createPlayer({ tapes: [] });
  const visitBy = (handler: Handler) => async (user: string, path: string) => {
    const send = fetchOf(handler.answer, handler.prepare);
    const body = login(user);
    const { ticket } = await send(`${base}/login`, { method: "POST", headers: [form], body }).then((each) =>
      each.json(),
    );
    const begun = await send(`${base}/in?ticket=${ticket}`);
    const [cookie = ""] = begun.headers.getSetCookie().map((each) => each.replace(/;.*/, ""));
    return send(base + path, { headers: { cookie } }).then((each) => each.text());
  };
  const visit = visitBy(recordMisses(player, live, { from: base }));
  for (const [user, path] of [
    ["ada", "/one"],
    ["ada", "/two"],
    ["bob", "/three"],
  ] as const)
    expect(await visit(user, path)).toBe(`${user} ${path}`);
  const exchanges = [...player.recorded()].map(({ exchange }) => exchange);
  const sessions = ["/one", "/two", "/three"].map(
    (path) => exchanges.find(({ request }) => request.target === path)?.request.session,
  );
  expect(sessions[1]).toBe(sessions[0]);
  expect(sessions[2]).not.toBe(sessions[0]);
  expect(await visitBy(createPlayer({ tapes: [tape(...exchanges)] }))("ada", "/two")).toBe("ada /two");
});

test("users of one account who ask for tickets by keys of their own are two", async () => {
  const [asked, users] = [new Map<string, string>(), new Map<string, string>()];
  const keyOf = (user: string): string => opaque(`key of ${user}`);
  const live: FetchHandler = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const issue = (owners: Map<string, string>, owner: string): string => {
      const value = opaque(`${pathname} ${owners.size}`);
      owners.set(value, owner);
      return value;
    };
    if (request.method === "POST")
      return Response.json({ ticket: issue(asked, request.headers.get("x-api-key") ?? "") });
    const ticket = searchParams.get("ticket");
    if (ticket === null) return new Response(users.get(request.headers.get("cookie")?.slice(4) ?? ""));
    const sid = issue(users, asked.get(ticket) === keyOf("ada") ? "ada" : "bob");
    return new Response("in", { headers: { "set-cookie": `sid=${sid}; Path=/` } });
  };
  const player = createPlayer({ tapes: [] });
  const visitBy = (handler: Handler) => async (user: string) => {
    const send = fetchOf(handler.answer, handler.prepare);
    const headers = [form, ["x-api-key", keyOf(user)] as [string, string]];
    const { ticket } = await send(`${base}/ticket`, { method: "POST", headers, body: "account=acme" }).then((each) =>
      each.json(),
    );
    const begun = await send(`${base}/in?ticket=${ticket}`);
    const cookie = begun.headers.getSetCookie()[0]?.replace(/;.*/, "") ?? "";
    return send(`${base}/me`, { headers: { cookie } }).then((each) => each.text());
  };
  const visit = visitBy(recordMisses(player, live, { from: base }));
  for (const user of ["ada", "bob"]) expect(await visit(user)).toBe(user);
  const exchanges = [...player.recorded()].map(({ exchange }) => exchange);
  const sessions = exchanges.filter(({ request }) => request.target === "/me").map(({ request }) => request.session);
  expect(new Set(sessions).size).toBe(2);
});

test("a visitor who follows a redirect's code goes on as its user, and upstream is not asked", async () => {
  const [sid, code] = [`sid=${opaque("sid of a visitor")}`, opaque("code of ada")];
  const headers: [string, string][] = [["cookie", sid]];
  const recorded = [
    exchange({ target: "/app" }, { headers: [["set-cookie", `${sid}; Path=/`]], body: utf8("hello") }),
    exchange(
      { target: "/authorize?login_hint=ada" },
      { status: 302, headers: [["location", `/in?code=${code}`]], body: null },
    ),
    exchange({ target: `/in?code=${code}`, headers }, { body: utf8("welcome") }),
    exchange({ target: "/me", headers }, { body: utf8("ada") }),
  ].map(createSecretMemory().exchange);
  const live: FetchHandler = async () => new Response("upstream", { status: 500 });
  const { answer, prepare } = recordMisses(createPlayer({ tapes: [tape(...recorded)] }), live, { from: base });
  const send = fetchOf(answer, prepare);
  const cookie = (await send(`${base}/app`)).headers.getSetCookie()[0]?.replace(/;.*/, "") ?? "";
  const location = (await send(`${base}/authorize?login_hint=ada`)).headers.get("location");
  for (const [path, said] of [
    [location, "welcome"],
    ["/me", "ada"],
  ])
    expect(await send(base + path, { headers: { cookie } }).then((each) => each.text())).toBe(said);
});
