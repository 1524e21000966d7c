// A client that others wrote, unmodified: Octokit with its pagination, throttling and retry plugins.
import { fileURLToPath } from "node:url";
import { Octokit } from "@octokit/core";
import { paginateRest } from "@octokit/plugin-paginate-rest";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { github } from "@tapedeck/api";
import { createPlayer, type MovableClock, type Player, stoppedClock } from "@tapedeck/replay";
import { type Listening, listen } from "@tapedeck/serve";
import { pinnedMoment, type Tape } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

const Client = Octokit.plugin(paginateRest, throttling, retry);
let tapes: readonly Tape[];
beforeAll(async () => {
  const recordings = fileURLToPath(new URL("../../../recordings", import.meta.url));
  tapes = (await readTapes(recordings)).map(({ tape }) => tape);
});

let clock: MovableClock;
let player: Player;
let adapter: Listening;
let told: number[];
beforeEach(async () => {
  // Octokit asks the machine how late it is; the player asks its own clock. Both say the same.
  vi.useFakeTimers({ toFake: ["Date"], now: pinnedMoment * 1000 });
  clock = stoppedClock(pinnedMoment);
  player = createPlayer({ tapes, api: github, clock });
  adapter = await listen(player);
  told = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await adapter.close();
});

// Its retry plugin takes any status that it does not know for a passing fault; a recording that is missing stays so.
const doNotRetry = [400, 401, 403, 404, 410, 422, 451, 501];

function client(auth?: string): InstanceType<typeof Client> {
  const onRateLimit = (seconds: number): boolean => {
    told.push(seconds);
    return false;
  };
  return new Client({
    baseUrl: adapter.url,
    ...(auth !== undefined && { auth }),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    retry: { doNotRetry },
    throttle: { onRateLimit, onSecondaryRateLimit: onRateLimit },
  });
}

test("Octokit reads an account, its own with a token, and a repository", async () => {
  const ada = await client().request("GET /users/{username}", { username: "ada" });
  const own = await client("any-token").request("GET /user");
  const repository = await client().request("GET /repos/{owner}/{repo}", { owner: "ada", repo: "difference-engine" });
  expect([ada.data.login, own.data.login, repository.data.full_name]).toEqual(["ada", "ada", "ada/difference-engine"]);
  expect(ada.headers["x-ratelimit-remaining"]).toBe("59");
  expect(player.misses()).toEqual([]);
});

test.each([
  ["the pages that were recorded", 30, 2],
  ["pages that were not", 7, 6],
])("Octokit follows the links through %s", async (_which, per_page, requests) => {
  const repositories = await client().paginate("GET /orgs/{org}/repos", { org: "lighthouse", per_page });
  expect(repositories.map(({ name }) => name)).toEqual(
    Array.from({ length: 36 }, (_, at) => `lamp-${String(at + 1).padStart(2, "0")}`),
  );
  expect(player.quotas()["address 127.0.0.1"]?.used).toBe(requests);
});

test("Octokit is told how long to wait when the limit is used up, and goes on when the clock has moved", async () => {
  player.exhaust("address 127.0.0.1");
  const octokit = client();
  await expect(octokit.request("GET /users/{username}", { username: "ada" })).rejects.toMatchObject({ status: 403 });
  expect(told).toEqual([3601]);
  clock.advance(3600);
  expect((await octokit.request("GET /users/{username}", { username: "ada" })).status).toBe(200);
});

test("Octokit hands on what a miss explains", async () => {
  await expect(client().request("GET /users/{username}", { username: "adda" })).rejects.toMatchObject({
    status: 501,
    message: expect.stringContaining("closest is GET /users/ada"),
  });
  expect(player.misses().map(({ target, closest }) => [target, closest?.target])).toEqual([
    ["/users/adda", "/users/ada"],
  ]);
});
