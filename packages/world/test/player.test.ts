import { credentialsOf, github, service } from "@tapedeck/api";
import { validate } from "@tapedeck/schema";
import { expect, test } from "vitest";
import { site } from "../src/documents/links.ts";
import { createWorld, createWorldPlayer } from "../src/index.ts";
import { accountFor } from "../src/player.ts";

const world = createWorld({ seed: 42, accounts: 60, repositories: 3000 });
const { population } = world;
const base = "http://localhost:8080";

const all = Array.from({ length: 60 }, (_, account) => account);
/** An account with three pages, and private repositories. */
const rich =
  all.find((account) => {
    const { count, publicCount } = population.holding(account);
    return publicCount > 60 && publicCount <= 90 && count > publicCount && !population.isOrganization(account);
  }) ?? 0;
const login = population.login(rich);
const { first, count, publicCount } = population.holding(rich);

const tokens = {
  rich: { token: "secret-token-of-the-rich", account: login },
  narrow: { token: "secret-token-with-less", account: login },
  else: "secret-token-of-another",
};
const as = (alias: string): { headers: { authorization: string } } => ({
  headers: { authorization: `token ${credentialsOf(tokens).find((each) => each.alias === alias)?.token}` },
});

function createTestPlayer(api: "service" | "github" = "service"): (path: string, init?: object) => Promise<Response> {
  const player = createWorldPlayer(world, { api: { service, github }[api], tokens, narrow: ["narrow"] });
  return (path, init) => player(base + path, init);
}

async function listOf(response: Response): Promise<ReadonlyArray<{ full_name: string; url: string }>> {
  return (await response.json()) as never;
}

test("a user's list, page by page, is what /repos serves, and as long as public_repos says", async () => {
  const ask = createTestPlayer("github");
  const found: { full_name: string; url: string }[] = [];
  let path: string | undefined = `/users/${login}/repos`;
  const pages: string[] = [];
  while (path !== undefined) {
    const response = await ask(path, as("else"));
    const items = await listOf(response);
    expect(validate("repositories", items)).toEqual([]);
    found.push(...items);
    pages.push(response.headers.get("link") ?? "");
    path = /<http:\/\/localhost:8080([^>]*)>; rel="next"/.exec(pages.at(-1) ?? "")?.[1];
  }
  const user = (await (await ask(`/users/${login}`, as("else"))).json()) as { public_repos: number };
  expect(found.length).toBe(user.public_repos);
  const rels = pages.map((link) =>
    Array.from(link.matchAll(/[?&]page=(\d+)>; rel="(\w+)"/g), ([, page, rel]) => `${rel} ${page}`),
  );
  expect(rels).toEqual([
    ["next 2", "last 3"],
    ["prev 1", "next 3", "last 3", "first 1"],
    ["prev 2", "first 1"],
  ]);
  expect(pages[0]).toContain(`<${base}/user/${rich + 1}/repos?page=2>`);
  for (const { full_name, url } of [found[0], found.at(-1)].filter((item) => item !== undefined)) {
    expect(url).toBe(`${base}/repos/${full_name}`);
    const single = await (await ask(`/repos/${full_name}`, as("else"))).json();
    expect(validate("repository", single)).toEqual([]);
    expect(single).toMatchObject(found.find((item) => item.full_name === full_name) ?? {});
  }
});

test("under the description of service, lists are linked under the path that was asked for", async () => {
  const response = await createTestPlayer()(`/users/${login}/repos?per_page=100&page=1`);
  expect((await listOf(response)).length).toBe(publicCount);
  expect(response.headers.get("link")).toBeNull();
  const small = await createTestPlayer()(`/users/${login}/repos?per_page=20&sort=pushed`);
  expect(small.headers.get("link")).toContain(
    `<${base}/users/${login}/repos?per_page=20&sort=pushed&page=2>; rel="next"`,
  );
});

test("a page past the end is empty and leads back", async () => {
  const response = await createTestPlayer()(`/users/${login}/repos?page=99`);
  expect(await response.json()).toEqual([]);
  expect(response.headers.get("link")).toBe(
    `<${base}/users/${login}/repos?page=3>; rel="prev", <${base}/users/${login}/repos?page=1>; rel="first"`,
  );
});

test("/user and /user/repos are those of the credential's account", async () => {
  const ask = createTestPlayer();
  expect((await ask("/user")).status).toBe(401);
  expect(await (await ask("/user", as("rich"))).json()).toMatchObject({
    login,
    owned_private_repos: count - publicCount,
  });
  expect(await (await ask("/user", as("narrow"))).json()).toEqual(world.user(rich, { ...site, api: base }));
  expect(await (await ask("/user", as("else"))).json()).toMatchObject({
    login: world.user(accountFor(world, "else")).login,
  });
  expect((await ask("/user", { headers: { authorization: "token unknown-token-value" } })).status).toBe(401);
});

test("private repositories show to a credential of their account, unless its scope is narrow", async () => {
  const ask = createTestPlayer();
  const hidden = world.repository(first + count - 1).full_name;
  const seen = async (alias: string): Promise<readonly number[]> => [
    (await listOf(await ask("/user/repos?per_page=100", as(alias)))).length,
    (await ask(`/repos/${hidden}`, as(alias))).status,
  ];
  expect(await seen("rich")).toEqual([Math.min(count, 100), 200]);
  expect(await seen("narrow")).toEqual([publicCount, 404]);
  expect((await ask(`/repos/${hidden}`, as("else"))).status).toBe(404);
  expect((await ask(`/repos/${hidden}`)).status).toBe(404);
});

test("limits: 60 without a credential, then a refusal; two credentials of one account share a bucket", async () => {
  const ask = createTestPlayer();
  const remaining = async (init?: object): Promise<string | null> =>
    (await ask(`/users/${login}`, init)).headers.get("x-ratelimit-remaining");
  expect([await remaining(as("rich")), await remaining(as("narrow")), await remaining(as("else"))]).toEqual([
    "4999",
    "4998",
    "4999",
  ]);
  for (let left = 59; left >= 0; left -= 1) expect(await remaining()).toBe(String(left));
  const refused = await ask(`/users/${login}`);
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("API rate limit exceeded");
});

test("etags: the same for the same, another for another view, and a 304 for who has it", async () => {
  const ask = createTestPlayer();
  const etag = async (path: string, init?: object): Promise<string> =>
    (await ask(path, init)).headers.get("etag") ?? "";
  const path = `/users/${login}/repos`;
  expect(await etag(path)).toMatch(/^W\/"[0-9a-f]{16}"$/);
  expect(await etag(path)).toBe(await etag(path));
  expect(await etag(path)).not.toBe(await etag(path, as("rich")));
  expect(await etag(path)).toBe(await etag(path, as("else")));
  expect(new Set(await Promise.all(["rich", "narrow", "else"].map((alias) => etag("/user", as(alias))))).size).toBe(3);
  const again = await ask(path, { headers: { "if-none-match": await etag(path) } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const modified = (await ask(`/users/${login}`)).headers.get("last-modified") ?? "";
  expect((await ask(`/users/${login}`, { headers: { "if-modified-since": modified } })).status).toBe(304);
});

test("HEAD, Range, OPTIONS and POST are answered as from tapes", async () => {
  const ask = createTestPlayer();
  const whole = await (await ask(`/users/${login}`)).text();
  const head = await ask(`/users/${login}`, { method: "HEAD" });
  expect([head.headers.get("content-length"), await head.text()]).toEqual([
    String(new TextEncoder().encode(whole).length),
    "",
  ]);
  const part = await ask(`/users/${login}`, { headers: { range: "bytes=0-8" } });
  expect([part.status, await part.text()]).toEqual([206, whole.slice(0, 9)]);
  expect((await ask("/user", { method: "OPTIONS" })).status).toBe(204);
  expect((await ask(`/users/${login}`, { method: "POST" })).status).toBe(405);
});

test("organizations have a list of their own, users do not", async () => {
  const ask = createTestPlayer();
  const organization = population.login(all.find(population.isOrganization) ?? 0);
  const both = await Promise.all([ask(`/orgs/${organization}/repos`), ask(`/users/${organization}/repos`)]);
  expect(await both[0].text()).toBe(await both[1].text());
  expect((await ask(`/orgs/${login}/repos`)).status).toBe(404);
});

test.each([
  ["/repositories/7", 404, 200],
  [`/user/${rich + 1}/repos`, 404, 200],
  ["/repositories/9999999", 404, 404],
  ["/rate_limit", 404, 200],
])("%s is a route of github: %i and %i", async (path, service, github) => {
  expect((await createTestPlayer("service")(path)).status).toBe(service);
  expect((await createTestPlayer("github")(path)).status).toBe(github);
});

test("who does not exist is not found, like a path that is none, and costs one", async () => {
  const ask = createTestPlayer();
  const missing = await ask("/users/nobody");
  expect([missing.status, missing.headers.get("x-ratelimit-remaining")]).toEqual([404, "59"]);
  expect(validate("error", await missing.json())).toEqual([]);
  const noRoute = await ask("/gists");
  expect([noRoute.status, noRoute.headers.get("x-ratelimit-remaining")]).toEqual([404, "58"]);
});

test("a list is chosen and sorted as it was asked for", async () => {
  const ask = createTestPlayer();
  const names = async (query: string): Promise<string[]> => {
    const items = (await (await ask(`/users/${login}/repos?per_page=100${query}`)).json()) as { full_name: string }[];
    return items.map((item) => item.full_name);
  };
  const sorted = [...(await names(""))].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  expect(await names("&sort=full_name&direction=asc")).toEqual(sorted);
  expect(await names("&direction=desc")).toEqual(sorted.toReversed());
  expect(await names("&type=member")).toEqual([]);
});

test("/zen goes round, and the cities count", async () => {
  const ask = createTestPlayer();
  const lines = [await (await ask("/zen")).text(), await (await ask("/zen")).text()];
  expect(lines[0]).not.toBe(lines[1]);
  for (const line of lines) expect(validate("zen", line)).toEqual([]);
  const city = await ask("/bicyclists/helsinki");
  expect([validate("city-count", await city.json()), city.headers.get("x-ratelimit-limit")]).toEqual([[], null]);
  expect((await ask("/bicyclists/atlantis")).status).toBe(404);
});

test("headers are those of the contract", async () => {
  const { headers } = await createTestPlayer("github")(`/users/${login}`, as("rich"));
  const { "x-github-media-type": media, "cache-control": cache } = Object.fromEntries(headers);
  expect(validate("response-headers", Object.fromEntries(headers))).toEqual([]);
  expect([media, cache]).toEqual(["github.v3; format=json", "private, max-age=60, s-maxage=60"]);
});

test("a player of a world has the bounds of any player", async () => {
  const player = createWorldPlayer(world, { journal: { entries: 1 } });
  for (const path of ["/zen", "/meta"]) await player(base + path);
  expect(player.journal()).toHaveLength(1);
});
