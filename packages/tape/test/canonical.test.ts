import fc from "fast-check";
import { expect, test } from "vitest";
import { arrange, canonical } from "../src/canonical.ts";
import type { HeaderList } from "../src/exchange.ts";
import { law } from "./property.ts";
import { exchange, exchanges, json, utf8 } from "./tapes.ts";

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

test("arrange() goes by path, query, principal, method, condition and body", () => {
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
  expect(arrange(inOrder.toReversed())).toEqual(inOrder);
});

/** Exchanges that share few requests, so that answers to one request meet. */
function crowded() {
  return fc.array(
    fc
      .record({
        target: fc.constantFrom("/a", "/a?b", "/a/b", "/ab"),
        principal: fc.constantFrom("anonymous", "full"),
        method: fc.constantFrom("GET", "HEAD"),
        status: fc.integer({ min: 200, max: 599 }),
      })
      .map(({ status, ...asked }) => exchange(asked, { status })),
    { maxLength: 12 },
  );
}

test("arrange() keeps answers to one request in the order they came, wherever the others stood", () => {
  fc.assert(
    fc.property(crowded(), fc.infiniteStream(fc.nat()), (recorded, dice) => {
      // Interleaves the requests anew; each keeps its own answers in order.
      const piles = [...Map.groupBy(recorded, ({ request }) => JSON.stringify(request)).values()].map((pile) => [
        ...pile,
      ]);
      const mixed: typeof recorded = [];
      while (mixed.length < recorded.length) {
        const next = piles[(dice.next().value ?? 0) % piles.length]?.shift();
        if (next) mixed.push(next);
      }
      expect(arrange(mixed)).toEqual(arrange(recorded));
    }),
    law(100),
  );
});
