// A client logs in at a replay, and then asks for something that only upstream has.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Exchange, Tape } from "@tapedeck/tape";
import { createPackWriter, openPack } from "@tapedeck/tape/files";
import { createSecretMemory } from "@tapedeck/tape/internal";
import { expect, onTestFinished, test } from "vitest";
import { type FetchHandler, fetchOf, handlerOf } from "../src/handlers/handler.ts";
import { createPlayer } from "../src/handlers/player.ts";
import { recordMisses } from "../src/handlers/record-misses.ts";
import { askUpstream } from "../src/handlers/upstream.ts";
import { asksForSocket } from "../src/http/message.ts";
import { packKeys } from "../src/index/layer/pack-keys.ts";
import { ask, exchange, origin, tape, utf8 } from "./exchanges.ts";

const base = "http://localhost";

function packed(own: Tape) {
  const file = join(mkdtempSync(join(tmpdir(), "tapedeck-issued-")), "own.tapedeck");
  const { keyedBy, keysOf } = packKeys({ origins: [origin] });
  const writer = createPackWriter(file);
  writer.tape(`${own.name}.har`, own, (each) => keysOf(each, origin));
  writer.finish({ keyedBy, descriptions: null });
  const pack = openPack(file);
  onTestFinished(() => {
    pack.close();
    rmSync(dirname(file), { recursive: true });
  });
  return pack;
}

const password = JSON.stringify({ password: "correct-horse-9" });
const json = { "content-type": "application/json" };

/** A service with a form that issues a key, a login that needs it, and a page that needs the login. */
function service() {
  const asked: string[] = [];
  const valid = new Set<string>();
  let issued = 0;
  const fresh = (): string => {
    issued += 1;
    const value = `${issued}f86d081884c7d659a2feaa0c55ad01${issued}`;
    valid.add(value);
    return value;
  };
  const answer: FetchHandler = async (request) => {
    const { pathname } = new URL(request.url);
    const sent = `${request.headers.get("x-csrf-token") ?? request.headers.get("authorization") ?? ""}`;
    const token = sent.replace("Bearer ", "");
    asked.push(`${request.method} ${pathname}`);
    if (pathname === "/form") return Response.json({ csrf_token: fresh() });
    if (pathname === "/logout") return Response.json({ ended: valid.delete(token) });
    if (!valid.has(token)) return Response.json({ refused: token }, { status: 401 });
    if (pathname === "/rpc") return Response.json({ result: fresh() });
    return Response.json(pathname === "/login" ? { access_token: fresh() } : { of: pathname });
  };
  return { asked, answer, valid };
}

/** What a recorder would have on file of the form and the login. */
function recorded(target: string, name: string): readonly Exchange[] {
  const memory = createSecretMemory();
  const [csrf, token] = ["af86d081884c7d659a2feaa0c55ad01a", "bf86d081884c7d659a2feaa0c55ad01b"];
  const response = (body: object) =>
    ({ headers: [["content-type", "application/json"]], body: utf8(JSON.stringify(body)) }) as const;
  return [
    memory.exchange(exchange({ target: "/form" }, response({ csrf_token: csrf }))),
    memory.exchange(
      exchange(
        {
          method: "POST",
          target,
          headers: [
            ["x-csrf-token", csrf],
            ["content-type", "application/json"],
          ],
          body: utf8(password),
        },
        response({ [name]: token }),
      ),
    ),
  ];
}

function scene(target = "/login", name = "access_token") {
  const live = service();
  const player = createPlayer({ tapes: [tape(...recorded(target, name))] });
  const said: unknown[] = [];
  const upstream = handlerOf((ask) => {
    if (!asksForSocket(ask)) return askUpstream(live.answer, ask, "");
    const open = () => ({ received: (each: unknown) => said.push(each), closed: (code: number) => said.push(code) });
    return { kind: "socket", status: 101, headers: [], body: null, open };
  });
  const handler = recordMisses(player, upstream, { from: base });
  const call = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const response = await fetchOf(
      handler.answer,
      handler.prepare,
    )(new Request(base + path, { method, headers, ...(body && { body }) }));
    return { status: response.status, json: (await response.json()) as Record<string, string> };
  };
  const login = async () => {
    const { csrf_token = "" } = (await call("GET", "/form")).json;
    const issued = await call("POST", target, { ...json, "x-csrf-token": csrf_token }, password);
    return { authorization: `Bearer ${issued.json[name]}` };
  };
  const closed: (number | undefined)[] = [];
  const talk = async () => {
    const reply = await handler.answer(ask("/talk", { upgrade: "websocket" }, { base }));
    if (reply.kind !== "socket") throw new Error(`no WebSocket: ${JSON.stringify(reply)}`);
    return reply.open({
      send: () => undefined,
      close: (code) => closed.push(code),
      gone: new AbortController().signal,
    });
  };
  return { ...live, call, login, talk, said, closed };
}

test("what a client has from recorded answers, upstream is asked for first", async () => {
  const { asked, call, login } = scene();
  const headers = await login();
  expect(asked).toEqual([]);
  expect(await call("GET", "/page", headers)).toEqual({ status: 200, json: { of: "/page" } });
  expect(asked).toEqual(["GET /form", "POST /login", "GET /page"]);
  expect((await call("GET", "/other", headers)).status).toBe(200);
  expect(asked.slice(3)).toEqual(["GET /other"]);
});

test("upstream is asked for a session that only the password before it tells", async () => {
  const { asked, call, login } = scene("/rpc", "result");
  const headers = await login();
  expect(await call("GET", "/page", headers)).toEqual({ status: 200, json: { of: "/page" } });
  expect(asked).toEqual(["GET /form", "POST /rpc", "GET /page"]);
});

test("a client that logs in anew is logged in anew", async () => {
  const { asked, call, login } = scene();
  const headers = await login();
  expect((await call("GET", "/page", headers)).status).toBe(200);
  expect((await call("GET", "/logout", headers)).json).toEqual({ ended: true });
  expect((await call("GET", "/other", await login())).status).toBe(200);
  expect(asked.slice(3)).toEqual(["GET /logout", "GET /form", "POST /login", "GET /other"]);
});

test("requests at the same time log in once", async () => {
  const { asked, call, login } = scene();
  const headers = await login();
  const all = await Promise.all(["/a", "/b", "/c"].map((path) => call("GET", path, headers)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(asked.filter((each) => each === "POST /login")).toHaveLength(1);
});

test("what upstream does not issue any more makes a miss that says so, and nothing is stored", async () => {
  const { asked, call, login, valid } = scene();
  const headers = await login();
  valid.add = () => valid;
  const { status, json } = await call("GET", "/page", headers);
  expect([status, json["upstream"]]).toEqual([
    501,
    "the client sends __redacted-field.2__, which the recorded answer to POST /login gave it; the service, asked for it anew, answered 401 without it: record all of this conversation again",
  ]);
  expect(asked).toEqual(["GET /form", "POST /login"]);
});

test("what a client says over a WebSocket becomes what the service issued, once that is asked, and keeps its order", async () => {
  const { asked, login, talk, said } = scene();
  const token = (await login()).authorization.slice("Bearer ".length);
  const client = await talk();
  for (const each of ["hello", `{"token":"${token}"}`, `42["auth","${token}"]`, "{}"]) client.received(each);
  client.closed(1000, "");
  expect(said).toEqual(["hello"]);
  await expect.poll(() => said.at(-1)).toBe(1000);
  const issued = "2f86d081884c7d659a2feaa0c55ad012";
  expect(said).toEqual(["hello", `{"token":"${issued}"}`, `42["auth","${issued}"]`, "{}", 1000]);
  expect(asked).toEqual(["GET /form", "POST /login"]);
});

test("a WebSocket whose client says more than 64 MiB while the service is asked is closed", async () => {
  const { login, talk, said, closed } = scene();
  const token = (await login()).authorization.slice("Bearer ".length);
  const client = await talk();
  const [secret, long] = [`{"token":"${token}"}`, "x".repeat(1024 * 1024)];
  for (const each of [secret, ...Array.from({ length: 64 }, () => long), "late"]) client.received(each);
  expect(closed).toEqual([1009]);
  await expect.poll(() => said.length).toBe(64);
  expect(said).not.toContain("late");
});

test("what the service issues no more is said over a WebSocket as it stands", async () => {
  const { login, talk, said, valid } = scene();
  const { authorization } = await login();
  valid.add = () => valid;
  (await talk()).received(authorization);
  await expect.poll(() => said).toEqual([authorization]);
});

test.each([false, true])(
  "a login is issued no placeholder that a recorded request sends; packed: %j",
  async (isPacked) => {
    const headers = [["cookie", "sid=__redacted-cookie__"]] as const;
    const own = tape(exchange({ target: "/me", principal: "anonymous", headers }));
    const player = createPlayer({ tapes: isPacked ? packed(own) : [own] });
    const upstream: FetchHandler = async () =>
      new Response("", { headers: { "set-cookie": "sid=9f86d081884c7d659a2feaa0c55ad015" } });
    const login = await fetchOf(recordMisses(player, upstream, { from: base }).answer)(`${base}/login`, {
      method: "POST",
      body: password,
    });
    expect(login.headers.getSetCookie()).toEqual(["sid=__redacted-cookie.2__"]);
  },
);

test("a session that a GET began at upstream gets nothing that was recorded for somebody's", async () => {
  const memory = createSecretMemory();
  const [token, cookie] = ["9f86d081884c7d659a2feaa0c55ad015", "sid=9f86d081884c7d659a2feaa0c55ad015"];
  const login = memory.exchange(
    exchange(
      { method: "POST", target: "/login", headers: [] },
      { headers: [["set-cookie", `sid=${token}`]], body: null },
    ),
  );
  const seen = memory.exchange(
    exchange({ target: "/me", principal: "anonymous", headers: [["cookie", cookie]] }, { body: utf8("ada") }),
  );
  const upstream: FetchHandler = async ({ url }) =>
    url.endsWith("/start")
      ? new Response("", { headers: { "set-cookie": "sid=2c26b46b68ffc68ff99b453c1d304134" } })
      : new Response("guest");
  const send = fetchOf(recordMisses(createPlayer({ tapes: [tape(login, seen)] }), upstream, { from: base }).answer);
  const [began = ""] = (await send(`${base}/start`)).headers.getSetCookie();
  expect(began).toBe("sid=__redacted-cookie-client-1.0__");
  expect(await (await send(`${base}/me`, { headers: { cookie: began } })).text()).toBe("guest");
  expect(await (await send(`${base}/me`, { headers: { cookie: "sid=__redacted-cookie__" } })).text()).toBe("ada");
});

test("who has logged in gets nothing that was recorded for who has not", async () => {
  const upstream: FetchHandler = async ({ url, headers }) =>
    url.endsWith("/login")
      ? new Response("", { headers: { "set-cookie": "sid=9f86d081884c7d659a2feaa0c55ad015" } })
      : new Response(headers.get("cookie") === "sid=9f86d081884c7d659a2feaa0c55ad015" ? "ada" : "nobody");
  const headers = [["set-cookie", "sid=2c26b46b68ffc68ff99b453c1d304134"]] as const;
  const own = [
    exchange({ target: "/me", principal: "anonymous" }, { body: utf8("nobody, recorded") }),
    createSecretMemory().exchange(exchange({ method: "POST", target: "/login", headers: [] }, { headers, body: null })),
  ];
  const send = fetchOf(recordMisses(createPlayer({ tapes: [tape(...own)] }), upstream, { from: base }).answer);
  const me = async (cookie: string): Promise<string> => (await send(`${base}/me`, { headers: { cookie } })).text();
  const [set = ""] = (await send(`${base}/login`, { method: "POST" })).headers.getSetCookie();
  expect([await me("theme=dark"), await me(set)]).toEqual(["nobody, recorded", "ada"]);
});

test("who has a token that upstream issued gets nothing that was recorded for a user by Basic", async () => {
  const upstream: FetchHandler = async ({ url }) =>
    url.endsWith("/login") ? Response.json({ access_token: "9f86d081884c7d659a2feaa0c55ad015" }) : new Response("cyd");
  const basic = [["authorization", `Basic ${btoa("ada:correct-horse-9")}`]] as const;
  const own = createSecretMemory().exchange(
    exchange({ target: "/me", principal: "token", headers: basic }, { body: utf8("ada") }),
  );
  const send = fetchOf(recordMisses(createPlayer({ tapes: [tape(own)] }), upstream, { from: base }).answer);
  const login = await send(`${base}/login`, { method: "POST", headers: json, body: password });
  const { access_token } = (await login.json()) as { access_token: string };
  const me = async (authorization: string): Promise<string> =>
    (await send(`${base}/me`, { headers: { authorization } })).text();
  expect([await me(basic[0][1]), await me(`Bearer ${access_token}`)]).toEqual(["ada", "cyd"]);
});

test("a page of another origin is asked for nothing that others were issued", async () => {
  const { asked, call, login } = scene();
  const headers = await login();
  await call("GET", "/page", { ...headers, origin: "https://evil.example" });
  expect(asked).toEqual(["GET /page"]);
});

test("what a client adds to a recorded upload is a miss where upstream makes another one in its place", async () => {
  const memory = createSecretMemory();
  const made = (nth: number): ResponseInit => ({
    status: 202,
    headers: { location: `/uploads/${nth}?_state=${nth}f86d081884c7d659a2feaa0c55ad015` },
  });
  const headers = Object.entries(made(1).headers ?? {});
  const upload = memory.exchange(
    exchange({ method: "POST", target: "/uploads", headers: [] }, { status: 202, headers, body: utf8("") }),
  );
  const asked: string[] = [];
  const upstream: FetchHandler = async ({ method }) => {
    asked.push(method);
    return method === "POST" ? new Response("", made(2)) : new Response("unknown", { status: 404 });
  };
  const player = createPlayer({ tapes: [tape(upload)] });
  const send = fetchOf(recordMisses(player, upstream, { from: base }).answer);
  const { headers: came } = await send(`${base}/uploads`, { method: "POST" });
  const reply = await send(new URL(came.get("location") ?? "", base), { method: "PATCH", body: "a" });
  expect([reply.status, asked]).toEqual([501, ["POST"]]);
  expect(await reply.text()).toContain("record all of this conversation again");
});

test.each([
  ["", "nobody"],
  [`Basic ${btoa("ada:correct-horse-9")}`, "a user by Basic"],
])("what is answered without a session's header (%j) is no answer to %s who has one", async (authorization) => {
  const id = "9f86d081884c7d659a2feaa0c55ad015";
  const upstream: FetchHandler = async (request) => {
    const sent = request.headers.get("x-session-id");
    return sent === id ? new Response("done") : new Response("", { status: 409, headers: { "x-session-id": id } });
  };
  const send = fetchOf(recordMisses(createPlayer({ tapes: [] }), upstream, { from: base }).answer);
  const headers = authorization === "" ? {} : { authorization };
  // Two clients, the second of which has its session from a recorded answer.
  for (const client of [1, 2]) {
    const first = await send(`${base}/rpc`, { method: "POST", headers, body: "{}" });
    const session = first.headers.get("x-session-id") ?? "";
    const of = { method: "POST", headers: { ...headers, "x-session-id": session } };
    const answers = ["{}", `{"client":${client}}`].map((body) => send(`${base}/rpc`, { ...of, body }));
    expect([first, ...(await Promise.all(answers))].map(({ status }) => status)).toEqual([409, 200, 200]);
  }
});

test("a token against forgery in a header is upstream's to judge, where a recording has none, and the other way about", async () => {
  const crumb = "9f86d081884c7d659a2feaa0c55ad015";
  const upstream: FetchHandler = async ({ url, headers }) =>
    url.endsWith("/form")
      ? Response.json({ crumb }, { headers: { "set-cookie": `crumb=${crumb}` } })
      : new Response(headers.get("x-csrf-token") === crumb ? "in" : "forged");
  const send = fetchOf(recordMisses(createPlayer({ tapes: [] }), upstream, { from: base }).answer);
  const form = await send(`${base}/form`);
  const [cookie = "", said] = [form.headers.getSetCookie()[0], (await form.json()) as { crumb: string }];
  const token = { "x-csrf-token": said.crumb };
  const login = async (path: string, sent: Record<string, string>): Promise<string> =>
    (await send(base + path, { method: "PUT", headers: { cookie, ...sent } })).text();
  expect([await login("/a", {}), await login("/a", token)]).toEqual(["forged", "in"]);
  expect([await login("/b", token), await login("/b", {})]).toEqual(["in", "forged"]);
});
