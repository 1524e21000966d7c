// In CI a test reaches no network, whatever it asks with and whatever runs it.
import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Origin, startOrigin } from "../src/reference-server/origin.ts";

const bin = fileURLToPath(new URL("../../../node_modules/.bin", import.meta.url));
const here = fileURLToPath(new URL("runners", import.meta.url));

let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin();
});
afterAll(() => origin.close());

test.each([
  ["node", []],
  ["deno", ["run", "--allow-all", "--no-lock", "--no-check"]],
  ["bun", []],
])("a test in CI is refused by an error that no client tries again, on %s", async (runtime, words) => {
  const { TAPEDECK: _mode, NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
  const PATH = `${bin}${delimiter}${inherited["PATH"]}`;
  const { stdout } = await promisify(execFile)(runtime, [...words, "offline.ts"], {
    cwd: here,
    env: { ...inherited, PATH, CI: "true", API_URL: origin.url, API_RECORDINGS: "there-are-none" },
  });
  const refused = (what: string): readonly string[] => ["AbortError", "ECONNABORTED", `Cannot ${what}`];
  expect(JSON.parse(stdout)).toEqual({
    "fetch, no recording": refused("replay"),
    "node:http, no recording": refused("replay"),
    "fetch, another host": refused("ask"),
    "node:http, another host": refused("ask"),
    "node:https, another host": refused("ask"),
    "node:net": refused("connect"),
    "node:tls": refused("connect"),
    "node:http2": refused("connect"),
  });
  expect(origin.asked()).toBe(0);
});
