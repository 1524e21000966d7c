// Runs every check, then adds the packages' test reports up into one closing line. With Deno alone (`.ci/run.ts`) there is
// no npm for turbo to run: Deno checks the types then, and runs the tests that need no other program.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { reasons } from "./deno-alone.ts";
import type { Manifest } from "./published.ts";

const onDeno = process.versions["deno"] !== undefined;
// Four tasks on two cores: most of them wait for processes, sockets and disks now and then, that of `record` half its time.
const atOnce = 4;
const reportFile = ".reports/vitest.json";
const manifests = globSync("packages/*/package.json")
  .sort()
  .map((file) => [dirname(file), JSON.parse(readFileSync(file, "utf8")) as Manifest] as const);
const tested = manifests.filter(([, { scripts }]) => scripts?.["test"] !== undefined).map(([folder]) => folder);

async function run(program: string, words: readonly string[], cwd = "."): Promise<boolean> {
  // The `deno` in node_modules/.bin starts another, and a signal to it does not reach that one.
  const PATH = [...(onDeno ? [dirname(process.execPath)] : []), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH, TURBO_TELEMETRY_DISABLED: "1" };
  const child = spawn(program, words, { stdio: ["ignore", cwd === "." ? "inherit" : "pipe", "inherit"], env, cwd });
  const said = child.stdout && text(child.stdout);
  const [code] = await once(child, "close");
  if (said) console.log(await said);
  return code === 0;
}

function runThroughTurbo(): Promise<boolean> {
  const how = ["--continue", `--concurrency=${atOnce}`, "--output-logs=new-only"];
  return run("turbo", ["run", "lint", "typecheck", "test", ...how]);
}

async function runWithDenoAlone(): Promise<boolean> {
  const bin = (name: string): string[] => ["run", "--allow-all", join(process.cwd(), "node_modules/.bin", name)];
  const entries = manifests.flatMap(([folder, { exports = {} }]) =>
    Object.values(exports).flatMap((source) =>
      source.endsWith(".ts") ? globSync(source, { cwd: folder }).map((file) => join(folder, file)) : [],
    ),
  );
  const words = [...bin("vitest"), "run", "--root", ".", "--config", "../../.ci/vitest.config.ts", "--passWithNoTests"];
  const left = [
    () => run(process.execPath, ["check", ...entries]),
    () => run(process.execPath, [...bin("biome"), "check", "--error-on-warnings", "."]),
    ...tested.map((folder) => () => run(process.execPath, words, folder)),
  ];
  const kept: boolean[] = [];
  const next = async (): Promise<void> => {
    for (let task = left.shift(); task; task = left.shift()) kept.push(await task());
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  console.log(`left out with Deno alone:\n  ${reasons()}`);
  return !kept.includes(false);
}

for (const report of globSync("packages/*/.reports")) rmSync(report, { recursive: true });
const kept = await (onDeno ? runWithDenoAlone() : runThroughTurbo());

let passed = 0;
let failed = 0;
const silent: string[] = [];
for (const folder of tested) {
  const file = join(folder, reportFile);
  if (!existsSync(file)) {
    silent.push(file);
    continue;
  }
  const report = JSON.parse(readFileSync(file, "utf8"));
  passed += report.numPassedTests;
  // A file that could not be run has no failed test to count.
  failed += report.success ? 0 : Math.max(1, report.numFailedTests);
  // Once more at the end: what a package printed may stand thousands of lines above, or be cut off where a log is kept short.
  for (const { assertionResults, message, name } of report.testResults) {
    const broken = assertionResults.filter(({ status }: { status: string }) => status === "failed");
    for (const { fullName, failureMessages } of broken)
      console.log(`FAILED ${name}: ${fullName}\n${failureMessages[0]}\n`);
    if (broken.length === 0 && message !== "") console.log(`FAILED ${name}\n${message}\n`);
  }
}
for (const file of silent) console.log(`no test report: ${file}`);
console.log(`\n${passed} passed, ${failed + silent.length} failed`);
process.exitCode = kept && failed === 0 && silent.length === 0 ? 0 : 1;
