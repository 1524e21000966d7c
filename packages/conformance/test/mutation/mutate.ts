// Makes one small fault after the other in a copy of packages/replay, and finds out who catches it: the laws at the plain
// function or, where none does, the tests of packages/replay. Writes the table of packages/conformance/docs/mutations.md:
//   node packages/conformance/test/mutation/mutate.ts            all of them, some minutes
//   node packages/conformance/test/mutation/mutate.ts quota.ts   those in one file; prints, and writes nothing
// The exit code is 1 if a fault is caught by nobody and stands not among the excused.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type Fault, faults } from "./faults.ts";
import { excuses, type Outcome, summaryOf, tableOf } from "./table.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const table = fileURLToPath(new URL("../../docs/mutations.md", import.meta.url));

/** As long as a mutant may take for one of the two, in milliseconds; one that runs for ever is caught as well. */
const patience = 120_000;

/** How many are tried at once: `TAPEDECK_WORKERS`. */
const workers = Number(process.env["TAPEDECK_WORKERS"] ?? 2);

/** The repository anew: its packages copied, so that they can be changed, and all else linked. */
async function sandbox(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-mutation-"));
  const packages = await readdir(join(root, "packages"));
  const passed = /[\\/](?:node_modules|dist|\.reports|\.turbo)$/;
  await cp(join(root, "packages"), join(folder, "packages"), { recursive: true, filter: (from) => !passed.test(from) });
  for (const each of ["package.json", "schemas", "recordings", ".ci", "tsconfig.base.json"])
    await symlink(join(root, each), join(folder, each));
  await mkdir(join(folder, "node_modules", "@tapedeck"), { recursive: true });
  for (const each of await readdir(join(root, "node_modules")))
    if (each !== "@tapedeck") await symlink(join(root, "node_modules", each), join(folder, "node_modules", each));
  for (const each of packages)
    await symlink(join(folder, "packages", each), join(folder, "node_modules", "@tapedeck", each));
  return folder;
}

function run(folder: string, parameters: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      parameters,
      {
        cwd: folder,
        timeout: patience,
        maxBuffer: 1 << 26,
        env: { ...process.env, TAPEDECK_RUNS: "40", NODE_COMPILE_CACHE: join(folder, "compiled") },
      },
      (error, stdout) => resolve({ code: error === null ? 0 : 1, text: stdout }),
    );
  });
}

async function lawsBroken(folder: string): Promise<readonly string[]> {
  const { code, text } = await run(folder, ["packages/conformance/test/mutation/hold.ts"]);
  return code === 0 ? JSON.parse(text) : ["(the laws do not come to their end)"];
}

async function testsFailed(folder: string): Promise<readonly string[]> {
  const report = join(folder, "report.json");
  await rm(report, { force: true });
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const options = ["--no-isolate", "--no-file-parallelism", "--reporter=json", `--outputFile=${report}`];
  await run(folder, [vitest, "run", "--root", join(folder, "packages/replay"), ...options]);
  const { testResults } = JSON.parse(await readFile(report, "utf8").catch(() => '{"testResults":null}')) as {
    readonly testResults: ReadonlyArray<{
      readonly status: string;
      readonly name: string;
      readonly assertionResults: ReadonlyArray<{ readonly status: string; readonly fullName: string }>;
    }> | null;
  };
  if (testResults === null) return ["(the tests do not come to their end)"];
  return testResults.flatMap(({ status, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === "failed").map(({ fullName }) => fullName.trim());
    return status === "failed" && failed.length === 0 ? ["(a file of tests does not start)"] : failed;
  });
}

async function tryOut(folder: string, fault: Fault): Promise<Outcome> {
  const file = join(folder, "packages/replay/src", fault.file);
  const text = await readFile(file, "utf8");
  const at = text.split(fault.find).length - 1;
  if (at !== 1) throw new RangeError(`Cannot make the fault "${fault.what}": ${fault.file} has its place ${at} times`);
  await writeFile(
    file,
    text.replace(fault.find, () => fault.replace),
  );
  try {
    const laws = await lawsBroken(folder);
    return { fault, laws, tests: laws.length === 0 ? await testsFailed(folder) : [] };
  } finally {
    await writeFile(file, text);
  }
}

const [only] = process.argv.slice(2).filter((each) => each !== "--json");
const wanted = faults.filter(({ file, what }) => only === undefined || file === only || what === only);
const waiting = [...wanted.entries()];
const outcomes: Outcome[] = [];
const folders = await Promise.all(Array.from({ length: workers }, sandbox));
try {
  // A copy without a fault must be in order, or every fault would count as caught.
  const sound = folders[0] ?? "";
  const [laws, tests] = [await lawsBroken(sound), await testsFailed(sound)];
  if (laws.length + tests.length > 0)
    throw new Error(`Cannot try faults: without one, these fail: ${[...laws, ...tests]}`);
  await Promise.all(
    folders.map(async (folder) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [nth, fault] = next;
        const outcome = await tryOut(folder, fault);
        outcomes[nth] = outcome;
        if (process.argv.includes("--json")) console.log(JSON.stringify(outcome));
        else console.log(`${nth + 1}/${wanted.length} ${fault.file}: ${fault.what}: ${summaryOf(outcome)}`);
      }
    }),
  );
} finally {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
}
if (only === undefined) await writeFile(table, tableOf(outcomes));
else console.log(tableOf(outcomes));
const survivors = outcomes.filter(({ laws, tests }) => laws.length + tests.length === 0);
for (const { fault } of survivors) {
  const excuse = excuses[fault.what];
  console.log(`survives: ${fault.file}: ${fault.what}${excuse === undefined ? "" : ` (${excuse})`}`);
  if (excuse === undefined) process.exitCode = 1;
}
