import type { RecordedRequest } from "@tapedeck/tape";
import { createSession } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { compileRule } from "../src/match/compiled-rule.ts";
import { missText } from "../src/match/explain.ts";
import { defaultRule, matcherNamed } from "../src/match/matchers.ts";
import { ask, exchange, jsonOf, request, tape, textOf, utf8 } from "./exchanges.ts";

function keyBy(name: string, parts: Partial<RecordedRequest>): string {
  return (matcherNamed(name, {}) ?? expect.fail(`no matcher ${name}`)).key(request(parts));
}

const form = [["content-type", "application/x-www-form-urlencoded"]] as const;
const json = [["content-type", "application/json"]] as const;

const long = "1,".repeat(600_000).concat("1");
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

/** A form of several parts under a boundary, as a client would make one up. */
function sentParts(boundary: string, parts: Readonly<Record<string, string>>): Partial<RecordedRequest> {
  const text = Object.entries(parts).map(
    ([name, content]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`,
  );
  return {
    headers: [["content-type", `multipart/form-data; boundary=${boundary}`]],
    body: utf8(`${text.join("")}--${boundary}--\r\n`),
  };
}

function graphql(query: string, further: object = {}): Partial<RecordedRequest> {
  return { headers: [["content-type", "application/json"]], body: utf8(JSON.stringify({ query, ...further })) };
}

test.each<[name: string, shows: string, one: Partial<RecordedRequest>, two: Partial<RecordedRequest>, same: boolean]>([
  ["method", "tells methods apart", { method: "GET" }, { method: "HEAD" }, false],
  ["path", "looks past the query", { target: "/x?a" }, { target: "/x?b" }, true],
  ["path", "tells paths apart", { target: "/x" }, { target: "/x/y" }, false],
  ["query", "looks past the path", { target: "/x?a=1" }, { target: "/y?a=1" }, true],
  ["query", "tells pages apart", { target: "/x?page=1" }, { target: "/x?page=2" }, false],
  ["query", "tells none from some", { target: "/x" }, { target: "/x?a" }, false],
  ["principal", "tells callers apart", { principal: "full" }, { principal: "anonymous" }, false],
  ["accept", "compares what is wanted", { headers: [["accept", "a"]] }, { headers: [["accept", "b"]] }, false],
  ["accept", "looks past other headers", { headers: [["range", "a"]] }, { headers: [["range", "b"]] }, true],
  [
    "body",
    "compares JSON by value",
    { body: utf8('{"a":1,"b":[{"c":2,"d":3}]}') },
    { body: utf8('{ "b": [{"d":3,"c":2}], "a": 1 }') },
    true,
  ],
  ["body", "minds the order of a list", { body: utf8("[1,2]") }, { body: utf8("[2,1]") }, false],
  ["body", "compares other text as it stands", { body: utf8("a b") }, { body: utf8("a  b") }, false],
  [
    "body",
    "keeps digits beyond 2^53",
    { body: utf8('{"id":9007199254740993}') },
    { body: utf8('{"id":9007199254740992}') },
    false,
  ],
  ["body", "tells numbers beyond a double apart", { body: utf8('{"a":1e400}') }, { body: utf8('{"a":1e401}') }, false],
  ["body", "takes no number for null", { body: utf8('{"a":1e400}') }, { body: utf8('{"a":null}') }, false],
  ["body", "compares what is very deep as it stands", { body: utf8(nested(5000)) }, { body: utf8(nested(5000)) }, true],
  ["body", "tells what is very deep apart", { body: utf8(nested(5000)) }, { body: utf8(nested(5001)) }, false],
  ["body", "compares what is very long as it stands", { body: utf8(`[${long}]`) }, { body: utf8(`[ ${long}]`) }, false],
  ["body", "takes equal numbers for equal", { body: utf8('{"a":1.0}') }, { body: utf8('{"a":1}') }, true],
  [
    "body",
    "takes equal numbers for equal beside one beyond 2^53",
    { body: utf8('[1.50,1e43,{"id":9007199254740993}]') },
    { body: utf8('[1.5,1E+43,{"id":9007199254740993}]') },
    true,
  ],
  [
    "body",
    "compares forms by parameters",
    { headers: form, body: utf8("b=2&a=1") },
    { headers: form, body: utf8("a=1&b=2") },
    true,
  ],
  [
    "body",
    "keeps repeated parameters of a form",
    { headers: form, body: utf8("a=1&a=2") },
    { headers: form, body: utf8("a=2") },
    false,
  ],
  [
    "body",
    "looks past the boundary of an upload",
    sentParts("x1", { file: "hello" }),
    sentParts("y2", { file: "hello" }),
    true,
  ],
  ["body", "tells uploads apart", sentParts("x1", { file: "hello" }), sentParts("x1", { file: "world" }), false],
  [
    "body",
    "looks past the layout of GraphQL",
    graphql("query Me { me { id, name } } # mine"),
    graphql("query Me {\n  me {\n    id\n    name\n  }\n}", { operationName: "Me" }),
    true,
  ],
  [
    "body",
    "tells GraphQL variables apart",
    graphql("query A($x:Int){a(x:$x)}", { variables: { x: 1 } }),
    graphql("query A($x:Int){a(x:$x)}", { variables: { x: 2 } }),
    false,
  ],
  ["body", "takes GraphQL's variables {} for none", graphql("{a}", { variables: {} }), graphql("{a}"), true],
  [
    "body",
    "keeps the digits of GraphQL's variables",
    { headers: json, body: utf8('{"query":"{a}","variables":{"x":12345678901234567890}}') },
    { headers: json, body: utf8('{"query":"{a}","variables":{"x":12345678901234567891}}') },
    false,
  ],
  [
    "body",
    "looks past the order of GraphQL's fragments",
    graphql("query A($x: I = {a: 1}) { ...F ...G } fragment F on X { id } fragment G on X { name }"),
    graphql("fragment G on X { name } query A($x: I = {a: 1}) { ...F ...G } fragment F on X { id }"),
    true,
  ],
  [
    "body",
    "tells GraphQL's fragments apart",
    graphql("{ ...F } fragment F on X { id }"),
    graphql("{ ...F } fragment F on X { name }"),
    false,
  ],
  [
    "body",
    "reads GraphQL that is no JSON",
    { headers: [["content-type", "application/graphql"]], body: utf8("{ a }") },
    { headers: [["content-type", "application/graphql"]], body: utf8("{a}") },
    true,
  ],
  [
    "query",
    "compares GraphQL's variables in a URL by value",
    { target: '/g?query={a}&operationName=A&variables={"x":1,"y":2}' },
    { target: '/g?operationName=A&query={a}&variables={ "y":2,"x":1}' },
    true,
  ],
  [
    "query",
    "tells GraphQL's variables in a URL apart",
    { target: '/g?query={a}&variables={"x":12345678901234567890}' },
    { target: '/g?query={a}&variables={"x":12345678901234567891}' },
    false,
  ],
  ["body", "keeps the text in GraphQL strings", graphql('{ a(b: "c  d") }'), graphql('{ a(b: "c d") }'), false],
  ["query", "looks past the layout of GraphQL", { target: "/g?query=%7B+a+%7D" }, { target: "/g?query=%7Ba%7D" }, true],
  ["header:X-Tenant", "compares one header", { headers: [["x-tenant", "a"]] }, { headers: [["x-tenant", "b"]] }, false],
  [
    "cookie:sid",
    "compares one cookie",
    { headers: [["cookie", "a=1; sid=x"]] },
    { headers: [["cookie", "sid=x; a=2"]] },
    true,
  ],
  ["body", "tells none from some", { body: null }, { body: utf8("{}") }, false],
])("matcher %s %s", (name, _shows, one, two, same) => {
  expect(keyBy(name, one) === keyBy(name, two)).toBe(same);
});

test("a rule is made of the parts that it names, and of no others", () => {
  const one = request({ target: "/x?a=1", principal: "full", headers: [["accept", "a"]] });
  expect(compileRule(["method", "path"], {}, []).key(one)).toBe("GET\n/x\n");
  expect(compileRule(defaultRule, {}, []).key(one)).toBe("GET\n/x\n?a=1\nfull\n\n");
});

test("a rule refuses a name that no matcher has, and says which there are", () => {
  expect(() => compileRule(["metod"], {}, [])).toThrow('there is no matcher of this name; did you mean "method"?');
});

test.each([
  ["a parameter", "query.t", { target: "/orders/1?t=1&a=2" }, { target: "/orders/1?a=2&t=2" }],
  ["a header", "header.x-key", { headers: [["x-key", "1"]] }, { headers: [["x-key", "2"]] }],
  ["a cookie", "cookie.sid", { headers: [["cookie", "sid=1; a=2"]] }, { headers: [["cookie", "a=2; sid=2"]] }],
  ["a member", "body:/meta/id", { body: utf8('{"meta":{"id":1},"a":2}') }, { body: utf8('{"meta":{"id":2},"a":2}') }],
  ["a member of each item", "body:/*/id", { body: utf8('[{"id":1},{"id":2}]') }, { body: utf8('[{"id":3},{"id":4}]') }],
  [
    "a parameter of a form",
    "body:/t",
    { headers: form, body: utf8("t=1&a=2") },
    { headers: form, body: utf8("a=2&t=2") },
  ],
  [
    "a part of a form",
    "body:/t",
    sentParts("b1", { t: "1", a: "\u0000" }),
    sentParts("b2", { t: "another\r\nline", a: "\u0000" }),
  ],
  [
    "a member in a part of a form",
    "body:/operations/id",
    sentParts("b1", { operations: '{"id":1,"query":"{a}"}', file: "x" }),
    sentParts("b2", { operations: '{"id":2,"query":"{a}"}', file: "x" }),
  ],
  ["the body", "body", { body: utf8("a") }, { body: utf8("b") }],
] as const)("%s can be left out for some paths: %s", (_what, part, one, two) => {
  const rule = compileRule(["path", "query", "body", "header:x-key", "header:cookie"], {}, [
    { path: "/orders/**", ignore: [part] },
  ]);
  const at = (target: string, parts: Partial<RecordedRequest>) => rule.key(request({ target, ...parts }));
  expect(at("/orders/1", one)).toBe(at("/orders/1", two));
  expect(rule.differences(request({ target: "/orders/1", ...one }), request({ target: "/orders/1", ...two }))).toEqual(
    [],
  );
  const elsewhere = (parts: Partial<RecordedRequest>) => ({
    ...parts,
    target: `/other${(parts.target ?? "").replace(/^[^?]*/, "")}`,
  });
  expect(rule.key(request(elsewhere(one)))).not.toBe(rule.key(request(elsewhere(two))));
});

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
  const clean = createSession().exchange(exchange({ target: recorded }, said));
  const match = [{ path: "/**", ignore: ["query.state", "query.t", "path.2"] }];
  const expected = before + after;
  const reply = createPlayer({ tapes: [tape(clean)], match }).answer(ask(sent));
  const text = new TextDecoder().decode(reply.body as Uint8Array);
  expect([reply.headers.find(([name]) => name === "location")?.[1], text]).toEqual([expected, `Go to ${expected}.`]);
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
  const asked = Object.freeze(ask("/auth?state=mine-0002-bb"));
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
  const clean = createSession().exchange(exchange({ target }));
  expect(createPlayer({ tapes: [tape(clean)] }).answer(ask(target)).status).toBe(200);
});

test("a miss says which part of a form differs, and how to leave it out", () => {
  const upload = (boundary: string, parts: Readonly<Record<string, string>>) => {
    const { headers, body } = sentParts(boundary, parts);
    return { method: "POST", target: "/files", headers: headers ?? [], body: body ?? null };
  };
  const player = createPlayer({ tapes: [tape(exchange(upload("b1", { id: "a-1", file: "x" }), {}))] });
  const { headers, body } = upload("b2", { id: "a-2", file: "x" });
  const sent = { method: "POST", body: new TextEncoder().encode(body?.text ?? "") };
  player.answer(ask("/files", Object.fromEntries(headers), sent));
  const [miss] = player.misses();
  expect(miss?.closest?.differences).toEqual([{ part: "body", at: "/id", asked: "a-2", recorded: "a-1" }]);
  expect(missText(miss ?? expect.fail())).toContain("body:/id");
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

test("a matcher and a hook can be added from outside", () => {
  const stored = { headers: [["accept-language", "de-AT"]] } as const;
  const player = createPlayer({
    tapes: [tape(exchange(stored, { body: utf8('"servus"') }), exchange({ headers: [["accept-language", "en"]] }))],
    rule: ["method", "path", "language"],
    matchers: {
      language: {
        headers: ["accept-language"],
        key: ({ headers }) => headers.find(([name]) => name === "accept-language")?.[1].slice(0, 2) ?? "",
      },
    },
    beforeReplay: (each) => ({ ...each, response: { ...each.response, status: 203 } }),
  });
  const reply = player.answer(ask("/users/ada", { "accept-language": "de-AT" }));
  expect([reply.status, jsonOf(reply)]).toEqual([203, "servus"]);
  expect(player.answer(ask("/users/ada", { "accept-language": "fr" })).status).toBe(501);
  expect(player.misses()[0]?.closest?.differences.map(({ part }) => part)).toContain("language");
});

test("a miss whose only difference is made anew each time says so, where it is read", () => {
  const uuid = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
  const recorded = tape(exchange({ target: `/orders?key=${uuid("1")}` }));
  const adviceTo = (inTest?: string) => {
    const player = createPlayer({ tapes: [recorded], recording: inTest === undefined ? {} : { inTest } });
    player.answer(ask(`/orders?key=${uuid("2")}`));
    return player.misses()[0]?.advice.join("\n");
  };
  expect(adviceTo()).toContain(
    "the only difference looks like a UUID: if it is made anew each time, leave it out: --ignore '/orders query.key'",
  );
  expect(adviceTo("set TAPEDECK=record")).toContain('match: [{"path":"/orders","ignore":["query.key"]}]');
  expect(adviceTo("set TAPEDECK=record")).not.toContain("--match");
});

test("a GraphQL operation is named in the journal and in a miss", () => {
  const { body, headers } = request(
    graphql("mutation AddUser($n: String) { add(name: $n) { id } }", { variables: {} }),
  );
  const player = createPlayer({ tapes: [] });
  const sent = new TextEncoder().encode(body?.text);
  player.answer(ask("/graphql", Object.fromEntries(headers), { method: "POST", body: sent }));
  expect(player.journal()[0]?.operation).toBe("AddUser");
  expect(missText(player.misses()[0] ?? expect.fail("no miss"))).toMatch(/^Cannot replay POST \/graphql \(AddUser\): /);
});
