import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";

const here = fileURLToPath(new URL("..", import.meta.url));
const vitest = fileURLToPath(new URL("../../../node_modules/vitest/vitest.mjs", import.meta.url));

async function stdoutOf(words: readonly string[], given: Readonly<Record<string, string>>): Promise<string> {
  const { CI: _ci, TAPEDECK: _mode, ...env } = process.env;
  const started = promisify(execFile)(process.execPath, words, { cwd: here, env: { ...env, ...given } });
  return (await started.catch((error) => error)).stdout;
}

test("a test with the globals of jsdom, whose bytes are not Node's, is recorded and replayed", async () => {
  let asked = 0;
  const from = await serveUpstream(async (request, response) => {
    asked += 1;
    const sent = Buffer.concat(await request.toArray());
    response.setHeader("access-control-allow-origin", "*").end(`${request.method} ${request.url} ${sent}`);
  });
  const environment = { API_URL: from, API_RECORDINGS: await tempFolder() };
  const file = join(await tempFolder(), "report.json");
  const words = [vitest, "run", "--config", "test/vitest/vitest.config.ts", "--outputFile", file];
  for (const mode of ["record", "replay"]) {
    await stdoutOf(words, { ...environment, TAPEDECK: mode });
    const report = JSON.parse(await readFile(file, "utf8"));
    const tests = report.testResults.flatMap(({ assertionResults }: Report) => assertionResults);
    expect(tests.map(({ title, failureMessages }: Ran) => [title, failureMessages])).toEqual([
      ["by fetch", []],
      ["by the page's own request", []],
    ]);
  }
  expect(asked).toBe(2);
});

interface Report {
  readonly assertionResults: readonly Ran[];
}

interface Ran {
  readonly title: string;
  readonly failureMessages: readonly string[];
}

test("the tests of Vitest 3 have tapes that are named for them", async () => {
  expect(JSON.parse(await stdoutOf(["test/vitest/run-by-vitest-3.ts"], {}))).toEqual([
    ["by its title", "pass", null],
    ["by both titles", "pass", null],
    ["by a row", "pass", null],
  ]);
});
