import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const here = fileURLToPath(new URL("..", import.meta.url));
const jest = fileURLToPath(new URL("../../../node_modules/jest/bin/jest.js", import.meta.url));

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly message: string;
    readonly assertionResults: ReadonlyArray<{ readonly title: string; readonly status: string }>;
  }>;
}

async function titlesPassed(file: string, ...options: readonly string[]): Promise<readonly string[]> {
  const words = [
    "--experimental-vm-modules",
    jest,
    "--config",
    "test/jest/jest.config.json",
    "--json",
    ...options,
    file,
  ];
  const { CI: _ci, TAPEDECK: _mode, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: here, env }).catch((error) => error);
  const [results] = (JSON.parse(stdout) as Report).testResults;
  expect(results?.message).toBe("");
  return results?.assertionResults.filter(({ status }) => status === "passed").map(({ title }) => title) ?? [];
}

test("a tape answers whatever Jest has faked", async () => {
  const kinds = ["nothing", "everything", "everything, and time goes on", "timers in the older way"];
  expect(await titlesPassed("fake_timers_test.ts")).toEqual(kinds.map((kind) => `where ${kind} is faked`));
});

test("a tape answers where Jest fakes timers before it is loaded", async () => {
  const globally = JSON.stringify({ enableGlobally: true });
  expect(await titlesPassed("fake_timers_test.ts", `--fakeTimers=${globally}`)).toHaveLength(4);
});

test("Jest's tests have tapes that are named for them", async () => {
  expect(await titlesPassed("names_test.ts")).toEqual(["by its title", "by both titles", "by a row"]);
});
