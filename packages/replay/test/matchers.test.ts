import type { Exchange, RecordedRequest } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { compileRule } from "../src/match/compiled-rule.ts";
import { missText } from "../src/match/explain.ts";
import { defaultRule, matcherNamed } from "../src/match/matchers.ts";
import { ask, exchange, jsonOf, request, tape, utf8 } from "./exchanges.ts";

function keyBy(name: string, parts: Partial<RecordedRequest>): string {
  return (matcherNamed(name, {}) ?? expect.fail(`no matcher ${name}`)).key(request(parts));
}

const form = [["content-type", "application/x-www-form-urlencoded"]] as const;
const json = [["content-type", "application/json"]] as const;
const xml = [["content-type", "application/soap+xml; charset=utf-8"]] as const;

const long = "1,".repeat(600_000).concat("1");
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

/** A form of several parts under a boundary, as a client would make one up. */
function sentParts(boundary: string, parts: Readonly<Record<string, string>>, further = ""): Partial<RecordedRequest> {
  const text = Object.entries(parts).map(
    ([name, content]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n${further}\r\n${content}\r\n`,
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
  [
    "body",
    "compares lines of JSON by value",
    { body: utf8('{"index":{"_id":1,"_type":"a"}}\n{"b":1,"c":2}\n') },
    { body: utf8('{"index":{"_type":"a","_id":1}}\n{"c":2,"b":1}') },
    true,
  ],
  [
    "body",
    "minds the order of lines of JSON",
    { body: utf8('{"a":1}\n{"b":1}') },
    { body: utf8('{"b":1}\n{"a":1}') },
    false,
  ],
  [
    "body",
    "takes attributes of XML in any order",
    { headers: xml, body: utf8(`<?xml version="1.0"?>\n<S:entry\n   rev="1"\n depth='2' note='"'/>`) },
    { headers: xml, body: utf8(`<?xml version="1.0"?>\n<S:entry note='"' depth="2" rev='1' />`) },
    true,
  ],
  [
    "body",
    "minds what is no attribute of XML",
    { headers: xml, body: utf8('<a><!-- <b c="1" d="2"/> --><![CDATA[<b c="1" d="2"/>]]></a>') },
    { headers: xml, body: utf8('<a><!-- <b d="2" c="1"/> --><![CDATA[<b d="2" c="1"/>]]></a>') },
    false,
  ],
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
  [
    "body",
    "looks past the lengths that parts state, of which that of a hidden value is the client's own",
    sentParts("x1", { token: "__redacted-field__" }, "content-length: 32\r\n"),
    sentParts("y2", { token: "__redacted-field__" }, "content-length: 18\r\n"),
    true,
  ],
  [
    "body",
    "does so in an upload that is too large to be held",
    sentParts("x1", { token: "__redacted-field__", file: long }, "content-length: 32\r\n"),
    sentParts("y2", { token: "__redacted-field__", file: long }, "content-length: 18\r\n"),
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
  ["a member of a line", "body:/1/id", { body: utf8('{}\n\n{"id":2}\n') }, { body: utf8('{}\n{ "id": 4 }') }],
  [
    "an item",
    "body:/tags/0",
    { body: utf8('{"tags":[9007199254740993]}') },
    { body: utf8('{"tags":[9007199254740992]}') },
  ],
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

test.each([
  [
    "long numbers",
    "body:/meta/id",
    '{"of":9007199254740993,"meta":{"id":1}}',
    '{"of":9007199254740992,"meta":{"id":1}}',
  ],
  ["a list and lines", "body:/0/id", '[{"id":1},{"a":2}]', '{"id":1}\n{"a":2}'],
  ["a list of one and its item", "body:/*/id", '[{"id":1}]', '{"id":1}'],
  ["long numbers of lines", "body:/*/id", '{"id":1,"a":9007199254740993}\n{}', '{"id":1,"a":9007199254740992}\n{}'],
])("%s stay apart where a member beside them is ignored", (_shows, part, one, other) => {
  const rule = compileRule(["path", "body"], {}, [{ path: "/orders", ignore: [part] }]);
  const [first, second] = [one, other].map((text) => request({ target: "/orders", body: utf8(text) }));
  expect(rule.key(first as RecordedRequest)).not.toBe(rule.key(second as RecordedRequest));
});

test.each([
  [
    "a matcher whose key is a promise",
    { rule: ["mine"], matchers: { mine: { key: async () => "a" } } },
    /by "mine": the key/,
  ],
  [
    "a hook that gives a promise",
    { beforeReplay: async (each: Exchange) => each },
    /what beforeReplay returned: it is no/,
  ],
  ["a hook that gives nothing", { beforeReplay: () => {} }, /what beforeReplay returned: it is no exchange/],
  [
    "a hook that gives a text for a body",
    { beforeReplay: ({ response }: Exchange) => ({ ...exchange(), response: { ...response, body: "text" } }) },
    /what beforeReplay returned: it is no exchange/,
  ],
])("%s is refused before it answers anything", (_shows, options, message) => {
  expect(() => createPlayer({ tapes: [tape(exchange())], ...(options as object) })).toThrow(message);
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
