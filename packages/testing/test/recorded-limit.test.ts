import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiDescription } from "@tapedeck/api";
import { namedApis } from "@tapedeck/api/files";
import { openNetwork } from "@tapedeck/nock";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serveUpstream } from "../../../.ci/test-resources.ts";
import { type TestTape, type UseTapeOptions, useTape } from "../src/index.ts";
import { makeTapeFolder, type TapeFolder } from "./tape-folder.ts";

let folder: TapeFolder;
let from: string;
let said: string[];

beforeEach(async () => {
  vi.stubEnv("CI", undefined);
  folder = await makeTapeFolder();
  let left = 4;
  from = await serveUpstream((_request, response) => {
    const told = { "x-ratelimit-limit": "4", "x-ratelimit-remaining": `${--left}`, "x-ratelimit-reset": "60" };
    response.writeHead(200, { "content-type": "application/json", ...told }).end("{}");
  });
  said = [];
  vi.spyOn(console, "error").mockImplementation((line) => said.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  openNetwork();
  await folder.remove();
});

/** What is left of the limit, by each answer; null for a refusal. */
async function lefts(count: number): Promise<ReadonlyArray<string | null>> {
  const left = [];
  for (let nth = 0; nth < count; nth++) {
    const { status, headers } = await fetch(`${from}/things`);
    left.push(status === 200 ? headers.get("x-ratelimit-remaining") : null);
  }
  return left;
}
const run = (mode: "record" | "replay", body: (tape: TestTape) => unknown, options: Partial<UseTapeOptions> = {}) =>
  useTape({ from, dir: folder.path, mode, ...options })("tape", body)();
const described = async (...place: string[]): Promise<ApiDescription> =>
  JSON.parse(await readFile(join(folder.path, ...place, "api.json"), "utf8"));

test("a limit that a test saw while it recorded counts in a replay, and refuses until it resets", async () => {
  await run("record", async () => expect(await lefts(2)).toEqual(["3", "2"]));
  const file = join(folder.path, "tape", "localhost", "api.json");
  const limit = 'a rate limit as fastify tells it (default 4 in 60 s): see "rateLimits" in';
  expect(said.join("\n")).toContain(`tapedeck: ${limit} ${file}\n  - no refusal was seen`);
  expect((await described("tape", "localhost")).origins).toEqual(["http://localhost"]);
  await run("replay", async (tape) => {
    expect(await lefts(5)).toEqual(["3", "2", "1", "0", null]);
    tape.clock.advance(60);
    expect(await lefts(1)).toEqual(["3"]);
  });
});

test.each<[shows: string, place: string[], text: string, after: object, replayed: ReadonlyArray<string | null>]>([
  ["a limit that a person wrote stays", ["tape"], '{"name":"a","rateLimits":{"preset":"x"}}', {}, ["899", "898"]],
  ["a description of all tapes is told the limit", [], '{"name":"a"}', { rateLimits: { tell: "fastify" } }, ["3", "2"]],
  ["one of other origins is not", [], '{"name":"a","origins":["https://b.example"]}', {}, ["3", "3"]],
])("%s", async (_shows, place, text, after, replayed) => {
  await mkdir(join(folder.path, ...place), { recursive: true });
  await writeFile(join(folder.path, ...place, "api.json"), text);
  await run("record", () => lefts(2));
  expect(await described(...place)).toMatchObject({ ...JSON.parse(text), ...after });
  await expect(described("tape", "localhost")).rejects.toThrow("ENOENT");
  if (Object.keys(after).length === 0)
    expect(await readFile(join(folder.path, ...place, "api.json"), "utf8")).toBe(text);
  const header = text.includes("preset") ? "x-rate-limit-remaining" : "x-ratelimit-remaining";
  await run("replay", async () => {
    const answers = [await fetch(`${from}/things`), await fetch(`${from}/things`)];
    expect(answers.map(({ headers }) => headers.get(header))).toEqual(replayed);
  });
});

test("what a test says of its API in code is not written beside that", async () => {
  const api = namedApis.get("plain");
  await run("record", () => lefts(1), api && { api });
  await expect(described("tape", "localhost")).rejects.toThrow("ENOENT");
});
