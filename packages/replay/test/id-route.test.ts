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

async function ask(path: string, profile: "service" | "github"): Promise<[number, unknown]> {
  const response = await createPlayer({ tapes: [tape(...recorded)], profile })(`http://localhost${path}`);
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

test.each([
  ["the number is nobody's", "/repositories/7", "github"],
  ["the number is a user's, and an organization is asked for", "/organizations/1/repos", "github"],
  ["what it names was not recorded", "/user/11/repos", "github"],
  ["the profile has no such paths", "/repositories/301", "service"],
] as const)("a number finds nothing where %s", async (_why, path, profile) => {
  expect((await ask(path, profile))[0]).toBe(501);
});
