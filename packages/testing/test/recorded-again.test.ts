import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openNetwork } from "@tapedeck/nock";
import { listRecordings } from "@tapedeck/tape/files";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { openTape, type TapeOptions, type TestMode } from "../src/index.ts";

beforeEach(() => {
  vi.stubEnv("CI", undefined);
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterAll(openNetwork);

const match = [{ path: "/polls/**", ignore: ["path.2", "query.t"] }];

test.each<[by: string, options: Partial<TapeOptions>, described: object | null]>([
  ["match", { match }, null],
  ["api.json", {}, { name: "polls", origins: ["http://localhost"], match }],
  ["rule", { rule: ["method", "header:x-poll"] }, null],
])(
  "what a replay by %s does not compare takes the place of what was recorded before",
  async (_by, options, described) => {
    const dir = await tempFolder();
    if (described) await writeFile(join(dir, "api.json"), JSON.stringify(described));
    let answers = 0;
    const from = await serveUpstream((_request, response) => void response.end(`${++answers}`));
    const poll = async (mode: TestMode, run: number): Promise<unknown> => {
      await using tape = await openTape({ from, dir, name: ".", mode, ...options });
      const ask = async (nth: number) =>
        (await tape.fetch(`${from}/polls/${run}${nth}?t=${crypto.randomUUID()}`)).text();
      return [await ask(2), await ask(1)];
    };
    expect(await poll("record", 1)).toEqual(["1", "2"]);
    const files = await listRecordings(dir);
    expect(await poll("record", 2)).toEqual(["3", "4"]);
    expect(await listRecordings(dir)).toEqual(files);
    expect(await poll("replay", 3)).toEqual(["3", "4"]);
  },
);
