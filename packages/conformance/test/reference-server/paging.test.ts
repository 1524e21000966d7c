import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Origin, startOrigin } from "../../src/reference-server/origin.ts";
import { sendRequest } from "./send-request.ts";

let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin({
    now: () => 1_700_000_000,
    limits: { anonymous: 1000 },
    publicUrl: "https://api.example",
  });
});
afterAll(() => origin.close());

async function list(query: string, path = "/orgs/lighthouse/repos") {
  const { status, text, headers } = await sendRequest(origin.url + path + query);
  const ids: number[] = JSON.parse(text).map((one: { id: number }) => one.id);
  return { status, ids, length: ids.length, link: headers["link"] };
}
const to = (query: string, rel: string) => `<https://api.example/orgs/lighthouse/repos?${query}>; rel="${rel}"`;

describe("a page", () => {
  test.each([
    ["has 30 by default", "", 30, 401],
    ["two is the rest", "?page=2", 6, 431],
    ["past the end is empty", "?page=3", 0, undefined],
    ["takes per_page", "?per_page=10&page=4", 6, 431],
    ["has 100 at most", "?per_page=500", 36, 401],
    ["has 1 at least", "?per_page=0", 1, 401],
    ["is the first, below one", "?page=0", 30, 401],
    ["is the first, below zero", "?page=-2", 30, 401],
    ["ignores nonsense", "?page=two&per_page=many", 30, 401],
    ["takes the last of a repeated parameter", "?page=1&page=2&per_page=3&per_page=30", 6, 431],
  ])("%s", async (_shows, query, length, first) => {
    const page = await list(query);
    expect([page.status, page.length, page.ids[0]]).toEqual([200, length, first]);
  });
});

describe("Link", () => {
  test.each([
    ["on the first page", "", [to("page=2", "next"), to("page=2", "last")]],
    [
      "in the middle",
      "?per_page=10&page=2",
      [
        to("per_page=10&page=1", "prev"),
        to("per_page=10&page=3", "next"),
        to("per_page=10&page=4", "last"),
        to("per_page=10&page=1", "first"),
      ],
    ],
    ["on the last page", "?page=2", [to("page=1", "prev"), to("page=1", "first")]],
    ["past the end", "?page=7", [to("page=2", "prev"), to("page=1", "first")]],
    [
      "keeps other parameters",
      "?sort=name&page=2&page=1",
      [to("sort=name&page=2", "next"), to("sort=name&page=2", "last")],
    ],
  ])("%s", async (_shows, query, links) => {
    expect((await list(query)).link).toBe(links.join(", "));
  });

  test.each([
    ["one page holds all", "?per_page=36", "/orgs/lighthouse/repos"],
    ["the list is short", "", "/users/ada/repos"],
    ["the list is empty", "", "/users/quietfox/repos"],
    ["the only page is behind", "?page=2", "/users/ada/repos"],
  ])("is absent where %s", async (_shows, query, path) => {
    expect((await list(query, path)).link).toBeUndefined();
  });

  test("leads through every member once", async () => {
    const seen: number[] = [];
    let next: string | undefined = "?per_page=7";
    while (next !== undefined) {
      const page: Awaited<ReturnType<typeof list>> = await list(next);
      seen.push(...page.ids);
      next = /<[^>]*(\?[^>]*)>; rel="next"/.exec(page.link ?? "")?.[1];
    }
    expect(seen).toEqual(Array.from({ length: 36 }, (_, index) => 401 + index));
  });
});

test("per_page is ignored where there is no list", async () => {
  expect((await sendRequest(`${origin.url}/users/ada?per_page=1&page=9`)).status).toBe(200);
});
