import { readFileSync } from "node:fs";
import { cityCounts, service } from "@tapedeck/api";
import { type Exchange, headerList } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { compareAnswers, knownShapes } from "../src/drift/index.ts";

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: string;
  readonly method?: string;
  readonly target?: string;
}

const json = { "content-type": "application/json; charset=utf-8" };

function exchange(answer: Answer): Exchange {
  const { status = 200, headers = json, body, text, method = "GET", target = "/things/1" } = answer;
  const written = text ?? (body === undefined ? null : JSON.stringify(body));
  return {
    request: { method, target, principal: "anonymous", headers: [], body: null },
    response: {
      status,
      headers: headerList(Object.entries(headers)),
      body: written === null ? null : { encoding: "utf8", text: written },
    },
  };
}

/** Findings as `severity kind part where: was → now`. */
function drift(was: Answer, now: Answer, options: { values?: boolean; others?: readonly Answer[] } = {}): string[] {
  const { values = false, others = [] } = options;
  const recorded = exchange(was);
  const api = recorded.request.target.startsWith("/bicyclists/") ? cityCounts : service;
  const known = knownShapes([recorded, ...others.map(exchange)], api)(recorded);
  return compareAnswers(recorded, exchange(now), { known, values, api }).map(
    ({ severity, kind, part, where, was, now }) => `${severity} ${kind} ${part} ${where}: ${was} → ${now}`,
  );
}

const of = (body: unknown, headers: Answer["headers"] = {}): Answer => ({ body, headers: { ...json, ...headers } });

test.each<[string, unknown, unknown, string[]]>([
  ["nothing of what is the same", { a: [{ b: null }] }, { a: [{ b: null }] }, []],
  ["nothing of another value", { a: "x", n: 1, yes: true }, { a: "a long text", n: 2.5, yes: false }, []],
  ["a field that is gone", { a: { b: 1, c: 2 } }, { a: { c: 2 } }, ["error removed body /a/b: number → null"]],
  ["a whole object that is gone, once", { a: { b: 1 } }, {}, ["error removed body /a: object → null"]],
  ["a field that is new", {}, { a: { b: 1 } }, ["info added body /a: null → object"]],
  ["another type", { a: 1 }, { a: "1" }, ["error type body /a: number → string"]],
  ["a list in place of an object", { a: { b: 1 } }, { a: [] }, ["error type body /a: object → array"]],
  ["another type of the whole", [1], { a: 1 }, ["error type body : array → object"]],
  ["a null that was none", { a: "x" }, { a: null }, ["warning null body /a: string → null"]],
  ["nothing where null became something", { a: null }, { a: 1 }, []],
  [
    "keys as a pointer writes them",
    { "a/b": { "~c": 1 } },
    { "a/b": {} },
    ["error removed body /a~1b/~0c: number → null"],
  ],
  [
    "a key that objects have by nature",
    JSON.parse('{"__proto__":1,"toString":2}'),
    {},
    ["error removed body /__proto__: number → null", "error removed body /toString: number → null"],
  ],
  ["nothing of items in another order", [{ a: 1 }, { b: 2 }], [{ b: 3 }, { a: 4 }], []],
  ["nothing of more or fewer items", [{ a: 1 }], [{ a: 1 }, { a: 2 }, { a: 3 }], []],
  ["nothing of an empty list", [{ a: 1 }], [], []],
  ["nothing of a list that was empty", [], [{ a: 1 }, null], []],
  ["nothing of a field that comes and goes between items", [{ a: 1, b: 1 }, { a: 1 }], [{ a: 1 }], []],
  ["nothing of a field that some items lost", [{ a: 1 }, { a: 1 }], [{ a: 1 }, {}], []],
  [
    "a field that no item has any more",
    [{ a: 1, b: 2 }],
    [{ b: 2 }, { b: 3 }],
    ["error removed body /*/a: number → null"],
  ],
  ["a field that some items have now", [{ a: 1 }], [{ a: 1 }, { a: 1, b: 1 }], ["info added body /*/b: null → number"]],
  ["a null in one item", [{ a: "x" }], [{ a: "x" }, { a: null }], ["warning null body /*/a: string → null or string"]],
  ["nothing of a null that was in one item", [{ a: "x" }, { a: null }], [{ a: null }], []],
  ["a type in one item", [{ a: "x" }], [{ a: "x" }, { a: 1 }], ["error type body /*/a: string → number or string"]],
  ["nothing where types were mixed", [1, "x"], ["y"], []],
  ["lists within lists", [[{ a: 1 }]], [[{}]], ["error removed body /*/*/a: number → null"]],
])("compareAnswers() tells %s", (_shows, was, now, found) => {
  expect(drift(of(was), of(now))).toEqual(found);
});

test.each<[string, Answer, Answer, string[]]>([
  ["another status, and no more", of({ a: 1 }), { status: 404, ...of({}) }, ["error status status : 200 → 404"]],
  [
    "where it moved to",
    of({}),
    { status: 301, ...of({}, { location: "/things/2" }) },
    ["error status status : 200 → 301, to /things/2"],
  ],
  [
    "another place to go to",
    { status: 301, headers: { location: "/a" } },
    { status: 301, headers: { location: "/b" } },
    ["warning moved header location: /a → /b"],
  ],
  ["a header that is gone", of(1, { etag: '"1"' }), of(1), ['error removed header etag: "1" → null']],
  ["a header that is new", of(1), of(1, { sunset: "soon" }), ["info added header sunset: null → soon"]],
  [
    "nothing of headers with other values",
    of(1, { etag: '"1"', "x-a": "1" }),
    of(1, { etag: 'W/"2"', "x-a": "2" }),
    [],
  ],
  [
    "nothing of headers of the moment",
    of(1, { "content-length": "3", "set-cookie": "__redacted-header__" }),
    of(1, { "retry-after": "1", "transfer-encoding": "chunked" }),
    [],
  ],
  [
    "another media type, and no more",
    of({ a: 1 }),
    { headers: { "content-type": "text/html" }, text: "<p>" },
    ["error type header content-type: application/json → text/html"],
  ],
  [
    "nothing of parameters that are spelt otherwise",
    of(1),
    { headers: { "content-type": "Application/JSON" }, ...of(1) },
    [],
  ],
  ["JSON that is none", of({}), { text: "{" }, ["error schema body : JSON → other text"]],
  ["a body that is gone", of({}), {}, ["error removed body : a body → null"]],
  ["a body that is new", {}, of({}), ["info added body : null → a body"]],
  ["nothing of another text", { headers: {}, text: "Less, well." }, { headers: {}, text: "Mind the gap." }, []],
  ["nothing of the body to HEAD", { method: "HEAD" }, { method: "HEAD", text: "{}" }, []],
  [
    "a link that a later page is due",
    of([1, 2], { link: '<?page=1>; rel="prev"' }),
    of([1]),
    ['error removed header link: <?page=1>; rel="prev" → null'],
  ],
  ["nothing of a link where there may be one page now", of([1, 2], { link: "<?page=2>; rel=next" }), of([1, 2]), []],
  ["nothing of a link where the page is empty now", of([1, 2], { link: "<?page=1>; rel=prev" }), of([]), []],
  ["nothing of a link where the list grew", of([1]), of([1], { link: "<?page=2>; rel=next" }), []],
])("compareAnswers() tells %s", (_shows, was, now, found) => {
  expect(drift(was, now)).toEqual(found);
});

const city = (body: unknown, headers = json): Answer => ({ target: "/bicyclists/malaga", headers, body });

const user = (headers = json): Answer => ({ target: "/users/ada", headers, body: {} });

test.each<[string, Answer, Answer, string[]]>([
  ["another schema that is broken", city(3), city(-3), ["error schema body : at least 0 → -3"]],
  ["nothing of one that was broken before", city(-3), city(-4), []],
  [
    "a header that does not fit its schema",
    user({ ...json, etag: 'W/"1"' } as typeof json),
    user({ ...json, etag: "none" } as typeof json),
    expect.arrayContaining([expect.stringMatching(/^error schema header etag: .* → "none"$/)]) as unknown as string[],
  ],
])("compareAnswers() tells %s", (_shows, was, now, found) => {
  expect(drift(was, now)).toEqual(found);
});

test.each<[string, Answer, Answer, readonly Answer[], string[]]>([
  ["a word that was never there", of({ type: "a" }), of({ type: "b" }), [], ["warning enum body /type: a → b"]],
  ["nothing of a word that another recording has", of({ type: "a" }), of({ type: "b" }), [of({ type: "b" })], []],
  [
    "nothing of a word that the schemas name",
    of({ login: "x", type: "User" }),
    of({ login: "x", type: "Bot" }),
    [],
    [],
  ],
  ["nothing of a word in a field that may hold any", of({ name: "a" }), of({ name: "b" }), [], []],
  [
    "each new word of a list once",
    of([{ kind: "a" }]),
    of([{ kind: "b" }, { kind: "b" }]),
    [],
    ["warning enum body /*/kind: a → b"],
  ],
  ["nothing of a null that another recording has", of({ a: "x" }), of({ a: null }), [of({ a: null })], []],
  [
    "a null that only another kind of answer has",
    of({ a: "x" }),
    of({ a: null }),
    [{ target: "/others/1", body: { a: null } }],
    ["warning null body /a: string → null"],
  ],
])("compareAnswers() knows from the recordings and the schemas: %s", (_shows, was, now, others, found) => {
  expect(drift(was, now, { others })).toEqual(found);
});

test.each<[string, unknown, unknown, string[]]>([
  ["a text", { a: "x" }, { a: "y" }, ['info value body /a: "x" → "y"']],
  ["a switch", { a: { b: true } }, { a: { b: false } }, ["info value body /a/b: true → false"]],
  ["an id", { id: 1 }, { id: 2 }, ["info value body /id: 1 → 2"]],
  ["a long text, cut", { a: "x" }, { a: "y".repeat(100) }, [`info value body /a: "x" → "${"y".repeat(58)}…`]],
  [
    "an item that is found by its id",
    [{ id: 1, a: "x" }, { id: 2 }],
    [{ id: 2 }, { id: 1, a: "y" }],
    ['info value body /*/a: "x" → "y"'],
  ],
  ["no counts", { stars: 1, forks_count: 2 }, { stars: 3, forks_count: 4 }, []],
  ["no dates", { on: "2026-01-01T00:00:00Z", pushed_at: "x" }, { on: "2027-01-01T00:00:00Z", pushed_at: "y" }, []],
  [
    "no etags, cursors and ids of requests",
    { etag: "a", cursor: "b", request_id: "c" },
    { etag: "b", cursor: "c", request_id: "d" },
    [],
  ],
  ["no bare number", 3, 4, []],
])("compareAnswers() tells of values, when asked to: %s", (_shows, was, now, found) => {
  expect(drift(of(was), of(now), { values: true })).toEqual(found);
});

test("a depth that no API has ends no process", () => {
  const deep = (end: string): Answer => ({ text: `${"[".repeat(5000)}${end}${"]".repeat(5000)}` });
  expect(drift(deep("1"), deep("null"))).toEqual([]);
});

test("the words that an API knows of a field are those of its schema", () => {
  const { properties } = JSON.parse(readFileSync(new URL("../../../schemas/account.json", import.meta.url), "utf8"));
  expect(service.behaviour.knownWords?.("type", new Set(["login"]))).toEqual(properties.type.examples);
});
