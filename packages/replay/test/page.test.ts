import { headerOf } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { linkOf, pageIn } from "../src/page.ts";
import { counted, exchange, origin, tape, utf8 } from "./exchanges.ts";

test.each([
  ["is the first of thirty where nothing is asked", "", 1, 30],
  ["is the one that is asked for", "page=3&per_page=7", 3, 7],
  ["has a hundred items at most", "per_page=500", 1, 100],
  ["has one item at least", "per_page=0", 1, 1],
  ["is counted from 1", "page=-2", 1, 30],
  ["is the usual one where nonsense is asked", "page=two&per_page=many", 1, 30],
])("a page %s", (_shows, query, number, size) => {
  expect(pageIn(new URLSearchParams(query))).toEqual({ number, size });
});

test.each([
  ["next and last on the first page", "", 1, "next 2, last 4"],
  ["prev, next, last and first in the middle", "", 3, "prev 2, next 4, last 4, first 1"],
  ["prev and first on the last", "", 4, "prev 3, first 1"],
  ["the last page there is behind the end", "", 9, "prev 4, first 1"],
])("Link names %s", (_shows, query, number, links) => {
  const link = linkOf("http://localhost/user/repos", new URLSearchParams(query), { number, size: 10 }, 36) ?? "";
  const named = Array.from(link.matchAll(/[?&]page=(\d+)>; rel="(\w+)"/g), ([, page, rel]) => `${rel} ${page}`);
  expect(named.join(", ")).toBe(links);
});

test("Link keeps the other parameters, and there is none for one page alone", () => {
  const asked = new URLSearchParams("per_page=10&sort=name");
  expect(linkOf("http://localhost/x", asked, { number: 1, size: 10 }, 11)).toContain(
    "<http://localhost/x?per_page=10&sort=name&page=2>",
  );
  expect(linkOf("http://localhost/x", asked, { number: 1, size: 10 }, 10)).toBeNull();
});

const numbers = Array.from({ length: 5 }, (_, at) => `{"id":${at + 1}.0}`);
const next = ["link", `<${origin}/orgs/x/repos?per_page=3&page=2>; rel="next"`] as const;

function listed(target: string, ids: readonly string[], more = false, principal = "anonymous") {
  const type = ["content-type", "application/json; charset=utf-8"] as const;
  const headers = [...counted, type, ["etag", 'W/"list"'] as const, ...(more ? [next] : [])];
  return exchange({ target, principal }, { headers, body: utf8(`[\n${ids.join(",\n")}\n]`) });
}

async function page(recorded: readonly ReturnType<typeof exchange>[], query: string, headers = {}) {
  const player = createPlayer({ tapes: [tape(...recorded)] });
  const response = await player(`http://localhost/orgs/x/repos${query}`, { headers });
  return { status: response.status, text: await response.text(), headers: [...response.headers] };
}

test.each([
  ["from a list on one page", [listed("/orgs/x/repos?per_page=100", numbers)]],
  [
    "from all the pages of one size",
    [
      listed("/orgs/x/repos?per_page=3", numbers.slice(0, 3), true),
      listed("/orgs/x/repos?page=2&per_page=3", numbers.slice(3)),
    ],
  ],
])("a page that was not recorded is cut %s, to the letter", async (_from, recorded) => {
  const { status, text, headers } = await page(recorded, "?per_page=2&page=2");
  expect([status, text]).toEqual([200, '[{"id":3.0},{"id":4.0}]']);
  expect(headerOf(headers, "etag")).toBe('W/"list-2-2"');
  expect(headerOf(headers, "link")).toContain('<http://localhost/orgs/x/repos?per_page=2&page=3>; rel="next"');
  expect((await page(recorded, "?per_page=2&page=2", { "if-none-match": '"list-2-2"' })).status).toBe(304);
  expect(await page(recorded, "?page=9")).toMatchObject({ status: 200, text: "[]" });
});

test.each([
  ["the list is not whole", [listed("/orgs/x/repos?per_page=3", numbers.slice(0, 3), true)], "?page=2"],
  ["its beginning is missing", [listed("/orgs/x/repos?page=2&per_page=3", numbers.slice(3))], "?per_page=2"],
  ["it is another list", [listed("/orgs/x/repos?per_page=100&type=forks", numbers)], "?per_page=2"],
  ["it is another's", [listed("/orgs/x/repos?per_page=100", numbers, false, "token")], "?per_page=2"],
  ["it was an error", [exchange({ target: "/orgs/x/repos" }, { status: 404, body: utf8("{}") })], "?page=2"],
])("no page is cut where %s", async (_why, recorded, query) => {
  expect((await page(recorded, query)).status).toBe(501);
});

test("a recorded page is served as it was recorded, though the whole list is there", async () => {
  const recorded = [listed("/orgs/x/repos?per_page=100", numbers), listed("/orgs/x/repos?per_page=2", ["{}"])];
  expect((await page(recorded, "?per_page=2")).text).toBe("[{}]");
});
