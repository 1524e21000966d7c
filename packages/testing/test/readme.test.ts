// The README's examples, run as a user runs them: in a project of their own.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chromiumPath, noChromium } from "../../../.ci/chromium.ts";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { playwrightOnSources } from "./playwright/on-sources.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

interface Example {
  readonly file: string;
  readonly code: string;
}

const readme = readFileSync(join(root, "packages/testing/README.md"), "utf8");

/** The files that a section of the README shows; each says its name in its first line. */
function examplesIn(section: string): readonly Example[] {
  const [text = ""] = readme.split(/^(?=##+ )/m).filter((each) => each.startsWith(`${section}\n`));
  return Array.from(text.matchAll(/^```[jt]s\n\/\/ ([\w.]+)[^\n]*\n(.*?)^```$/gms), ([, file = "", code = ""]) => ({
    file,
    code,
  }));
}

let project: string;
beforeEach(async () => {
  project = await tempFolder();
  await symlink(join(root, "node_modules"), join(project, "node_modules"), "dir");
  await put("package.json", '{ "type": "module" }');
});

async function put(file: string, content: string): Promise<void> {
  await mkdir(dirname(join(project, file)), { recursive: true });
  await writeFile(join(project, file), content);
}

async function putRecording(): Promise<void> {
  const origin = "api.service.example";
  const tape = join(project, "recordings/accounts/reads-an-account");
  const shared = (await readdir(join(root, "recordings", origin))).filter((name) => name.startsWith("headers-"));
  for (const file of [...shared, "users/grace-lin/GET.har"])
    await cp(join(root, "recordings", origin, file), join(tape, origin, file));
}

type Environment = Readonly<Record<string, string>>;

function environmentOf(more: Environment): NodeJS.ProcessEnv {
  const { CI: _ci, TAPEDECK: _mode, VITEST: _vitest, NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
  return { ...inherited, PATH: `${join(root, "node_modules/.bin")}${delimiter}${inherited["PATH"]}`, ...more };
}

function run(
  program: string,
  words: readonly string[],
  more: Environment = {},
): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const options = { cwd: project, env: environmentOf(more) };
    execFile(program, words, options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

describe("the first example", () => {
  let service: ChildProcess | null = null;
  afterEach(() => service?.kill());

  test("records from its service, and replays without it", async () => {
    const [api, accounts] = examplesIn("## Record once, replay from then on");
    // On whichever port is free, and it says which.
    const told = "listen(0, function () { console.log(this.address().port); })";
    await put("api.mjs", api?.code.replace("listen(4100)", told) ?? "");
    service = spawn("node", ["api.mjs"], {
      cwd: project,
      env: environmentOf({}),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(service, "exit");
    const [port] = await once(service.stdout as Readable, "data");
    await put("accounts.test.mjs", accounts?.code.replace("4100", String(port).trim()) ?? "");
    const recorded = await run("node", ["--test"], { TAPEDECK: "record" });
    expect(recorded).toMatchObject({
      code: 0,
      said: expect.stringContaining('"accounts/reads-an-account": captured 1,'),
    });
    service.kill();
    await ended;
    expect(await run("node", ["--test"])).toMatchObject({ code: 0 });
    expect(await run("node", ["--test"], { CI: "true" })).toMatchObject({ code: 0 });
  });

  test("says what to do where nothing is recorded", async () => {
    for (const { file, code } of examplesIn("## Record once, replay from then on")) await put(file, code);
    await rm(join(project, "api.mjs"));
    const { code, said } = await run("node", ["--test"]);
    expect(code).toBe(1);
    expect(said).toContain(
      'Cannot replay GET /users/ada: nothing is recorded in "recordings/accounts/reads-an-account"',
    );
    expect((await run("node", ["--test"], { CI: "true", TAPEDECK: "record" })).said).toContain("Cannot record in CI");
  });
});

interface Runner {
  readonly section: string;
  readonly command: readonly [string, ...string[]];
  readonly environment?: Environment;
  /** What a project with this runner has beside its tests. */
  readonly files?: Environment;
  readonly leftOut?: string;
}

/** Jest's configuration for packages that are run from their sources; as published, they are JavaScript. */
const jestFiles: Environment = Object.fromEntries(
  ["jest.config.json", "strip-types.js"].map((file) => [
    file,
    readFileSync(join(root, "packages/testing/test/jest", file), "utf8"),
  ]),
);

/** What a test imports of `node_modules` Vitest leaves to Node; our packages are links there, which it would transform. */
const vitestConfig = "export default { test: { server: { deps: { external: [/\\/packages\\//] } } } };";

const playwrightConfig = `export default {
  use: { launchOptions: { executablePath: ${JSON.stringify(chromiumPath)}, args: ["--no-sandbox"] } },
  reporter: "line",
};`;

const deno: Runner["command"] = ["deno", "test", "--allow-read=.", "--allow-env", "--no-check", "--no-prompt"];

const runners: readonly Runner[] = [
  {
    section: "### Vitest",
    command: ["vitest", "run", "--testTimeout=120000"],
    files: { "vitest.config.js": vitestConfig },
  },
  { section: "### node:test", command: ["node", "--test"] },
  { section: "### node:test", command: ["bun", "test", "--timeout", "120000"] },
  { section: "### node:test", command: [...deno, "accounts.test.ts"] },
  {
    section: "### Jest",
    command: ["jest"],
    environment: { NODE_OPTIONS: "--experimental-vm-modules" },
    files: jestFiles,
  },
  { section: "### Deno", command: deno },
  { section: "### Bun", command: ["bun", "test", "--timeout", "120000"] },
  {
    section: "### Playwright",
    command: ["playwright", "test"],
    environment: playwrightOnSources,
    files: { "playwright.config.js": playwrightConfig },
    leftOut: noChromium,
  },
];

describe.each(runners)("$section, run by $command.0", ({ section, command, environment, files = {}, leftOut = "" }) => {
  const [program, ...words] = command;

  // No service has this name: what is answered comes from the recording. What fails without one: conformance's test-modes.
  test.skipIf(leftOut !== "")(`its example replays${leftOut}`, async () => {
    for (const [file, content] of Object.entries(files)) await put(file, content);
    for (const { file, code } of examplesIn(section)) await put(file, code);
    await putRecording();
    const replayed = await run(program, words, environment);
    expect(replayed, replayed.said).toMatchObject({ code: 0 });
  });
});
