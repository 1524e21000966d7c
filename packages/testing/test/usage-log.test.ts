import { execFile } from "node:child_process";
import { appendFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { openNetwork } from "@tapedeck/nock";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { evaluate } from "../../../.ci/runtimes.ts";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { type Taped, useTape } from "../src/index.ts";
import { appendUsage, readUsage, usageVariable } from "../src/usage-log.ts";
import { makeTapeFolder, service, type TapeFolder } from "./tape-folder.ts";

let folder: TapeFolder;
let word: string;
beforeEach(async () => {
  folder = await makeTapeFolder();
  word = await tempFolder();
  vi.stubEnv("CI", undefined);
  vi.stubEnv("TAPEDECK", undefined);
  vi.stubEnv(usageVariable, word);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  openNetwork();
  await folder.remove();
});

const taped = (...parameters: Parameters<Taped>): ReturnType<Taped> =>
  useTape({ from: service, dir: folder.path })(...parameters);

test("a run leaves word of what it played, and of which tests there were", async () => {
  await folder.put("zen", ["/zen", '"one"'], ["/zen", '"two"'], ["/zen?x=1", '"three"']);
  await folder.put("other", ["/zen", '"one"']);
  await taped("zen", () => fetch(`${service}/zen`))();
  taped("other", () => {});
  const file = join(folder.path, "zen/api.service.example/zen/recording.har");
  expect(await readUsage(word)).toEqual({
    tests: 2,
    passed: 1,
    recorded: false,
    opened: new Set([join(folder.path, "zen")]),
    played: new Map([[file, new Set([1])]]),
  });
  await taped("zen", (tape) => Promise.all(["/zen", "/zen"].map((path) => tape.fetch(service + path))))();
  expect((await readUsage(word)).played).toEqual(new Map([[file, new Set([1, 2])]]));
});

test("a test that failed does not count, unless it passed when it was tried again", async () => {
  let attempts = 0;
  const run = taped("zen", () => {
    attempts += 1;
    if (attempts === 1) throw new Error("the first time");
  });
  await expect(run()).rejects.toThrow("the first time");
  expect(await readUsage(word)).toMatchObject({ tests: 1, passed: 0 });
  await run();
  expect(await readUsage(word)).toMatchObject({ tests: 1, passed: 1 });
});

test("a recording is known as one", async () => {
  await useTape({ from: service, dir: folder.path, mode: "auto" })("zen", () => {})();
  expect(await readUsage(word)).toMatchObject({ recorded: true });
});

test("what a process that was ended had not written out is no word", async () => {
  appendUsage({ kind: "declared", test: "a" });
  const [file = ""] = await readdir(word);
  await appendFile(join(word, file), '{"kind":"there","te');
  expect(await readUsage(word)).toMatchObject({ tests: 1 });
  appendUsage({ kind: "declared", test: "b" });
  expect(await readUsage(word)).toMatchObject({ tests: 2 });
  expect(() => appendUsage({ kind: "declared", test: "c" }, join(word, file))).toThrow(
    /^Cannot log in ".*jsonl" \(TAPEDECK_PLAYED\) what was played \(\w+\): make room there, or name another folder$/,
  );
});

test("many processes leave word at once, and none is lost", async () => {
  const code = `
    import { appendUsage } from "@tapedeck/testing/usage";
    for (let nth = 0; nth < 500; nth += 1) appendUsage({ kind: "declared", test: process.pid + " " + nth });`;
  const [program, ...words] = evaluate;
  const run = (): Promise<unknown> => promisify(execFile)(program, [...words, code], { cwd: import.meta.dirname });
  await Promise.all(Array.from({ length: 6 }, run));
  expect(await readUsage(word)).toMatchObject({ tests: 3000 });
});
