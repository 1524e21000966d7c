import type { Exchange } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { nextPage } from "../src/plan/execute-step.ts";

const answered = (link: string): Exchange => ({
  request: { body: null, headers: [], method: "GET", principal: "anonymous", target: "/users/ada/repos?page=1" },
  response: { body: null, headers: [["link", link]], status: 200 },
});

test.each([
  ["one link", '<http://h/a?page=2>; rel="next"', "http://h/a?page=2"],
  ["the right one of several", '<http://h/a?page=1>; rel="prev", <http://h/a?page=3>; rel="next"', "http://h/a?page=3"],
  ["a relation without quotes", "<http://h/a>; rel=next", "http://h/a"],
  ["several relations at once", '<http://h/a>; rel="last next"', "http://h/a"],
  ["further parameters", '<http://h/a>; title="x, y; rel=prev"; rel="next"', "http://h/a"],
  ["commas in the address", '<http://h/a?ids=1,2>; rel="next"', "http://h/a?ids=1,2"],
  ["a path", '</b?page=2>; rel="next"', "/b?page=2"],
  ["a query alone", '<?page=2>; rel="next"', "/users/ada/repos?page=2"],
  ["none but others", '<http://h/a>; rel="prev", <http://h/b>; rel="last"', null],
  ["none in what is no link", "nonsense", null],
])("nextPage() finds %s", (_shows, link, next) => {
  expect(nextPage(answered(link))).toBe(next);
});
