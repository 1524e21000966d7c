import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { startTapedeck as startProcess } from "./command.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

test("two replays that count in one file spend one limit, and each steers it for both", async () => {
  const file = join(folder, "quotas.ndjson");
  const words = ["replay", "recordings", "--port", "0", "--limit", "anonymous=5", "--quota", `file:${file}`];
  const [one, other] = await Promise.all([startProcess(words), startProcess(words)]);
  expect(one.line).toBe(`tapedeck: replaying 39 exchanges, counting in ${file} on ${one.url}`);
  const ask = async (url: string): Promise<string> => {
    const { status, headers } = await fetch(`${url}/users/ada`);
    return `${status} ${headers.get("x-ratelimit-remaining")}`;
  };
  const turns = [one, other, one, other, one, other].map(({ url }) => url);
  const heard: string[] = [];
  for (const url of turns) heard.push(await ask(url));
  expect(heard).toEqual(["200 4", "200 3", "200 2", "200 1", "200 0", "403 0"]);
  await fetch(`${other.url}/_tapedeck/quotas/reset`, { method: "POST" });
  const all = await Promise.all(turns.map(ask));
  expect(all.toSorted()).toEqual(["200 0", "200 1", "200 2", "200 3", "200 4", "403 0"]);
  await Promise.all([one.stop(), other.stop()]);
});

test.each<[string, string, number, RegExp]>([
  [
    "a folder that is not there",
    "file:missing/quotas.ndjson",
    1,
    /Cannot count in "missing\/quotas\.ndjson": no such file or directory\n {2}- name a file in a folder/,
  ],
  [
    "a server that is not there",
    "redis://:s3cr3t@127.0.0.1:1",
    1,
    /Cannot count in redis:\/\/127\.0\.0\.1:1: no server listens there\n {2}- start the server/,
  ],
  [
    "what is no store",
    "mongo://s3cr3t@127.0.0.1",
    2,
    /Cannot count in "mongo:\/\/127\.0\.0\.1" \(--quota\): a store is a file or a server\n/,
  ],
])("--quota with %s says what to do", async (_shows, store, wrong, said) => {
  const { code, stderr } = await tapedeck(["replay", "--port", "0", "--quota", store]);
  expect([code, stderr]).toEqual([wrong, expect.stringMatching(said)]);
  expect(stderr).not.toContain("s3cr3t");
});

test("a store that fails in mid-run is told where the replay runs, and the client gets a 500", async () => {
  const place = join(folder, "removed");
  await mkdir(place);
  const words = ["replay", "recordings", "--port", "0", "--quota", `file:${join(place, "quotas.ndjson")}`];
  const running = await startTapedeck(words);
  await rm(place, { recursive: true });
  const statuses = [await fetch(`${running.url}/users/ada`), await fetch(`${running.url}/users/ada`)];
  expect(statuses.map(({ status }) => status)).toEqual([500, 500]);
  const { complaints } = await running.stop();
  expect(complaints.match(/^tapedeck: Cannot count in .*removed.quotas\.ndjson: ENOENT/gm)).toHaveLength(1);
});
