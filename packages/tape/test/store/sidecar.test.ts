import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../../.ci/test-resources.ts";
import { createTurns, openHarFolder, readTapes } from "../../src/store/index.ts";
import { exchange } from "../tapes.ts";

const image = exchange(
  { target: "/logo" },
  { headers: [["content-type", "image/png"]], body: { encoding: "base64", text: "AP8=" } },
);

test.each<readonly [shows: string, put: (path: string) => Promise<unknown>, found: string]>([
  ["is not there", async () => {}, '"GET.png" is not there'],
  ["is a link", (path) => symlink("/etc/hostname", path), '"GET.png" is a link, and none is followed'],
  ["is a folder", (path) => mkdir(path), '"GET.png" is no file'],
])("a recording whose body %s says so, and where", async (_shows, put, found) => {
  const root = await tempFolder();
  const store = await openHarFolder(root, { origin: "http://localhost", recordedAt: 1_767_225_600 });
  await store.append(image, createTurns().begin());
  await store.close();
  expect((await readTapes(root))[0]?.tape.exchanges).toHaveLength(1);
  const path = join(root, "localhost/logo/GET.png");
  await rm(path);
  await put(path);
  await expect(readTapes(root)).rejects.toThrow(
    `Cannot read recording "localhost/logo/GET.har": entry 1 has a response.content that cannot be read: ${found} (at /log/entries/0/response/content)`,
  );
});
