import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cityCounts, service } from "@tapedeck/api";
import { isRefusal } from "@tapedeck/rate-limit";
import { createPlayer, stoppedClock } from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import { listRecordings, readTapes } from "@tapedeck/tape/files";
import { beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { rerecord } from "../src/rerecord.ts";

const committed = fileURLToPath(new URL("../../../recordings", import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

async function texts(from: string): Promise<Readonly<Record<string, string>>> {
  const files = await listRecordings(from);
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(join(from, file), "utf8")] as const)),
  );
}

test.each([1, 8])("the committed recordings, taken again %i at a time, are the same bytes", async (concurrency) => {
  const summaries = await rerecord(committed, folder, concurrency);
  expect(summaries.map(({ captured, invalid, failed }) => ({ captured, invalid, failed }))).toEqual([
    { captured: 31, invalid: [], failed: [] },
    { captured: 8, invalid: [], failed: [] },
  ]);
  expect(await texts(folder)).toEqual(await texts(committed));
});

test("taken again over themselves, they are left untouched", async () => {
  await rerecord(committed, folder);
  const again = await rerecord(committed, folder);
  expect(again.map(({ captured, unchanged }) => ({ captured, unchanged }))).toEqual([
    { captured: 0, unchanged: 31 },
    { captured: 0, unchanged: 8 },
  ]);
});

test.each([
  [
    "every endpoint",
    [
      "/zen",
      "/users/ada",
      "/user",
      "/repos/ada/difference-engine",
      "/user/repos",
      "/users/ada/repos",
      "/orgs/lighthouse/repos",
      "/bicyclists/malaga",
    ],
  ],
  ["further pages", ["/orgs/lighthouse/repos?page=2"]],
])("the committed recordings cover %s", async (_what, targets) => {
  const recorded = (await readTapes(committed)).flatMap(({ tape }) => tape.exchanges);
  const found = new Set(recorded.map(({ request }) => request.target));
  expect(targets.filter((target) => !found.has(target))).toEqual([]);
});

test("the committed recordings cover both credentials, errors, a 304 and an exhausted limit", async () => {
  const recorded = (await readTapes(committed)).flatMap(({ tape }) => tape.exchanges);
  expect(new Set(recorded.map(({ request }) => request.principal))).toEqual(new Set(["anonymous", "token", "narrow"]));
  expect([...new Set(recorded.map(({ response }) => response.status))].sort()).toEqual([200, 304, 401, 403, 404]);
  expect(recorded.some(({ response }) => isRefusal(response))).toBe(true);
});

test("played in order, the committed recordings give back their answers and leave none", async () => {
  const tapes = (await readTapes(committed)).map(({ tape }) => tape);
  const tokens: Readonly<Record<string, string>> = { token: "the-full-credential", narrow: "the-narrow-credential" };
  const clock = stoppedClock(pinnedMoment);
  const player = createPlayer({ tapes, api: [service, cityCounts], tokens, clock });
  for (const { origin, exchanges } of tapes) {
    for (const { request, response } of exchanges) {
      const token = tokens[request.principal];
      const headers = [
        ...request.headers,
        ...(token === undefined ? [] : [["authorization", `token ${token}`] as const]),
      ];
      const refused = isRefusal(response);
      if (refused) player.exhaust("address 127.0.0.1");
      const replayed = await player(
        new Request(origin + request.target, { headers: headers.map(([name, value]) => [name, value]) }),
      );
      const place = `${request.method} ${request.target} as ${request.principal}`;
      expect([place, replayed.status]).toEqual([place, response.status]);
      const text = await replayed.text();
      const json = replayed.headers.get("content-type")?.startsWith("application/json");
      if (json && response.body !== null) expect(JSON.parse(text)).toEqual(JSON.parse(response.body.text ?? ""));
      else expect(text).toBe(response.body?.text ?? "");
      if (refused) clock.advance(3600);
    }
  }
  expect(player.unplayed()).toEqual([]);
  expect(player.misses()).toEqual([]);
});
