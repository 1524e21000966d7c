import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { test as base, expect } from "vitest";
import { law } from "../../../.ci/property.ts";
import { toHar } from "../src/har/har.ts";
import { folderOf, listRecordings, readTapes, writeWhole } from "../src/store/index.ts";
import { exchange, tape, targets } from "./tapes.ts";

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "tapedeck-tape-"));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

test("writeWhole() writes a file and the folders it stands in", async ({ folder }) => {
  await writeWhole(join(folder, "a/b/c.har"), "one");
  await writeWhole(join(folder, "a/b/c.har"), "two");
  expect(await readFile(join(folder, "a/b/c.har"), "utf8")).toBe("two");
  expect(await readdir(join(folder, "a/b"))).toEqual(["c.har"]);
});

test("writeWhole() leaves the old text, and nothing beside it, where it fails", async ({ folder }) => {
  const file = join(folder, "a.har");
  await writeWhole(file, "old");
  const unwritable = { toString: () => "x" } as unknown as string;
  await expect(writeWhole(file, unwritable)).rejects.toThrow();
  expect(await readdir(folder)).toEqual(["a.har"]);
  expect(await readFile(file, "utf8")).toBe("old");
});

test("writeWhole() leaves nothing beside a folder that it cannot replace", async ({ folder }) => {
  await mkdir(join(folder, "a.har/full"), { recursive: true });
  await expect(writeWhole(join(folder, "a.har"), "new")).rejects.toThrow();
  expect(await readdir(folder)).toEqual(["a.har"]);
});

test("writeWhole() never shows a reader half a text, however many write", async ({ folder }) => {
  const file = join(folder, "a.har");
  const texts = Array.from({ length: 8 }, (_, at) => String(at).repeat(200_000));
  await writeWhole(file, texts[0] ?? "");
  const writing = Promise.all(texts.map((text) => writeWhole(file, text)));
  const seen = await Promise.all(texts.map(() => readFile(file, "utf8")));
  await writing;
  for (const text of [...seen, await readFile(file, "utf8")]) expect(texts.includes(text)).toBe(true);
  expect(await readdir(folder)).toEqual(["a.har"]);
});

test("listRecordings() names every .har below a folder, sorted, and nothing else", async ({ folder }) => {
  for (const file of ["b.har", "a/z.har", "a.har", "a/notes.md", "B.har", "b.har.tmp"]) {
    await writeWhole(join(folder, file), "");
  }
  await mkdir(join(folder, "folder.har"));
  expect(await listRecordings(folder)).toEqual(["B.har", "a.har", "a/z.har", "b.har"]);
});

test("listRecordings() says when there is no such folder", async ({ folder }) => {
  const none = join(folder, "none");
  for (const read of [listRecordings, readTapes])
    await expect(read(none)).rejects.toMatchObject({
      code: "ENOENT",
      message: `Cannot read the recordings in "${none}": no such folder; name the folder that holds them`,
    });
});

test("readTapes() reads them in the order they are listed", async ({ folder }) => {
  const names = ["b", "a/c", "a"];
  for (const name of names) await writeWhole(join(folder, `${name}.har`), toHar({ ...tape(exchange()), name }));
  expect((await readTapes(folder)).map((each) => [each.file, each.tape.name])).toEqual([
    ["a.har", "a"],
    ["a/c.har", "a/c"],
    ["b.har", "b"],
  ]);
});

test("readTapes() names the first file that is no recording, however long each takes to read", async ({ folder }) => {
  await writeFile(join(folder, "a.har"), `{"log":${" ".repeat(4_000_000)}`);
  for (const name of ["b", "c", "d"]) await writeFile(join(folder, `${name}.har`), "");
  await expect(readTapes(folder)).rejects.toThrow(expect.objectContaining({ file: "a.har" }));
});

test.each([
  ["host and path, without the query", "/users/Ada/repos?page=2", "api.service.example/users/ada/repos"],
  ["the host alone for the root", "/", "api.service.example"],
  ["another origin's host and port", "http://localhost:8080/x", "localhost_8080/x"],
  ["one name for repeated and last slashes", "//x//y/", "api.service.example/x/y"],
  ["no way out of the folder", "/../../etc/%2e%2e/passwd", "api.service.example/passwd"],
  ["no hidden folder", "/.git/config", "api.service.example/-git/config"],
  ["nothing that a file system minds", "/a%20b/c:d*e", "api.service.example/a-20b/c-d-e"],
  ["no dot at an end", "/a./b", "api.service.example/a-/b"],
  ["no device of Windows", "/users/con/aux.json/console", "api.service.example/users/con-/aux-.json/console"],
  ["no name of a recording", "/x/Recording.har", "api.service.example/x/recording-har"],
  ["another scheme its own folder", "http://api.service.example/x", "api.service.example_80/x"],
  ["a service of this machine no port that says nothing", "http://localhost/x", "localhost/x"],
  ["no long name", `/x/${"ab.".repeat(40)}`, `api.service.example/x/${"ab.".repeat(40).slice(0, 43)}-9ad4d4fb50bb716a`],
  ["another name than that of the origin's description", "/api.json", "api.service.example/api-json"],
  ["that name deeper down", "/v1/api.json", "api.service.example/v1/api.json"],
])("folderOf() gives %s", (_shows, target, folder) => {
  expect(folderOf("https://api.service.example", target)).toBe(folder);
});

test.each([
  ["in a long name", (end: string) => `/x/${"a".repeat(300)}${end}`],
  ["far down", (end: string) => `/${"abc/".repeat(1000)}${end}`],
])("folderOf() tells two resources apart that differ %s, in a path that systems take", (_shows, targetOf) => {
  const [one, other] = ["1", "2"].map((end) => folderOf("https://api.service.example", targetOf(end)));
  expect(one).not.toBe(other);
  for (const folder of [one, other]) expect(folder?.length).toBeLessThan(220);
});

base("folderOf() stays within the host's folder, in names that every file system takes", () => {
  fc.assert(
    fc.property(targets(), (target) => {
      const [host, ...names] = folderOf("https://api.service.example", target).split("/");
      expect(host).toBe("api.service.example");
      for (const name of names) expect(name).toMatch(/^[a-z0-9_-](?:[a-z0-9._-]*[a-z0-9_-])?$/);
    }),
    law(100),
  );
});
