// Users whose session begins with a GET, which logs them in or which stays through the login: each gets what was recorded
// for it.
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPackWriter, openPack } from "@tapedeck/tape/files";
import { createSecretMemory } from "@tapedeck/tape/internal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlayer, type Player } from "../src/handlers/player.ts";
import { packKeys } from "../src/index/layer/pack-keys.ts";
import { ask, exchange, origin, tape, textOf, utf8 } from "./exchanges.ts";

const password = (user: string): string => `correct-horse-of-${user}`;
const opaque = (seed: string): string => Buffer.from(seed.repeat(9)).toString("base64url").slice(0, 32);

/** What each user asks, one after the other, and its answers. */
function conversation(user: string, method = "GET") {
  const cookie = `sid=${opaque(`session of ${user}`)}`;
  const code = opaque(`code of ${user}`);
  const form: [string, string] = ["content-type", "application/x-www-form-urlencoded"];
  const sent = { headers: [["cookie", cookie]] as [string, string][] };
  const body = (text: string) => ({ method: "POST", headers: [form, ...sent.headers], body: utf8(text) });
  return [
    exchange({ method, target: "/" }, { headers: [["set-cookie", `${cookie}; Path=/`]], body: utf8("hello") }),
    exchange({ target: "/me", ...sent }, { body: utf8("guest") }),
    exchange({ target: "/login", ...body(`user=${user}&password=${password(user)}`) }, { body: utf8("ok") }),
    exchange({ target: "/me", ...sent }, { body: utf8(user) }),
    exchange({ target: "/order", ...body("item=1") }, { body: utf8(`order of ${user}`) }),
    exchange(
      { target: "/authorize", ...sent },
      { status: 302, headers: [["location", `/cb?code=${code}`]], body: null },
    ),
    exchange(
      { target: "/token", method: "POST", headers: [form], body: utf8(`code=${code}`) },
      { body: utf8(`token of ${user}`) },
    ),
  ];
}

function recordedOf(users: readonly string[], method?: string) {
  const memory = createSecretMemory();
  return tape(...users.flatMap((user) => conversation(user, method)).map(memory.exchange));
}

/** Asks what a user asked, and returns what it got. */
function said(player: Player, user: string, begun?: string): readonly string[] {
  const got: Record<string, string> = {};
  return conversation(user, begun).map(({ request: { target, method, body } }) => {
    const text = body?.text?.replace(/code=.*/, `code=${got["code"]}`);
    const sent = {
      ...(got["sid"] && { cookie: `sid=${got["sid"]}` }),
      ...(text && { "content-type": "application/x-www-form-urlencoded" }),
    };
    const outcome = player.answer(ask(target, sent, { method, ...(text && { body: new TextEncoder().encode(text) }) }));
    for (const [, value] of outcome.headers)
      for (const [, name = "", own = ""] of value.matchAll(/(sid|code)=([^;]+)/g)) got[name] = own;
    return outcome.status === 501 ? "miss" : outcome.kind === undefined ? (textOf(outcome) ?? "") : "";
  });
}
const own = (user: string) => ["hello", "guest", "ok", user, `order of ${user}`, "", `token of ${user}`];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tapedeck-sessions-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Logs a user in elsewhere, by a redirect that gives a code to whoever has a session there; returns what it gets since. */
function saidByCode(player: Player, user: string, login: string): readonly string[] {
  const got: Record<string, string> = {};
  return byCode(user, login).map(({ request: { target, method, headers, body } }) => {
    const text = body?.text?.replace(/code=.*/, `code=${got["code"]}`);
    const own = headers.map(([name, value]): [string, string] => [
      name,
      value.replace(/(sid|idp)=.*/, (_whole, cookie: string) => `${cookie}=${got[cookie]}`),
    ]);
    const sent = { method, ...(text && { body: new TextEncoder().encode(text) }) };
    const outcome = player.answer(ask(target.replace(/code=.*/, `code=${got["code"]}`), Object.fromEntries(own), sent));
    for (const [, value] of outcome.headers)
      for (const [, name = "", own = ""] of value.matchAll(/(sid|idp|code)=([^;]+)/g)) got[name] = own;
    return outcome.status === 501 ? "miss" : outcome.kind === undefined ? (textOf(outcome) ?? "") : "";
  });
}

function byCode(user: string, login: string) {
  const visitor: [string, string] = ["cookie", `sid=${opaque(`sid of ${user}`)}`];
  const known: [string, string] = ["cookie", `idp=${opaque(`idp of ${user}`)}`];
  const code = opaque(`code of ${user}`);
  const form: [string, string] = ["content-type", "application/x-www-form-urlencoded"];
  const gives = { status: 302, headers: [["location", `/app/in?code=${code}`]] as [string, string][], body: null };
  const body = utf8(`user=${user}&password=${password(user)}`);
  const authorized =
    login === "by a hint"
      ? [exchange({ target: `/idp/authorize?login_hint=${user}` }, gives)]
      : [
          exchange(
            { target: "/idp/login", method: "POST", headers: [form], body },
            { headers: [["set-cookie", `${known[1]}; Path=/idp`]], body: utf8("ok") },
          ),
          exchange({ target: "/idp/authorize", headers: [known] }, gives),
        ];
  const sent = { headers: [visitor] };
  const begins =
    login === "by a session, to a page that posts it"
      ? { target: "/app/in", method: "POST", headers: [form, visitor], body: utf8(`code=${code}`) }
      : { target: `/app/in?code=${code}`, ...sent };
  return [
    exchange({ target: "/app" }, { headers: [["set-cookie", `${visitor[1]}; Path=/app`]], body: utf8("hello") }),
    ...authorized,
    exchange(begins, { body: utf8(`welcome, ${user}`) }),
    exchange({ target: "/app/me", ...sent }, { body: utf8(user) }),
  ];
}

test.each(["by a session", "by a hint", "by a session, to a page that posts it"])(
  "a visitor whom a redirect logs in by a code that it gives %s gets its own answers, in any order",
  (login) => {
    const memory = createSecretMemory();
    const recorded = tape(...["ada", "bob"].flatMap((user) => byCode(user, login)).map(memory.exchange));
    for (const users of [["ada", "bob"], ["bob", "ada"], ["bob"]]) {
      const player = createPlayer({ tapes: [recorded] });
      for (const user of users) expect(saidByCode(player, user, login).slice(-2)).toEqual([`welcome, ${user}`, user]);
    }
  },
);

test.each(["GET", "POST"])("each user whose %s began a session gets its own answers, in any order", (method) => {
  const player = createPlayer({ tapes: [recordedOf(["ada", "bob"], method)] });
  for (const user of ["bob", "ada", "ada", "bob"]) expect(said(player, user, method)).toEqual(own(user));
  expect(player.misses()).toEqual([]);
  player.reset();
  for (const user of ["bob", "ada"]) expect(said(player, user, method)).toEqual(own(user));
});

test("so do users whom a GET logs in", () => {
  const memory = createSecretMemory();
  const visit = (user: string) => {
    const cookie = `sid=${opaque(`session of ${user}`)}`;
    const sent = { headers: [["cookie", cookie]] as const, target: "/me" };
    return [
      exchange({ target: `/login?user=${user}` }, { headers: [["set-cookie", cookie]], body: utf8("hello") }),
      exchange(sent, { body: utf8(user) }),
      exchange({ ...sent, method: "POST" }, { body: utf8(`order of ${user}`) }),
    ];
  };
  const player = createPlayer({ tapes: [tape(...["ada", "bob"].flatMap(visit).map(memory.exchange))] });
  const cookies = ["bob", "ada"].map((user) => {
    const [, cookie = ""] = player.answer(ask(`/login?user=${user}`)).headers[0] ?? [];
    return { user, cookie };
  });
  for (const { user, cookie } of [...cookies, ...cookies]) {
    const said = ["GET", "POST"].map((method) => textOf(player.answer(ask("/me", { cookie }, { method }))));
    expect(said).toEqual([user, `order of ${user}`]);
  }
  expect(player.answer(ask("/me", { cookie: "sid=__redacted-cookie__" })).status).toBe(501);
});

test.each([
  [
    "a redirect",
    (code: string) => ({ status: 302, headers: [["location", `/cb?ticket=${code}`]] as const, body: null }),
  ],
  ["its body", (code: string) => ({ body: utf8(`{"ticket":"${code}"}`) })],
])("so do users whom a ticket logs in that %s gave them", (_shows, given) => {
  const memory = createSecretMemory();
  const login = (user: string) => ({ target: "/login", method: "POST", body: utf8(`user=${user}&password=x-${user}`) });
  const visit = (user: string) => {
    const [code, cookie] = [opaque(`ticket of ${user}`), `sid=${opaque(`session of ${user}`)}`];
    return [
      exchange(login(user), given(code)),
      exchange({ target: `/cb?ticket=${code}` }, { headers: [["set-cookie", cookie]], body: utf8("hello") }),
      exchange({ target: "/me", headers: [["cookie", cookie]] }, { body: utf8(user) }),
    ];
  };
  const player = createPlayer({ tapes: [tape(...["ada", "bob"].flatMap(visit).map(memory.exchange))] });
  const clients = ["bob", "ada", "bob"].map((user) => {
    const { target, method, body } = login(user);
    const answered = player.answer(ask(target, {}, { method, body: new TextEncoder().encode(body.text) }));
    const [ticket = ""] = /__redacted-\w+(?:\.\d+)?__/.exec(JSON.stringify(answered.headers) + textOf(answered)) ?? [];
    const [, cookie = ""] = player.answer(ask(`/cb?ticket=${ticket}`)).headers[0] ?? [];
    return { user, cookie };
  });
  for (const { user, cookie } of clients) expect(textOf(player.answer(ask("/me", { cookie })))).toBe(user);
  expect(player.answer(ask("/me", { cookie: "sid=of-somebody-else" })).status).toBe(501);
});

test("so they do from a packed file", () => {
  const { keysOf, keyedBy } = packKeys({ origins: [origin] });
  const file = join(folder, "sessions.tapedeck");
  const writer = createPackWriter(file);
  const recorded = recordedOf(["ada", "bob"]);
  writer.tape(`${recorded.name}.har`, recorded, (each) => keysOf(each, origin));
  writer.finish({ keyedBy, descriptions: null });
  const player = createPlayer({ tapes: openPack(file) });
  for (const user of ["bob", "ada"]) expect(said(player, user)).toEqual(own(user));
});

test("who has no session, or did not log in, gets nobody's answer but a miss", () => {
  const player = createPlayer({ tapes: [recordedOf(["ada", "bob"])] });
  const begun = player.answer(ask("/")).headers.find(([name]) => name === "set-cookie")?.[1] ?? "";
  const order = { method: "POST", body: new TextEncoder().encode("item=1") };
  for (const cookie of [undefined, "sid=of-somebody-else", "sid=__redacted-cookie__", begun.split(";")[0]]) {
    const headers = { "content-type": "application/x-www-form-urlencoded", ...(cookie && { cookie }) };
    expect(textOf(player.answer(ask("/me", headers)))).toBe("guest");
    expect(player.answer(ask("/authorize", headers)).status).toBe(501);
    expect(player.answer(ask("/order", headers, order)).status).toBe(501);
  }
  expect(player.misses().at(-1)?.advice).toContainEqual(
    expect.stringContaining("several sessions were recorded: log in as one of their clients did"),
  );
});

test("a client that did more than a recorded one stays what it became; names are those of the recording", () => {
  const cookie = ["cookie", "sid=__redacted-cookie__"] as const;
  const at = (target: string, session: string, body: string, method = "GET") =>
    exchange({ method, target, headers: [cookie], session }, { body: utf8(body) });
  const player = createPlayer({
    tapes: [
      tape(
        exchange({ target: "/" }, { headers: [["set-cookie", cookie[1]]] }),
        at("/one", "+a", "one", "POST"),
        at("/news", "a", "news"),
        at("/two", "a +b", "two", "POST"),
        at("/me", "a b", "me"),
        at("/three", "+c", "three", "POST"),
        at("/me", "c", "another"),
      ),
    ],
  });
  const [, own = ""] = player.answer(ask("/")).headers[0] ?? [];
  const said = ["POST /one", "POST /two", "GET /news", "GET /me"].map((each) => {
    const [method = "", target = ""] = each.split(" ");
    return textOf(player.answer(ask(target, { cookie: own }, { method })));
  });
  expect(said).toEqual(["one", "two", "news", "me"]);
});

test("of one recorded session, a visitor gets what a visitor got, as often as it asks, and any client its answers", () => {
  const player = createPlayer({ tapes: [recordedOf(["ada"])] });
  expect(said(player, "ada")).toEqual(own("ada"));
  const [cookie = ""] =
    player
      .answer(ask("/"))
      .headers.find(([name]) => name === "set-cookie")?.[1]
      .split(";") ?? [];
  for (let left = 3; left > 0; left -= 1) expect(textOf(player.answer(ask("/me", { cookie })))).toBe("guest");
  for (const any of [cookie, "sid=of-somebody-else"])
    expect(player.answer(ask("/authorize", { cookie: any })).status).toBe(302);
  expect(player.answer(ask("/me")).status).toBe(200);
});

/** A client with a cookie: what it gets at targets, or for logging in as a user. */
function clientOf(player: Player): (asked: string) => string {
  const headers: Record<string, string> = { "content-type": "application/x-www-form-urlencoded" };
  return (asked) => {
    const body = asked.startsWith("/") ? null : new TextEncoder().encode(`user=${asked}&password=${password(asked)}`);
    const outcome = player.answer(
      body === null ? ask(asked, headers) : ask("/login", headers, { method: "POST", body }),
    );
    const set = outcome.headers.find(([name]) => name === "set-cookie")?.[1];
    if (set !== undefined) headers["cookie"] = set.split(";")[0] ?? "";
    return outcome.status === 501 || outcome.kind !== undefined ? "miss" : (textOf(outcome) ?? "");
  };
}

/** Records what a client gets that logs in, by the same cookie or by a new one. */
function recordedLogins(isKept: boolean, asked: readonly string[]) {
  const memory = createSecretMemory();
  const sid = (nth: number): string => `sid=${opaque(`session ${isKept ? 0 : nth}`)}`;
  let [user, nth] = ["nobody", 0];
  return asked.map((each, at) => {
    const headers: [string, string][] = at === 0 ? [] : [["cookie", sid(nth)]];
    if (each.startsWith("/")) {
      const begun: [string, string][] = at === 0 ? [["set-cookie", sid(nth)]] : [];
      return memory.exchange(exchange({ target: each, headers }, { headers: begun, body: utf8(user) }));
    }
    [user, nth] = [each, nth + 1];
    const body = utf8(`user=${user}&password=${password(user)}`);
    headers.push(["content-type", "application/x-www-form-urlencoded"]);
    const set: [string, string][] = isKept ? [] : [["set-cookie", sid(nth)]];
    return memory.exchange(
      exchange({ target: "/login", method: "POST", headers, body }, { headers: set, body: utf8(user) }),
    );
  });
}

test("a user who logs in with another one's cookie gets none of the other's answers", () => {
  const recorded = recordedLogins(true, ["/", "/about", "ada", "/me", "/cart", "bob", "/me"]);
  const client = clientOf(createPlayer({ tapes: [tape(...recorded)] }));
  const steps = ["/", "ada", "/me", "/cart", "/about", "bob", "/me", "/me", "/about", "/cart"];
  expect(steps.map(client)).toEqual(["nobody", "ada", "ada", "ada", "nobody", "bob", "bob", "bob", "nobody", "miss"]);
  const alone = clientOf(createPlayer({ tapes: [tape(...recorded)] }));
  expect(["/", "/me", "bob", "/me", "/cart"].map(alone)).toEqual(["nobody", "miss", "bob", "bob", "miss"]);
});

test("who did not log in gets what was recorded before a login, also where that gives a new cookie", () => {
  for (const isKept of [true, false]) {
    const recorded = recordedLogins(isKept, ["/", "bob", "/", "/me"]);
    const client = clientOf(createPlayer({ tapes: [tape(...recorded)] }));
    expect(["/", "/", "/", "bob", "/", "/me"].map(client)).toEqual(["nobody", "nobody", "nobody", "bob", "bob", "bob"]);
  }
});

test("a cookie of an earlier run, or one that is made up, is nobody's, and is given to nobody else", () => {
  const recorded = recordedLogins(true, ["/", "ada", "/me", "/"]);
  const player = createPlayer({ tapes: [tape(...recorded)] });
  const said = (nth: number | string) => {
    const cookie = `sid=__redacted-cookie-client-${nth}__`;
    return textOf(player.answer(ask("/", { cookie })));
  };
  expect(["7", "999999999999999"].map(said)).toEqual(["ada", "ada"]);
  const set = player.answer(ask("/")).headers.find(([name]) => name === "set-cookie")?.[1];
  expect(set).toContain("-client-8__");
});

/** Records what one client sends with its session, each step `METHOD /path user`, and a session of bob's beside it. */
function recordedSteps(steps: readonly string[]) {
  const memory = createSecretMemory();
  const form: [string, string] = ["content-type", "application/x-www-form-urlencoded"];
  const sent = (sid: string, step: string) => {
    const [method = "", target = "", user] = step.split(" ");
    const headers: [string, string][] = [form, ["cookie", `sid=${opaque(sid)}`]];
    return memory.exchange(
      exchange({ method, target, headers, body: user ? loginOf(user) : null }, { body: utf8(step) }),
    );
  };
  const begun = (sid: string) =>
    memory.exchange(exchange({ target: "/" }, { headers: [["set-cookie", `sid=${opaque(sid)}`]], body: utf8("/") }));
  return tape(begun("root"), ...steps.map((step) => sent("root", step)), begun("bob"), sent("bob", "POST /login bob"));
}
const loginOf = (user: string) => utf8(`user=${user}&password=${password(user)}`);

test("who makes a user by a name and a password stays who it is, and no other client is answered so", () => {
  const steps = ["POST /login root", "GET /settings", "POST /users eve", "GET /audit"];
  const player = createPlayer({ tapes: [recordedSteps(steps)] });
  const client = (user: string) => {
    const [cookie = ""] =
      player
        .answer(ask("/"))
        .headers.find(([name]) => name === "set-cookie")?.[1]
        .split(";") ?? [];
    const send = (step: string) => {
      const [method = "", target = "", named] = step.split(" ");
      const body = named === undefined ? null : new TextEncoder().encode(loginOf(named).text);
      const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };
      const outcome = player.answer(ask(target, headers, { method, ...(body && { body }) }));
      return outcome.status === 501 || outcome.kind !== undefined ? "miss" : textOf(outcome);
    };
    expect(send(`POST /login ${user}`)).toBe(`POST /login ${user}`);
    return send;
  };
  expect([...steps.slice(1), ...steps.slice(1)].map(client("root"))).toEqual([...steps.slice(1), ...steps.slice(1)]);
  expect(steps.slice(1).map(client("bob"))).toEqual(["miss", "miss", "miss"]);
});
