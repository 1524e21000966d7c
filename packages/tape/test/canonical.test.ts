import fc from "fast-check";
import { expect, test } from "vitest";
import { canonical, sortKey } from "../src/canonical.ts";
import type { HeaderList } from "../src/exchange.ts";
import { fromHar, toHar } from "../src/har/har.ts";
import { asSent, wireText } from "../src/json-text.ts";
import { law } from "./property.ts";
import { exchange, exchanges, json, tape, utf8 } from "./tapes.ts";

test.each<[shows: string, found: HeaderList, kept: HeaderList]>([
  [
    "puts names in order",
    [
      ["Vary", "a"],
      ["ETag", '"1"'],
    ],
    [
      ["etag", '"1"'],
      ["vary", "a"],
    ],
  ],
  [
    "drops what the connection said",
    [
      ["connection", "close"],
      ["transfer-encoding", "chunked"],
    ],
    [],
  ],
  [
    "drops what the encoded body said",
    [
      ["content-encoding", "gzip"],
      ["content-length", "9"],
    ],
    [],
  ],
  [
    "keeps repeated fields in their order",
    [
      ["link", "b"],
      ["link", "a"],
    ],
    [
      ["link", "b"],
      ["link", "a"],
    ],
  ],
])("canonical() %s", (_shows, headers, kept) => {
  expect(canonical(exchange({}, { headers })).response.headers).toEqual(kept);
});

test("canonical() keeps the length that a HEAD response tells, and not the one of its request", () => {
  const length: HeaderList = [["content-length", "9"]];
  const { request, response } = canonical(exchange({ method: "HEAD", headers: length }, { headers: length }));
  expect([request.headers, response.headers]).toEqual([[], length]);
});

test("canonical() lays out JSON, and only what is said to be", () => {
  const text = utf8("[1]");
  const { request, response } = canonical(exchange({ body: text }, { headers: json, body: text }));
  expect([request.body?.text, response.body?.text]).toEqual(["[1]", "[\n  1\n]"]);
});

test.each([
  ["is laid out and sent compact", '{"id":1,"tags":[]}', '{\n  "id": 1,\n  "tags": []\n}'],
  ["is kept as it was sent, laid out by its sender", '{\n  "id": 1\n}', '{\n  "id": 1\n}'],
  ["is kept as it was sent, with white space here and there", '{"id": 1 }\n', '{"id": 1 }\n'],
  ["is kept as it was sent, where it is no JSON", "{", "{"],
])("a JSON body %s, through a file too", (_shows, sent, written) => {
  const headers: HeaderList = [["content-type", "application/json"]];
  const body = asSent({ encoding: "utf8", text: sent }, headers);
  const [read] = fromHar(toHar(tape(canonical(exchange({}, { headers, body })))), "a.har").exchanges;
  expect(read?.response.body?.text).toBe(written);
  expect(read?.response.body && wireText(read.response.body, headers)).toBe(sent);
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
