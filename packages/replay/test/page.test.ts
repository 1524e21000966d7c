import { service } from "@tapedeck/api";
import { headerOf } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { counted, exchange, origin, tape, utf8 } from "./exchanges.ts";

const numbers = Array.from({ length: 5 }, (_, at) => `{"id":${at + 1}.0}`);
const next = ["link", `<${origin}/orgs/x/repos?per_page=3&page=2>; rel="next"`] as const;

function listed(target: string, ids: readonly string[], more = false, principal = "anonymous") {
  const type = ["content-type", "application/json; charset=utf-8"] as const;
  const headers = [...counted, type, ["etag", 'W/"list"'] as const, ...(more ? [next] : [])];
  return exchange({ target, principal }, { headers, body: utf8(`[\n${ids.join(",\n")}\n]`) });
}

async function page(recorded: readonly ReturnType<typeof exchange>[], query: string, headers = {}) {
  const player = createPlayer({ api: service, tapes: [tape(...recorded)] });
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
  ["no document tells what is asked for", [listed("/orgs/x/repos?per_page=100", numbers)], "?type=member"],
  ["it is another's", [listed("/orgs/x/repos?per_page=100", numbers, false, "token")], "?per_page=2"],
  ["it was an error", [exchange({ target: "/orgs/x/repos" }, { status: 404, body: utf8("{}") })], "?page=2"],
])("no page is cut where %s", async (_why, recorded, query) => {
  expect((await page(recorded, query)).status).toBe(501);
});

test("a recorded page is served as it was recorded, though the whole list is there", async () => {
  const recorded = [listed("/orgs/x/repos?per_page=100", numbers), listed("/orgs/x/repos?per_page=2", ["{}"])];
  expect((await page(recorded, "?per_page=2")).text).toBe("[\n{}\n]");
});

test.each([
  ["sort=created", "b a c"],
  ["sort=created&direction=asc", "c a b"],
  ["direction=desc", "c b a"],
  ["type=forks", "b"],
  ["type=all&sort=full_name&per_page=30", "a b c"],
])("a whole list is chosen and sorted as %s asks", async (query, names) => {
  const repository = (name: string, year: number, fork: boolean) =>
    JSON.stringify({ full_name: name, created_at: `${year}-01-01T00:00:00Z`, fork });
  const items = [repository("a", 2012, false), repository("b", 2013, true), repository("c", 2011, false)];
  const { text } = await page([listed("/orgs/x/repos?per_page=100", items)], `?${query}`);
  expect((JSON.parse(text) as { full_name: string }[]).map((each) => each.full_name).join(" ")).toBe(names);
});
