import { expect, test } from "vitest";
import { linkOf, pageIn } from "../src/index.ts";

const paging = { style: "page", page: "page", size: "per_page", default: 30, max: 100 } as const;

test.each([
  ["is the first of thirty where nothing is asked", "", 1, 30],
  ["is the one that is asked for", "page=3&per_page=7", 3, 7],
  ["has a hundred items at most", "per_page=500", 1, 100],
  ["has one item at least", "per_page=0", 1, 1],
  ["is counted from 1", "page=-2", 1, 30],
  ["is the usual one where nonsense is asked", "page=two&per_page=many", 1, 30],
])("a page %s", (_shows, query, number, size) => {
  expect(pageIn(new URLSearchParams(query), paging)).toEqual({ number, size });
});

test.each([
  ["next and last on the first page", "", 1, "next 2, last 4"],
  ["prev, next, last and first in the middle", "", 3, "prev 2, next 4, last 4, first 1"],
  ["prev and first on the last", "", 4, "prev 3, first 1"],
  ["the last page there is behind the end", "", 9, "prev 4, first 1"],
])("Link names %s", (_shows, query, number, links) => {
  const link =
    linkOf("http://localhost/user/repos", new URLSearchParams(query), { number, size: 10 }, 36, "page") ?? "";
  const named = Array.from(link.matchAll(/[?&]page=(\d+)>; rel="(\w+)"/g), ([, page, rel]) => `${rel} ${page}`);
  expect(named.join(", ")).toBe(links);
});

test("Link keeps the other parameters, and there is none for one page alone", () => {
  const asked = new URLSearchParams("per_page=10&sort=name");
  expect(linkOf("http://localhost/x", asked, { number: 1, size: 10 }, 11, "page")).toContain(
    "<http://localhost/x?per_page=10&sort=name&page=2>",
  );
  expect(linkOf("http://localhost/x", asked, { number: 1, size: 10 }, 10, "page")).toBeNull();
});
