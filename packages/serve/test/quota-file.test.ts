import { appendFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { service } from "@tapedeck/api";
import { createSharedPlayer } from "@tapedeck/replay";
import { beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { quotaFile } from "../src/quota-file.ts";
import { listen } from "../src/server/listen.ts";
import { tape } from "./tape.ts";

let folder: string;
let path: string;
const quota = { limit: 2, used: 1, resetsAt: 60 };

beforeEach(async () => {
  folder = await tempFolder();
  path = join(folder, "quotas.ndjson");
});

test("two stores on one file see one counter, and the one who comes second changes nothing", async () => {
  const [here, there] = [quotaFile(path), quotaFile(path)];
  expect(await here.read()).toEqual({});
  const change = { bucket: "a", from: null, to: quota };
  expect(await Promise.all([here.swap([change]), there.swap([{ ...change, to: { ...quota, used: 2 } }])])).toContain(
    null,
  );
  const held = await here.read();
  expect([held["a"]?.limit, await there.read(["a", "b"])]).toEqual([2, held]);
  expect(await there.swap([{ bucket: "a", from: held["a"] ?? null, to: null }])).toBe(null);
  expect(await here.read()).toEqual({});
});

test.each([
  ["half a line", '\n{"id":"x","chan'],
  ["what is no claim", "\nnull\n7\n{}\n"],
])("%s in the file is no change, and in nobody's way", async (_what, left) => {
  const store = quotaFile(path);
  await store.swap([{ bucket: "a", from: null, to: quota }]);
  await appendFile(path, left);
  expect(await store.swap([{ bucket: "a", from: quota, to: { ...quota, used: 2 } }])).toBe(null);
  expect(await quotaFile(path).read()).toEqual({ a: { ...quota, used: 2 } });
});

test("a file that cannot be had, or is cut short, is an error that names it", async () => {
  await expect(quotaFile(join(folder, "none", "quotas")).read()).rejects.toThrow("none");
  const store = quotaFile(path);
  await store.swap([{ bucket: "a", from: null, to: quota }]);
  await truncate(path, 3);
  await expect(store.read()).rejects.toThrow(/Cannot count in ".*quotas\.ndjson": it was cut short/);
});

test("two servers on one file count together", async () => {
  const servers = await Promise.all(
    [1, 2].map(() => listen(createSharedPlayer({ api: service, tapes: [tape], store: quotaFile(path) }))),
  );
  try {
    const target = tape.exchanges[0]?.request.target ?? "/";
    const used: Array<string | null> = [];
    for (const { url } of [...servers, ...servers])
      used.push((await fetch(url + target)).headers.get("x-ratelimit-used"));
    expect(used).toEqual(["1", "2", "3", "4"]);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
});
