import type { RecordedRequest } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { comparedBy } from "../src/match/compared-request.ts";
import { defaultRule } from "../src/match/matchers.ts";
import { request, utf8 } from "./exchanges.ts";

const asked = request({ method: "POST", target: "/a/1?t=2", principal: "ada", body: utf8("sent") });

test.each<[rule: readonly string[] | undefined, left: Partial<RecordedRequest>]>([
  [undefined, {}],
  [[...defaultRule, "header:accept"], {}],
  // One's own matcher, in whatever it compares.
  [["method", "path", "mine"], {}],
  [["method", "path"], { target: "/a/1", body: null }],
  [["query", "body", "principal", "cookie:sid"], { method: "", target: "/?t=2" }],
])("of a request, the rule %j compares %j", (rule, left) => {
  expect(comparedBy(rule)(asked)).toEqual({ ...asked, ...left });
});

test("what is ignored is left out before", () => {
  const compared = comparedBy(["method", "path"], [{ path: "/a/*", ignore: ["path.2"] }]);
  expect(compared(asked).target).toBe("/a/*");
});
