import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { alikeKey, canonical, requestKey, sortKey } from "../src/canonical.ts";
import type { HeaderList } from "../src/exchange.ts";
import { exchange, exchanges, type Fields, fields, json, utf8 } from "./tapes.ts";

test.each<[shows: string, found: Fields, kept: Fields]>([
  ["puts names in order", { Vary: "a", ETag: '"1"' }, { etag: '"1"', vary: "a" }],
  ["drops what the connection said", { connection: "close", "transfer-encoding": "chunked" }, {}],
  ["drops what the encoded body said", { "content-encoding": "gzip", "content-length": "9" }, {}],
  [
    "keeps a coding that only a name says, as the body is kept as it came",
    { "content-encoding": "utf-8", "content-length": "9" },
    { "content-encoding": "utf-8" },
  ],
  ["keeps repeated fields in their order", { link: ["b", "a"] }, { link: ["b", "a"] }],
])("canonical() %s", (_shows, found, kept) => {
  expect(canonical(exchange({}, { headers: fields(found) })).response.headers).toEqual(fields(kept));
});

test("canonical() keeps the length that a HEAD response tells, and not the one of its request", () => {
  const length: HeaderList = [["content-length", "9"]];
  const { request, response } = canonical(exchange({ method: "HEAD", headers: length }, { headers: length }));
  expect([request.headers, response.headers]).toEqual([[], length]);
});

test("canonical() done twice is canonical() done once", () => {
  fc.assert(
    fc.property(exchanges(), fc.boolean(), (any, isJson) => {
      const headers = isJson ? [...json, ...any.response.headers] : any.response.headers;
      const once = canonical({ ...any, response: { ...any.response, headers } });
      expect(canonical(once)).toEqual(once);
    }),
    law(100),
  );
});

test("sortKey() goes by path, query, principal, method, condition and body", () => {
  const inOrder = [
    exchange({ target: "/a" }),
    exchange({ target: "/a", headers: [["if-none-match", '"1"']] }),
    exchange({ target: "/a", method: "POST", body: utf8("1") }),
    exchange({ target: "/a", method: "POST", body: utf8("2") }),
    exchange({ target: "/a", principal: "full" }),
    exchange({ target: "/a?page=2" }),
    exchange({ target: "/a-b" }),
    exchange({ target: "/a/b" }),
  ];
  expect(inOrder.toReversed().toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual(inOrder);
});

test.each([
  ["an empty query and none", { target: "/a" }, { target: "/a?" }],
  [
    "a list in a header and two headers",
    { headers: [["a", "1,b,2"]] },
    {
      headers: [
        ["a", "1"],
        ["b", "2"],
      ],
    },
  ],
  ["an empty body and none", { body: null }, { body: utf8("") }],
  ["a text and bytes that are written alike", { body: utf8("AAAA") }, { body: { encoding: "base64", text: "AAAA" } }],
] as const)("sortKey() tells apart what requestKey() does: %s", (_what, one, other) => {
  const [a, b] = [exchange(one), exchange(other)];
  expect(requestKey(a.request)).not.toBe(requestKey(b.request));
  expect(sortKey(a)).not.toBe(sortKey(b));
});

test.each<[what: string, name: string, one: string, other: string, same: boolean]>([
  ["cookies come in another order", "cookie", "s=1; t=2", "t=2; s=1", true],
  ["another cookie comes", "cookie", "s=1; t=2", "s=1; t=3", false],
  ["another moment is asked for", "x-as-of-date", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", false],
])("alikeKey() of a request whose header %s", (_what, name, one, other, same) => {
  const [a, b] = [one, other].map((value) => alikeKey(exchange({ headers: [[name, value]] }).request));
  expect(a === b).toBe(same);
});
