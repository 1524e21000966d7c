import { plain } from "@tapedeck/api";
import { anonymous, bodyOf, type Exchange, pinnedMoment, type Tape } from "@tapedeck/tape";
import { expect, test } from "vitest";
import type { Finding } from "../src/finding.ts";
import { playbackFindings } from "../src/plays.ts";

const origin = "https://shop.example";
const api = { ...plain, name: "shop", origins: [origin] };

const exchange = (target: string, said: string, more: Partial<Exchange["request"]> = {}): Exchange => ({
  request: { method: "GET", target, principal: anonymous, headers: [], body: null, ...more },
  response: { status: 200, headers: [["content-type", "text/plain"]], body: bodyOf(new TextEncoder().encode(said)) },
});

function played(exchanges: readonly Exchange[], described = api): readonly Finding[] {
  const tape: Tape = { name: "shop", origin, recordedAt: pinnedMoment, exchanges };
  const recorded = exchanges.map((each, at) => ({
    file: "a.har",
    tape: "shop",
    place: at + 1,
    origin,
    exchange: each,
  }));
  return [...playbackFindings([tape], recorded, [described], [origin])].map(([, found]) => found);
}

test.each<[what: string, exchanges: readonly Exchange[]]>([
  ["the answers to one request, in order", [exchange("/a", "1"), exchange("/a", "2"), exchange("/a", "1")]],
  ["callers apart", [exchange("/a", "1"), exchange("/a", "2", { principal: "full" })]],
  ["a request under a condition", [exchange("/a", "1"), exchange("/a", "2", { headers: [["if-none-match", '"x"']] })]],
  [
    "bodies apart",
    ["x", "y"].map((text) => exchange("/a", text, { method: "POST", body: { encoding: "utf8", text } })),
  ],
  ["the same answer twice", [exchange("/a?b=1", "1"), exchange("/a?b=1", "1")]],
])("%s are given back", (_what, exchanges) => {
  expect(played(exchanges)).toEqual([]);
});

test("requests that the description makes one are given back in recorded order", () => {
  const described = { ...api, match: [{ path: "/a", ignore: ["query.t"] }] };
  expect(played([exchange("/a?t=1", "1"), exchange("/a?t=2", "2")], described)).toEqual([]);
});

test("what a replay answers otherwise than it was recorded is named: no server sends a body with a 304", () => {
  const { response } = exchange("/a", "1");
  expect(played([{ ...exchange("/a", "1"), response: { ...response, status: 304 } }])).toMatchObject([
    { kind: "unplayable", found: "a replay answers it otherwise than it was recorded" },
  ]);
});

test("an entry that another is given for is named, and which that is", () => {
  const tape: Tape = {
    name: "shop",
    origin,
    recordedAt: pinnedMoment,
    exchanges: [exchange("/a", "1"), exchange("/a", "2")],
  };
  const recorded = [2, 1].map((place) => ({
    file: `${place}.har`,
    tape: "shop",
    place,
    origin,
    exchange: tape.exchanges[place - 1] as Exchange,
  }));
  expect([...playbackFindings([tape], recorded, [api], [origin])]).toMatchObject([
    [
      "2.har",
      {
        kind: "unplayable",
        where: "GET /a as anonymous",
        found: "a replay that is asked for it gives another: shop, number 1",
      },
    ],
    ["1.har", { kind: "unplayable", found: "a replay that is asked for it gives another: shop, number 2" }],
  ]);
});

test.each([
  ["that stands in the query", "/a?key=__redacted-parameter__", anonymous],
  ["that another place repeats", "/a?key=__redacted-full__", "full"],
  ["that no form presents", "/a", "full"],
])("an entry with a credential %s is asked for", (_what, target, principal) => {
  const only = exchange(target, "1", { principal });
  const credentials = [{ query: "token" }, { query: "key" }];
  const tape: Tape = { name: "shop", origin, recordedAt: pinnedMoment, exchanges: [only] };
  const recorded = [{ file: "a.har", tape: "shop", place: 1, origin, exchange: only }];
  expect([...playbackFindings([tape], recorded, [{ ...api, credentials }], [origin])]).toEqual([]);
});
