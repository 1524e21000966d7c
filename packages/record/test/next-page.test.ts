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

test.each([
  ["OData's", { "@odata.nextLink": "http://h/Products?$skiptoken=2", value: [] }, "http://h/Products?$skiptoken=2"],
  ["Django REST's", { count: 9, next: "http://h/a?page=2", previous: null }, "http://h/a?page=2"],
  ["a relative one", { next: "?page=2" }, "/users/ada/repos?page=2"],
  ["JSON:API's", { data: [], links: { self: "/a", next: "/a?page[number]=2" } }, "/a?page[number]=2"],
  ["HAL's", { _links: { next: { href: "/a?page=2" } } }, "/a?page=2"],
  ["Laravel's", { data: [], next_page_url: "http://h/a?page=2", links: [] }, "http://h/a?page=2"],
  ["none on the last page", { next: null, links: { next: null } }, null],
  ["none in a number or a cursor", { next: 2, paging: { next: "b2Zmc2V0" } }, null],
  ["none in a list", ["next"], null],
])("nextPage() finds in a body %s", (_shows, body, next) => {
  const { request, response } = answered("");
  const text = JSON.stringify(body);
  expect(nextPage({ request, response: { ...response, body: { encoding: "utf8", text } } })).toBe(next);
});

test("nextPage() takes the Link header before the body", () => {
  const { request, response } = answered('<http://h/a?page=2>; rel="next"');
  const body = { encoding: "utf8", text: '{"next":"http://h/other"}' } as const;
  expect(nextPage({ request, response: { ...response, body } })).toBe("http://h/a?page=2");
});
