import { cp, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../../.ci/test-resources.ts";
import { createTurns, openHarFolder, readTapes, type TapeFile } from "../../src/store/index.ts";
import { exchange, utf8 } from "../tapes.ts";

const longAgo = 1_000_000_000;
let root: string;
let file: string;
beforeEach(async () => {
  const folder = await tempFolder();
  root = join(folder, "recordings");
  file = join(folder, "cache/index");
  const store = await openHarFolder(root, { origin: "http://localhost", recordedAt: 1_767_225_600 });
  for (const target of ["/a", "/a?page=2", "/b", "/b/c"])
    await store.append(exchange({ target }, { headers: [], body: utf8(`at ${target}`) }), createTurns().begin());
  await store.append(exchange({ target: "/a", method: "POST", body: utf8('{"x":1}') }), createTurns().begin());
  await store.close();
  await utimes(har("b/GET.har"), longAgo, longAgo);
});

/** As by a start some time after the last change. */
function start(now = Date.now() + 60_000): Promise<readonly TapeFile[]> {
  return readTapes(root, { late: true, index: { file, now, fewest: 1 } });
}

const har = (name: string): string => join(root, "localhost", name);

async function changed(name: string, from: string, to: string): Promise<void> {
  await writeFile(har(name), (await readFile(har(name), "utf8")).replace(from, to));
}

test("requests of unchanged files come from the index, and their responses from the files", async () => {
  const whole = await readTapes(root);
  expect(await start()).toEqual(whole);
  const index = await readFile(file, "utf8");
  expect(await start()).toEqual(whole);
  // Nothing was new, so it stands as it was written.
  await writeFile(file, index.replaceAll('"status":200', '"status":299'));
  const statuses = (await start()).flatMap(({ tape }) => tape.exchanges.map(({ response }) => response.status));
  expect(statuses.toSorted()).toEqual([200, 299, 299, 299, 299]);
});

test.each<[string, () => Promise<unknown>]>([
  ["a response was edited", () => changed("a/GET.har", "at /a", "by hand")],
  ["a request was edited, to the same length", () => changed("b/GET.har", "localhost/b", "localhost/d")],
  [
    "a file was edited and its time set back",
    async () => {
      await changed("b/GET.har", "localhost/b", "localhost/d");
      await utimes(har("b/GET.har"), longAgo, longAgo);
    },
  ],
  ["a file was removed", () => rm(har("a/GET_page=2.har"))],
  ["a file was renamed over another", () => rename(har("a/GET_page=2.har"), har("a/GET.har"))],
  ["a folder was removed", () => rm(har("b"), { recursive: true })],
  ["a folder was added", () => cp(har("b"), har("a/b"), { recursive: true })],
  ["the index was cut off", async () => writeFile(file, (await readFile(file, "utf8")).slice(0, -40))],
  [
    "the index is damaged",
    async () => writeFile(file, (await readFile(file, "utf8")).replaceAll('"status":200', '"status":')),
  ],
  ["the index is none", () => writeFile(file, "not an index")],
  [
    "the index is of another folder",
    async () => writeFile(file, (await readFile(file, "utf8")).replace(/"\n/, 'x"\n')),
  ],
])("a start finds what is there where %s", async (_shows, change) => {
  await start();
  await change();
  expect(await start()).toEqual(await readTapes(root));
});

test("a file that changed just now is not remembered: it may change again at the same time stamp", async () => {
  const { mtimeMs } = await stat(har("b/c/GET.har"));
  await start(mtimeMs + 1000);
  expect(await readFile(file, "utf8").catch(() => "")).not.toContain("b/c/GET.har");
  await start(mtimeMs + 10_000);
  expect(await readFile(file, "utf8")).toContain("b/c/GET.har");
});

test("an index that cannot be written is done without", async () => {
  await writeFile(join(root, "../cache"), "in the way");
  expect(await start()).toEqual(await readTapes(root));
});

test("a small folder has none", async () => {
  await readTapes(root, { late: true, index: { file, now: Date.now() + 60_000 } });
  await expect(stat(file)).rejects.toThrow("ENOENT");
});
