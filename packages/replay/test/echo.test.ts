import { createSanitizer, type Exchange, headerOf } from "@tapedeck/tape";
import { createSecretMemory } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { RepeatedRequest } from "../src/http/repeated-request.ts";
import { missText } from "../src/match/explain.ts";
import { ask, exchange, field, jsonOf, origin, tape, textOf, utf8 } from "./exchanges.ts";

const json = [["content-type", "application/json"]] as const;
const form = [["content-type", "application/x-www-form-urlencoded"]] as const;
const posted = (text: string) =>
  ask("/auth", Object.fromEntries(form), { method: "POST", body: new TextEncoder().encode(text) });

test.each([
  ["the id of a call", "/id", { id: 1 }, { id: "b7" }, { id: 1, result: { id: 1 } }, { id: "b7", result: { id: 1 } }],
  ["ids of calls in one request", "/*/id", [{ id: 1 }, { id: 2 }], [{ id: 8 }, { id: 9 }], [{ id: 2 }], [{ id: 9 }]],
  ["members in another order", "/id", { a: 1, id: 1 }, { id: 2, a: 1 }, { id: 1 }, { id: 1 }],
  ["a long id of anything", "/id", { id: "q2vev27amfhc" }, { id: "x" }, { id: "q2vev27amfhc" }, { id: "x" }],
  ["what is no call", "/id", { id: 1 }, { id: 2 }, { id: 1 }, { id: 1 }],
] as const)("clients-10: what is left out comes back as sent: %s", (what, pointer, recorded, sent, response, said) => {
  const callOf = (value: unknown): string =>
    JSON.stringify(value).replaceAll(
      /\{(?="(?:id|a)")/g,
      what.startsWith("a long") || what === "what is no call" ? "{" : '{"jsonrpc":"2.0",',
    );
  const call = { method: "POST", target: "/rpc", headers: json, body: utf8(callOf(recorded)) } as const;
  const player = createPlayer({
    tapes: [tape(exchange(call, { headers: json, body: utf8(JSON.stringify(response)) }))],
    match: [{ path: "/rpc", ignore: [`body:${pointer}`] }],
  });
  const body = new TextEncoder().encode(callOf(sent));
  const reply = player.answer(ask("/rpc", { "content-type": "application/json" }, { method: "POST", body }));
  expect([reply.status, jsonOf(reply)]).toEqual([200, said]);
});

test.each([
  ["a state", "/auth?state=s-0001-recorded-aa", "/auth?state=s%2F7%3D", "/cb?code=1&state=", "s%2F7%3D"],
  [
    "an id in a path",
    "/txn/6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "/txn/00000000-9dad-11d1-80b4-00c04fd430c8",
    "/txn/",
    "00000000-9dad-11d1-80b4-00c04fd430c8",
  ],
  ["a time, which may be another one", "/auth?t=1767225600", "/auth?t=1767225699", "/cb?t=", "1767225600"],
] as const)("an answer repeats what a client made up: %s", (_what, recorded, sent, before, after) => {
  const value = /[^/=]+$/.exec(recorded)?.[0] ?? "";
  const said = {
    status: 302,
    headers: [["location", before + value]],
    body: utf8(`Go to ${before}${value}.`),
  } as const;
  const clean = createSecretMemory().exchange(exchange({ target: recorded }, said));
  const match = [{ path: "/**", ignore: ["query.state", "query.t", "path.2"] }];
  const expected = before + after;
  const reply = createPlayer({ tapes: [tape(clean)], match }).answer(ask(sent));
  const text = new TextDecoder().decode(reply.body as Uint8Array);
  expect([reply.headers.find(([name]) => name === "location")?.[1], text]).toEqual([expected, `Go to ${expected}.`]);
});

const [oldId, newId] = ["6ba7b810-9dad-11d1-80b4-00c04fd430c8", "00000000-9dad-11d1-80b4-00c04fd430c8"] as const;

test.each([
  ["a new state", "query.state", (state: string) => ask(`/auth?state=${state}`)],
  ["the same state", "query.t", (state: string) => ask(`/auth?state=${state}`)],
  ["a UUID", "query.state", (state: string) => ask(`/auth?state=${state}`)],
  ["one in a form", "body:/state", (state: string) => posted(`state=${state}`)],
] as const)(
  "clients-10: a later answer that repeats a conversation's state has what was sent: %s",
  (what, part, begin) => {
    const state = what === "a UUID" ? oldId : "r3c0rdedaaZZ9qpLmX7vB2";
    const begun = begin(state);
    const body = begun.body === null ? null : utf8(`state=${state}`);
    const sent = { method: begun.method, target: begun.target, headers: form, body } as const;
    const location = `http://app.example/cb?code=1&state=${state}`;
    const memory = createSecretMemory();
    const recorded = [
      exchange(sent, { status: 303, headers: [["location", "/login"]], body: null }),
      exchange({ target: "/resume" }, { headers: [["location", location]], body: utf8(`<input value="${state}">`) }),
    ].map((each) => memory.exchange(each));
    const player = createPlayer({ tapes: [tape(...recorded)], match: [{ path: "/auth", ignore: [part] }] });
    const resume = new RepeatedRequest(ask("/resume"));
    const told = () => {
      const reply = player.answer(resume);
      return [field(reply, "location")?.split("state=")[1], textOf(reply)];
    };
    const before = told();
    for (const mine of what === "the same state" ? [state, state] : ["mine-0002/bbYY8", newId]) {
      player.answer(begin(encodeURIComponent(mine)));
      for (const said of [told(), told()]) expect(said).toEqual([encodeURIComponent(mine), `<input value="${mine}">`]);
    }
    player.reset();
    expect(told()).toEqual(before);
  },
);

test("a hidden value that is no state of a conversation is in no other answer", () => {
  const key = "k3y-0001-aaZZ9-secret";
  const memory = createSecretMemory();
  const recorded = [
    exchange({ target: `/a?api_key=${key}` }),
    exchange({ target: "/b" }, { body: utf8(`said ${key}`) }),
  ];
  const player = createPlayer({ tapes: [tape(...recorded.map((each) => memory.exchange(each)))] });
  expect(player.answer(ask(`/a?api_key=${key}`)).status).toBe(200);
  expect(textOf(player.answer(ask("/b")))).toContain("said __redacted-");
});

test("what one request made up is in no other answer, nor in JSON that it would break", () => {
  const post = (state: number | string) =>
    ({ method: "POST", target: "/auth", headers: json, body: utf8(JSON.stringify({ state })) }) as const;
  const said = utf8('{"count":12345678,"state":"s-12345678"}');
  const tapes = [
    tape(exchange(post(12_345_678), { headers: json, body: said }), exchange({ target: "/n" }, { body: said })),
  ];
  const player = createPlayer({ tapes, match: [{ path: "/auth", ignore: ["body:/state"] }] });
  const sent = (state: string) =>
    ask("/auth", Object.fromEntries(json), { method: "POST", body: new TextEncoder().encode(post(state).body.text) });
  for (const asked of [sent("abc-defgh"), ask("/n")]) expect(textOf(player.answer(asked))).toBe(said.text);
});

test("an answer that repeats another value has no longer the tag of the recorded one", () => {
  const recorded = { headers: [["etag", '"1"']], body: utf8("state=s-0001-recorded-aa") } as const;
  const player = createPlayer({
    tapes: [tape(exchange({ target: "/auth?state=s-0001-recorded-aa" }, recorded))],
    match: [{ path: "/auth", ignore: ["query.state"] }],
  });
  const asked = new RepeatedRequest(ask("/auth?state=mine-0002-bb"));
  for (const reply of [player.answer(asked), player.answer(asked)])
    expect([textOf(reply), reply.headers.some(([name]) => name === "etag")]).toEqual(["state=mine-0002-bb", false]);
});

test("a miss whose text differs in generated values alone says so, and what ignores them plays, the ids echoed", () => {
  const [old, fresh] = ["6ba7b810-9dad-11d1-80b4-00c04fd430c8", "00000000-9dad-11d1-80b4-00c04fd430c8"] as const;
  const event = (id: string, stamp: string) => `BEGIN:VEVENT\r\nUID:${id}\r\nDTSTAMP:${stamp}\r\nEND:VEVENT`;
  const put = (id: string, stamp: string) => ({ method: "PUT", target: `/c/${id}.ics`, body: utf8(event(id, stamp)) });
  const tapes = [tape(exchange(put(old, "20260101T000000Z"), { body: utf8(`<href>/c/${old}.ics</href>`) }))];
  const { target, body, method } = put(fresh, "20260102T030405Z");
  const sent = ask(target, {}, { method, body: new TextEncoder().encode(body.text) });
  const missing = createPlayer({ tapes });
  missing.answer(sent);
  const match = [{ path: "/c/*", ignore: ["path.2", "body:generated"] }];
  expect(missText(missing.misses()[0] ?? expect.fail())).toContain(JSON.stringify(match[0]));
  const reply = createPlayer({ tapes, match }).answer(sent);
  expect(new TextDecoder().decode(reply.body as Uint8Array)).toBe(`<href>/c/${fresh}.ics</href>`);
});

test("a secret in base64, whose placeholder has other padding, is found again in a query", () => {
  const target = `/rpc?params=${encodeURIComponent(btoa('["token:aria-hunter2-token"]'))}`;
  const clean = createSecretMemory().exchange(exchange({ target }));
  expect(createPlayer({ tapes: [tape(clean)] }).answer(ask(target)).status).toBe(200);
});

test("clients-10: the id of a call comes back as sent in each event of a stream, cut where it was", async () => {
  const call = (id: number) => JSON.stringify({ jsonrpc: "2.0", id, method: "slow" });
  const events = (id: number) =>
    [`data: {"method":"progress"}\n\n`, `event: message\ndata: {"jsonrpc":"2.0","id":${id},"result":7}\n\n`] as const;
  const recorded = { method: "POST", target: "/mcp", headers: [["content-type", "application/json"]] } as const;
  const player = createPlayer({
    tapes: [
      tape(
        exchange(
          { ...recorded, body: utf8(call(7)) },
          {
            headers: [["content-type", "text/event-stream"]],
            body: utf8(events(7).join("")),
            chunks: events(7).map((event) => [event.length, 1]),
          },
        ),
      ),
    ],
    match: [{ path: "/mcp", ignore: ["body:/id"] }],
  });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: call(1234) };
  const response = await player(new Request("http://localhost/mcp", init));
  const chunks: string[] = [];
  for await (const chunk of response.body ?? []) chunks.push(new TextDecoder().decode(chunk));
  expect(chunks).toEqual(events(1234));
});

test.each([
  ["as a whole", null],
  ["as a stream", 700_000],
])("the id of a call comes back as sent in a long answer that names its service, %s", async (_how, cut) => {
  const call = (id: number) => JSON.stringify({ jsonrpc: "2.0", id, method: "all" });
  const answer = (id: number, from: string) =>
    JSON.stringify({ jsonrpc: "2.0", id, result: [`${from}/first`, "a".repeat(1024 * 1024), `${from}/last`] });
  const body = answer(1, origin);
  const recorded = { method: "POST", target: "/rpc", headers: json, body: utf8(call(1)) } as const;
  const chunks =
    cut &&
    ([
      [cut, 0],
      [body.length - cut, 0],
    ] as const);
  const player = createPlayer({
    tapes: [tape(exchange(recorded, { headers: json, body: utf8(body), ...(chunks && { chunks }) }))],
    match: [{ path: "/rpc", ignore: ["body:/id"] }],
  });
  const base = "http://localhost:4000";
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: call(77) };
  const response = await player(new Request(`${base}/rpc`, init));
  const said = await response.text();
  // Not with `toBe()`, which would print a megabyte.
  expect([said === answer(77, base), said.slice(0, 40)]).toEqual([true, answer(77, base).slice(0, 40)]);
});

const pinnedId = "0000:000000:0000000:0000000:00000000";

test.each([
  ["a lease", "x-ms-proposed-lease-id", oldId, newId, "x-ms-lease-id", oldId, newId],
  ["a key of a payment", "idempotency-key", oldId, newId, "idempotency-key", oldId, newId],
  ["a request id, which recordings pin", "x-request-id", null, newId, "x-request-id", pinnedId, newId],
  [
    "a request id, hidden by its name",
    "x-ms-client-request-id",
    null,
    newId,
    "x-ms-client-request-id",
    pinnedId,
    newId,
  ],
  [
    "a request id of another form",
    "x-request-id",
    null,
    newId,
    "x-request-id",
    "00000000-0000-4000-8000-000000000001",
    newId,
  ],
  ["no request id of another name", "x-request-id", null, newId, "request-id", pinnedId, null],
  ["no short id", "x-request-id", null, "7", "x-request-id", pinnedId, null],
  ["no secret", "x-request-id", null, "known-t0ken-0123456789", "x-request-id", pinnedId, null],
  ["no name", "x-tenant", "tenant-one", "tenant-two", "x-tenant", "tenant-one", null],
  ["no id of a tenant", "x-tenant-id", oldId, newId, "x-tenant-id", oldId, null],
  ["no tag", "if-match", oldId, newId, "etag", oldId, null],
  ["no signature", "x-signature", oldId, newId, "x-echo", oldId, null],
  ["no hidden value", "x-key", "__redacted-field.0123abcd__", newId, "x-echo", oldId, null],
] as const)(
  "what a client made for a header comes back as sent: %s",
  (_what, name, recorded, sent, at, said, echoed) => {
    const response = { headers: [...json, [at, said]], body: utf8(`{"id":"${said}"}`) } as const;
    const headers = recorded === null ? [] : [[name, recorded] as const];
    const tokens = { full: { token: "known-t0ken-0123456789", account: "ada" } };
    const clean = createSecretMemory().exchange(exchange({ headers }, response));
    const player = createPlayer({ tapes: [tape(clean)], tokens });
    const told = (sentHeaders: Readonly<Record<string, string>>) => {
      const reply = player.answer(ask("/users/ada", sentHeaders));
      return [reply.headers.find(([each]) => each === at)?.[1], jsonOf(reply)];
    };
    const unchanged = [headerOf(clean.response.headers, at), JSON.parse(clean.response.body?.text ?? "")];
    const inBody = recorded === null ? unchanged[1] : { id: echoed };
    expect(told({ [name]: sent })).toEqual(echoed === null ? unchanged : [echoed, inBody]);
    expect(told({})).toEqual(unchanged);
  },
);

test("an answer with a signature or digest stays as it is", () => {
  const response = { headers: [...json, ["repr-digest", "sha-256=:X48E=:"] as const], body: utf8(`{"id":"${oldId}"}`) };
  const player = createPlayer({ tapes: [tape(exchange({ headers: [["idempotency-key", oldId]] }, response))] });
  expect(jsonOf(player.answer(ask("/users/ada", { "idempotency-key": newId })))).toEqual({ id: oldId });
});

test("WebSockets whose credential is in their subprotocol get their own conversation, and the subprotocol that they offer", () => {
  const sanitizer = createSanitizer({ recordedAt: 0 });
  const name = "sec-websocket-protocol";
  const tokens = ["9f86d081884c7d659a2feaa0c55ad0159f86d0aa", "9f86d081884c7d659a2feaa0c55ad0159f86d0bb"];
  const opened = (token: string): Exchange => {
    const headers = [
      ["upgrade", "websocket"],
      [name, `token, ${token}`],
    ] as const;
    const answered = [
      [name, token],
      ["x-for", token.slice(-1)],
    ] as const;
    return sanitizer.exchange(
      exchange({ target: "/rt", headers }, { status: 101, headers: answered, body: null, messages: [] }),
    );
  };
  const player = createPlayer({ tapes: [tape(...tokens.map(opened))] });
  const said = tokens.toReversed().map((token) => {
    const reply = player.answer(ask("/rt", { upgrade: "websocket", [name]: `token, ${token}` }));
    return [name, "x-for"].map((each) => field(reply, each));
  });
  expect(said).toEqual(tokens.toReversed().map((token) => [token, token.slice(-1)]));
});
