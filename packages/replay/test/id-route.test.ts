import { github, service } from "@tapedeck/api";
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { counted, exchange, tape, utf8 } from "./exchanges.ts";

const json = ["content-type", "application/json; charset=utf-8"] as const;
const owner = { login: "paper-boats", id: 11, type: "Organization" };
const crane = { id: 301, full_name: "paper-boats/crane", owner, organization: owner };
const recorded = [
  exchange(
    { target: "/users/ada" },
    { headers: [...counted, json], body: utf8('{"login":"ada","id":1,"type":"User"}') },
  ),
  exchange({ target: "/users/ada/repos" }, { headers: [...counted, json], body: utf8("[]") }),
  exchange({ target: "/orgs/paper-boats/repos" }, { headers: [...counted, json], body: utf8(JSON.stringify([crane])) }),
  exchange({ target: "/repos/paper-boats/crane" }, { headers: [...counted, json], body: utf8(JSON.stringify(crane)) }),
  exchange({ target: "/zen" }, { headers: counted, body: utf8("{ no JSON") }),
];

async function ask(path: string, name: "service" | "github"): Promise<[number, unknown]> {
  const response = await createPlayer({ tapes: [tape(...recorded)], api: { service, github }[name] })(
    `http://localhost${path}`,
  );
  return [response.status, response.status === 200 ? await response.json() : null];
}

test.each([
  ["a user's repositories", "/user/1/repos", []],
  ["an organization's repositories", "/organizations/11/repos", [crane]],
  ["a page of them", "/organizations/11/repos?per_page=1&page=2", []],
  ["a repository", "/repositories/301", crane],
  ["a repository behind the prefix", "/api/v3/repositories/301", crane],
])("under github, %s is found by number", async (_what, path, document) => {
  expect(await ask(path, "github")).toEqual([200, document]);
});

test("a list recorded under its number is found by name, and cut", async () => {
  const listed = [1, 2].map((page) => {
    const next =
      page === 1 ? [["link", '<https://api.service.example/organizations/11/repos?page=2>; rel="next"'] as const] : [];
    const target = `/organizations/11/repos?page=${page}`;
    return exchange(
      { target },
      { headers: [...counted, json, ...next], body: utf8(JSON.stringify([{ ...crane, page }])) },
    );
  });
  const player = createPlayer({ tapes: [tape(...listed)], api: github });
  const statuses = ["?page=2", "?per_page=5", ""].map(
    async (query) => (await player(`http://localhost/orgs/paper-boats/repos${query}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
});

test.each([
  ["the number is nobody's", "/repositories/7", "github"],
  ["the number is a user's, and an organization is asked for", "/organizations/1/repos", "github"],
  ["what it names was not recorded", "/user/11/repos", "github"],
  ["the API has no such paths", "/repositories/301", "service"],
] as const)("a number finds nothing where %s", async (_why, path, name) => {
  expect((await ask(path, name))[0]).toBe(501);
});
