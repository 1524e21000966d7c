import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readApis } from "@tapedeck/api/files";
import { listRecordings } from "@tapedeck/tape/files";
import { inspectFiles } from "@tapedeck/verify/files";
import { beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { openInspectThread, openInspectThreads } from "../src/verify/inspect-thread.ts";
import { root } from "./command.ts";

const ada = "api.service.example/users/ada/GET.har";

let copy: string;
beforeEach(async () => {
  copy = await tempFolder();
  await cp(join(root, "recordings"), copy, { recursive: true });
});

// There none is started.
const onDeno = "Deno" in globalThis;

test.skipIf(onDeno)("a thread finds in recordings what the first thread finds, and is asked again", async () => {
  const path = join(copy, ada);
  await writeFile(path, (await readFile(path, "utf8")).replace("Ada Loom", "Ada Loon"));
  await writeFile(join(copy, "api.service.example/zen/GET.har"), "{");
  const files = await listRecordings(copy);
  const { inspect, close } = openInspectThread({ dir: copy, api: undefined });
  const here = await inspectFiles(copy, await readApis(copy))(files);
  expect(here.flatMap(({ findings }) => findings.map(({ kind }) => kind))).toEqual(["edited", "unreadable"]);
  expect(await inspect(files)).toEqual(here);
  expect(await inspect(files.slice(3, 5))).toEqual(here.slice(3, 5));
  await close();
});

test.skipIf(onDeno)("a thread that has ended is named, and nobody waits for it", async () => {
  const { inspect, close } = openInspectThread({ dir: copy, api: undefined });
  const asked = inspect([ada]);
  asked.catch(() => {});
  await close();
  await expect(asked).rejects.toThrow("Cannot verify: a thread ended with");
});

test("a small folder is verified by one thread", () => {
  expect(openInspectThreads(39, { dir: copy, api: undefined })).toEqual([]);
});
