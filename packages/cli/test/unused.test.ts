import { execFile } from "node:child_process";
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { unreferencedHeaders } from "@tapedeck/tape/files";
import { beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { type Ended, root, tapedeck as tapedeckProcess } from "./command.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

// In one process, which takes half as long.
const run = ["node", "--test", "--test-isolation=none", join(root, "packages/cli/test/taped/accounts_test.ts")];

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
  for (const [tape, path] of [
    ["reads-an-account", "users/grace-lin"],
    ["lists-repositories", "users/ada/repos"],
  ]) {
    await put(path ?? "", `test/taped/accounts/${tape}`);
  }
});

/** Puts one of the committed recordings on a tape. */
async function put(path: string, tape: string): Promise<void> {
  for (const below of ["api.service.example", `api.service.example/${path}`]) {
    const [from, to] = [join(root, "recordings", below), join(folder, "recordings", tape, below)];
    await mkdir(to, { recursive: true });
    for (const name of await readdir(from))
      if (/^(?:GET.*\.har|headers-.*)$/.test(name)) await cp(join(from, name), join(to, name));
  }
}

const environment = (): Record<string, string> => ({ API_RECORDINGS: join(folder, "recordings") });

function unused(command: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const words = ["verify", join(folder, "recordings"), "--unused", ...command];
  // What it runs prints to the process.
  const run = words.includes("--") ? tapedeckProcess : tapedeck;
  return run(words, { ...environment(), ...more });
}

/** Runs the tests as a user does, logging what they play in a folder. */
async function runTests(played: string, ...options: readonly string[]): Promise<void> {
  const [program = "", ...words] = run;
  const env = { ...process.env, ...environment(), TAPEDECK_PLAYED: played };
  await promisify(execFile)(program, [...options, ...words], { env });
}

test("verify --unused runs the tests, and lists what they did not play", async () => {
  await put("users/ada", "test/taped/accounts/reads-an-account");
  await put("users/quietfox", "test/taped/accounts/reads-an-account");
  await put("user", "test/taped/accounts/of-a-test-that-is-gone");
  const { code, stdout } = await unused(["--", ...run], { API_ADA: "yes" });
  expect(code).toBe(1);
  expect(stdout).toMatchInlineSnapshot(`
    "test/taped/accounts/of-a-test-that-is-gone/api.service.example/user/GET.har
      unused: no test opened the tape that it is on
        - if its test is gone, remove the file
    test/taped/accounts/of-a-test-that-is-gone/api.service.example/user/GET@narrow.har
      unused: no test opened the tape that it is on
        - if its test is gone, remove the file
    test/taped/accounts/of-a-test-that-is-gone/api.service.example/user/GET@token.har
      unused: no test opened the tape that it is on
        - if its test is gone, remove the file
    test/taped/accounts/reads-an-account/api.service.example/users/ada/GET.2.har
      unused: no test asked for anything in it
        - remove the file
    test/taped/accounts/reads-an-account/api.service.example/users/ada/GET@token.har
      unused: no test asked for anything in it
        - remove the file
    test/taped/accounts/reads-an-account/api.service.example/users/ada/GET~4f3df421ff.har
      unused: no test asked for anything in it
        - remove the file
    test/taped/accounts/reads-an-account/api.service.example/users/quietfox/GET.har
      unused: no test asked for anything in it
        - remove the file
    tapedeck: 10 recordings verified, 7 with findings
    "
  `);
});

test("verify --unused finds nothing where everything was played", async () => {
  expect(await unused(["--", ...run])).toMatchObject({
    code: 0,
    stdout: "tapedeck: 2 recordings verified, all well\n",
    // What the tests print is no part of the report.
    stderr: expect.stringContaining("reads an account"),
  });
});

test("verify --unused reads the word that runs have left, of several processes", async () => {
  const played = join(folder, "played");
  await Promise.all([runTests(played), runTests(played)]);
  expect(await unused([], { TAPEDECK_PLAYED: played })).toMatchObject({ code: 0 });
  await put("user", "test/taped/accounts/of-a-test-that-is-gone");
  const { stdout } = await unused(["--json"], { TAPEDECK_PLAYED: played });
  const file = "test/taped/accounts/of-a-test-that-is-gone/api.service.example/user/GET.har";
  expect(JSON.parse(stdout)).toMatchObject({ files: 5, broken: 3, report: { [file]: [{ kind: "unused" }] } });
  await runTests(played, "--test-name-pattern", "lists");
  expect(await unused([], { TAPEDECK_PLAYED: played })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("of 6 tests with a tape, 5 ran and passed"),
  });
});

test("a replay's server leaves word of what it played, for tests in any language", async () => {
  const [played, recordings] = [join(folder, "played"), join(folder, "recordings")];
  const server = await startTapedeck(["replay", recordings, "--port", "0"], { TAPEDECK_PLAYED: played });
  expect((await fetch(`${server.url}/users/grace-lin`)).status).toBe(200);
  expect((await server.stop()).code).toBe(0);
  const { stdout } = await unused(["--json"], { TAPEDECK_PLAYED: played });
  expect(Object.keys(JSON.parse(stdout).report).filter((file) => file.includes("users/grace-lin"))).toEqual([]);
  expect(JSON.parse(stdout).report).toMatchObject({
    "test/taped/accounts/lists-repositories/api.service.example/users/ada/repos/GET.har": [{ kind: "unused" }],
  });
});

test.each([
  ["the tests fail", [...run], { API_BROKEN: "yes" }, "the tests failed (exit code 1)"],
  [
    "one test is run",
    ["node", "--test-name-pattern", "lists", ...run.slice(1)],
    {},
    "of 2 tests with a tape, 1 ran and passed",
  ],
  ["no test has a tape", ["node", "--eval", ""], {}, "nothing was logged by the tests"],
] as const)("verify --unused lists nothing where %s", async (_where, command, more, message) => {
  expect(await unused(["--", ...command], more)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`tapedeck: Cannot tell what is unused: ${message}`),
  });
});

test("without a run of the tests, verify --unused and prune say how to have one", async () => {
  const advice = (words: string): unknown => expect.stringContaining(`here: npx @tapedeck/cli ${words} -- npm test`);
  expect(await unused([])).toMatchObject({ code: 1, stdout: "", stderr: advice("verify --unused") });
  const prune = await tapedeck(["prune", join(folder, "recordings")], environment());
  expect(prune).toMatchObject({ code: 1, stdout: "", stderr: advice("prune") });
});

test("prune shows what no test asked for, and removes it with --yes", async () => {
  await put("users/quietfox", "test/taped/accounts/reads-an-account");
  const prune = (...more: readonly string[]) =>
    tapedeckProcess(["prune", join(folder, "recordings"), ...more, "--", ...run], environment());
  const file = "test/taped/accounts/reads-an-account/api.service.example/users/quietfox/GET.har";
  const headers = "api.service.example/headers-00000000.json";
  await mkdir(join(folder, "recordings", dirname(headers)), { recursive: true });
  await writeFile(join(folder, "recordings", headers), "{}\n");
  const shown = await prune();
  expect(shown).toMatchObject({ code: 1, stdout: expect.stringContaining(`unused   ${file}\n`) });
  expect(shown.stdout).toContain(`unused   ${headers}\n`);
  expect(await prune("--yes")).toMatchObject({ code: 0, stdout: expect.stringContaining(`removed  ${file}\n`) });
  expect(await unreferencedHeaders(join(folder, "recordings"))).toEqual([]);
  expect(await readdir(join(folder, "recordings"))).toEqual([".gitattributes", "test"]);
  expect(await unused(["--", ...run])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("2 recordings verified, all well"),
  });
});
