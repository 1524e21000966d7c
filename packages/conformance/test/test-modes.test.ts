// One test file, three modes, under each runner: the files in runners/ are run as a user runs them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { listRecordings } from "@tapedeck/tape/files";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Origin, startOrigin } from "../src/reference-server/origin.ts";

interface Runner {
  readonly folder: string;
  readonly command: readonly string[];
  /** The options that run one test alone. */
  readonly filter: readonly string[];
  readonly file: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const deno: readonly string[] = ["deno", "test", "--allow-all", "--no-lock", "--no-check"];
const runners: Readonly<Record<string, Runner>> = {
  vitest: {
    folder: "vitest",
    command: ["vitest", "run", "--root", ".", "--config", "vitest.config.ts"],
    filter: ["--testNamePattern", "Octokit"],
    file: "accounts_test.ts",
  },
  node: {
    folder: "node",
    command: ["node", "--test"],
    filter: ["--test-name-pattern", "Octokit"],
    file: "accounts_test.ts",
  },
  jest: {
    folder: "jest",
    command: ["jest"],
    filter: ["--testNamePattern", "Octokit"],
    file: "accounts_test.ts",
    environment: { NODE_OPTIONS: "--experimental-vm-modules" },
  },
  deno: { folder: "deno", command: deno, filter: ["--filter", "Octokit"], file: "accounts_test.ts" },
  "node:test on Deno": { folder: "node", command: deno, filter: ["--filter", "Octokit"], file: "accounts_test.ts" },
  bun: {
    folder: "bun",
    command: ["bun", "test", "--timeout", "120000"],
    filter: ["--test-name-pattern", "Octokit"],
    file: "./accounts_test.ts",
  },
};
const token = "a-token-of-the-stand-in";
const bin = fileURLToPath(new URL("../../../node_modules/.bin", import.meta.url));
const here = fileURLToPath(new URL("runners", import.meta.url));

interface Ran {
  readonly code: number | null;
  readonly said: string;
  /** How many requests reached the live API. */
  readonly asked: number;
}

let folder: string;
// One for all of them: its address is part of its etags.
let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin({ tokens: { [token]: { account: "ada", scopes: ["repo"] } } });
  folder = await mkdtemp(join(tmpdir(), "tapedeck-modes-"));
});
afterAll(async () => {
  await origin.close();
  await rm(folder, { recursive: true });
});

async function run(
  runner: string,
  recordings: string,
  environment: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): Promise<Ran> {
  const { folder, command, file, environment: own } = runners[runner] as Runner;
  const [program = "", ...words] = command;
  const { CI: _ci, TAPEDECK: _mode, NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
  const before = origin.asked();
  // Before the file, or the option would be the program's own.
  const child = spawn(program, [...words, ...more, file], {
    cwd: join(here, folder),
    env: {
      ...inherited,
      PATH: `${bin}${delimiter}${inherited["PATH"]}`,
      NO_COLOR: "1",
      API_URL: origin.url,
      API_RECORDINGS: recordings,
      ...own,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join("");
  const [code] = (await closed) as [number | null];
  return { code, said, asked: origin.asked() - before };
}

async function filesIn(recordings: string): Promise<Readonly<Record<string, string>>> {
  const files = await listRecordings(recordings);
  const texts = await Promise.all(files.map((file) => readFile(join(recordings, file), "utf8")));
  return Object.fromEntries(files.map((file, at) => [file, texts[at] ?? ""]));
}

interface Recorded {
  readonly ran: Ran;
  readonly files: Readonly<Record<string, string>>;
}

const made: Record<string, Promise<Recorded>> = {};

/** Records with a runner, for the first test that asks for it: tests may run in any order. */
function recordedBy(runner: string): Promise<Recorded> {
  const record = async (): Promise<Recorded> => {
    const recordings = join(folder, runner);
    const ran = await run(runner, recordings, { TAPEDECK: "record", API_TOKEN: token });
    return { ran, files: await filesIn(recordings) };
  };
  made[runner] ??= record();
  return made[runner];
}

/** A copy of a runner's recordings without one of them. */
async function withoutUser(runner: string): Promise<string> {
  await recordedBy(runner);
  const copy = await mkdtemp(join(folder, `${runner}-`));
  await cp(join(folder, runner), copy, { recursive: true });
  await rm(join(copy, "accounts/lists-repositories-with-octokit/localhost/user"), { recursive: true });
  return copy;
}

async function expectMiss(runner: string, environment: Readonly<Record<string, string>>, advice: string) {
  const copy = await withoutUser(runner);
  const kept = await filesIn(copy);
  const { code, said, asked } = await run(runner, copy, environment);
  expect([code, asked]).toEqual([1, 0]);
  expect(said).toContain(
    'Cannot replay GET /user as full: tape "accounts/lists-repositories-with-octokit" does not have it',
  );
  expect(said).toContain(advice);
  // The other two tests have all that they ask for.
  expect(said).toMatch(/\b2 pass|\bpass 2\b/);
  expect(await filesIn(copy)).toEqual(kept);
}

describe.each(Object.keys(runners))("%s", (runner) => {
  test("records with TAPEDECK=record, and says what", async () => {
    const { ran, files } = await recordedBy(runner);
    expect(ran, ran.said).toMatchObject({ code: 0, asked: 7 });
    expect(ran.said).toContain(
      'recorded "accounts/lists-repositories-with-octokit": captured 3, unchanged 0, redacted 3, invalid 0, failed 0',
    );
    expect(Object.keys(files).map((file) => file.replace(/~.*(?=\.har$)/, ""))).toEqual([
      "accounts/lists-repositories-with-octokit/localhost/orgs/lighthouse/repos/GET_per_page=20,page=2@full.har",
      "accounts/lists-repositories-with-octokit/localhost/orgs/lighthouse/repos/GET_per_page=20@full.har",
      "accounts/lists-repositories-with-octokit/localhost/user/GET@full.har",
      "accounts/reads-accounts-by-fetch-and-by-the-tapes-own/localhost/users/grace-lin/GET.har",
      "accounts/reads-accounts-by-fetch-and-by-the-tapes-own/localhost/users/quietfox/GET.har",
      "accounts/reads-an-account-over-node-http/localhost/users/ada/GET.har",
      "accounts/reads-an-account-over-node-http/localhost/users/nobody-here/GET.har",
    ]);
    expect(JSON.stringify(files)).not.toContain(token);
  });

  // All of them replayed at each runner: testing/test/readme.test.ts.
  test("replays by default, in CI too; a request without a recording fails its test at once, whatever the client tries again", () =>
    expectMiss(
      runner,
      { CI: "true" },
      "- record it: run this test with TAPEDECK=auto on your own machine, and commit",
    ));

  // By one runner of each runtime: a test that its runner leaves out calls nothing of ours, whichever runner that is.
  if (!["node", "deno", "bun"].includes(runner)) return;

  test("a recording of one test leaves the others' recordings alone", async () => {
    const { files } = await recordedBy(runner);
    const { filter } = runners[runner] as Runner;
    const ran = await run(runner, join(folder, runner), { TAPEDECK: "record", API_TOKEN: token }, filter);
    expect(ran, ran.said).toMatchObject({ code: 0, asked: 3 });
    expect(await filesIn(join(folder, runner))).toEqual(files);
  });
});

// By one runner: which mode a test has is decided by its environment alone, and that reached each runner above.
test("TAPEDECK=auto fills gaps, and asks for nothing else", async () => {
  const copy = await withoutUser("node");
  const auto = await run("node", copy, { TAPEDECK: "auto", API_TOKEN: token });
  expect(auto, auto.said).toMatchObject({ code: 0, asked: 1 });
  expect(await filesIn(copy)).toEqual((await recordedBy("node")).files);
});

test.each(["record", "auto"])("TAPEDECK=%s is refused in CI, and says why", async (mode) => {
  const { files } = await recordedBy("node");
  const ran = await run("node", join(folder, "node"), { CI: "1", TAPEDECK: mode, API_TOKEN: token });
  expect({ ...ran, said: "" }).toEqual({ code: 1, asked: 0, said: "" });
  expect(ran.said).toContain(`Cannot record in CI: TAPEDECK=${mode} is set`);
  expect(await filesIn(join(folder, "node"))).toEqual(files);
});

test("a request without a recording fails its test, and says how to record it", () =>
  expectMiss("node", {}, "- record it: run this test with TAPEDECK=auto\n"));

test("whichever runner recorded, the recordings are the same to the byte", async () => {
  const { files } = await recordedBy("node");
  for (const runner of Object.keys(runners)) expect((await recordedBy(runner)).files, runner).toEqual(files);
});
