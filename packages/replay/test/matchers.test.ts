import type { RecordedRequest } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { defaultRule, keyOf, type MatcherName, matchers } from "../src/match/matchers.ts";
import { request, utf8 } from "./exchanges.ts";

test.each<
  [name: MatcherName, shows: string, one: Partial<RecordedRequest>, two: Partial<RecordedRequest>, same: boolean]
>([
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
  ["body", "tells none from some", { body: null }, { body: utf8("{}") }, false],
])("matcher %s %s", (name, _shows, one, two, same) => {
  expect(matchers[name](request(one)) === matchers[name](request(two))).toBe(same);
});

test("keyOf() is made of the parts that the rule names, and of no others", () => {
  const one = request({ target: "/x?a=1", principal: "full", headers: [["accept", "a"]] });
  expect(keyOf(one, ["method", "path"])).toBe("GET\n/x\n");
  expect(keyOf(one, defaultRule)).toBe("GET\n/x\n?a=1\nfull\n\n");
});
