import type { RecordedRequest } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { differenceText, valuesByName } from "../src/match/difference.ts";
import { explain } from "../src/match/explain.ts";
import { defaultRule, type Rule } from "../src/match/matchers.ts";
import { contextOf, exchange, indexFrom, request, utf8 } from "./exchanges.ts";

/** Where the only miss of a player of these differs from what is nearest, as text. */
function differsIn(
  recorded: Parameters<typeof exchange>[0],
  asked: Partial<RecordedRequest>,
  rule: Rule = defaultRule,
) {
  const { closest } = explain(indexFrom([[exchange(recorded)]], { rule }), contextOf(request(asked)));
  return closest?.differences.map(differenceText);
}

test.each<[shows: string, recorded: Partial<RecordedRequest>, asked: Partial<RecordedRequest>, places: string[]]>([
  [
    "two segments",
    { target: "/a/b/c" },
    { target: "/x/b/y" },
    ["path segment 1: a, not x", "path segment 3: c, not y"],
  ],
  ["a segment too many", { target: "/a" }, { target: "/a/b" }, ["path segment 2: none, not b"]],
  ["a segment too few", { target: "/a/b" }, { target: "/a" }, ["path segment 2: b, not none"]],
  [
    "parameters, one by one",
    { target: "/a?page=2&q=x&sort=y" },
    { target: "/a?page=3&sort=y&z=1" },
    ["parameter page: 2, not 3", "parameter z: none, not 1", "parameter q: x, not none"],
  ],
  [
    "a body, by JSON pointer",
    { method: "POST", body: utf8('{"a":{"b/c":[1,2]},"d":true}') },
    { method: "POST", body: utf8('{"d":true,"a":{"b/c":[1,3]},"e":null}') },
    ["body at /a/b~1c/1: 2, not 3", "body at /e: none, not null"],
  ],
  ["a body that is no JSON", { body: utf8("x") }, { body: utf8("y") }, ["body: x, not y"]],
  [
    "a long body that is no JSON, from where it differs",
    { body: utf8(`${"x".repeat(300)}a`) },
    { body: utf8(`${"x".repeat(300)}b`) },
    [`body: …${"x".repeat(50)}a, not …${"x".repeat(50)}b`],
  ],
  ["a body that is not there", { body: utf8("{}") }, {}, ["body: {}, not none"]],
  [
    "a condition, by header",
    { headers: [["if-none-match", '"1"']] },
    { headers: [["range", "bytes=0-1"]] },
    ['header if-none-match: "1", not none', "header range: none, not bytes=0-1"],
  ],
  [
    "method and caller",
    { method: "PUT", principal: "full" },
    {},
    ["method: PUT, not GET", "principal: full, not anonymous"],
  ],
])("a miss tells apart %s", (_shows, recorded, asked, places) => {
  expect(differsIn(recorded, asked)).toEqual(places);
});

test("a miss tells of a header that the rule compares", () => {
  const rule = ["path", "accept"] as const;
  expect(differsIn({ headers: [["accept", "a/b"]] }, { headers: [["accept", "c/d"]] }, rule)).toEqual([
    "header accept: a/b, not c/d",
  ]);
});

test("a miss tells of a body's first eight places", () => {
  const [ours, theirs] = [0, 1].map((n) => utf8(JSON.stringify(Array(100).fill(n))));
  expect(differsIn({ body: ours ?? null }, { body: theirs ?? null })?.length).toBe(8);
});

test("a name that a query repeats is read once", () => {
  expect(valuesByName("a=1&b=2&a=3")).toEqual(new Map(Object.entries({ a: "1, 3", b: "2" })));
  // For each name all of the query was read: this took minutes, and what fits into a target a second.
  expect(valuesByName("a&".repeat(50_000)).size).toBe(1);
});
