// Makes one small fault after the other in replay, in redaction and in what takes requests off sockets as it is loaded, and
// finds out what catches it: for replay the laws at the plain function or, where none does, the tests of that package. Prints a
// table of them:
//   node packages/conformance/test/mutation/mutate.ts            all of them, some minutes
//   node packages/conformance/test/mutation/mutate.ts redact/    those in files that have it in their path, or with names, so given
//   … mutate.ts --json     prints each outcome as a line of JSON
// The exit code is 1 if nothing catches a fault that is not excused, or if the text that a fault replaces is no longer
// there. No test depends on it: a nightly job runs it.
import { type ChildProcess, execFile, fork } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { faults } from "./faults.ts";
import { excuses, type Outcome, summaryOf, tableOf } from "./table.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const holder = fileURLToPath(new URL("./hold.ts", import.meta.url));
const config = fileURLToPath(new URL("./vitest.config.ts", import.meta.url));

/** As long as a fault may take, in milliseconds; one that runs for ever is caught as well. */
const patience = 300_000;

/** How many are tried at once: `TAPEDECK_WORKERS`. */
const workers = Number(process.env["TAPEDECK_WORKERS"] ?? 2);

/** The number of no fault at all. */
const sound = -1;

/** A process that holds laws; another takes its place if it does not come back. */
interface Holder {
  child: ChildProcess;
}

function brokenLaws(holding: Holder, number: number): Promise<readonly string[]> {
  const { child } = holding;
  return new Promise((resolve) => {
    const settle = (broken: readonly string[]): void => {
      clearTimeout(timer);
      child.off("message", answered);
      child.off("exit", ended);
      resolve(broken);
    };
    const answered = (broken: unknown): void => settle(broken as readonly string[]);
    const ended = (): void => {
      holding.child = fork(holder);
      settle(["(the laws do not come to their end)"]);
    };
    const timer = setTimeout(() => child.kill("SIGKILL"), patience);
    child.on("message", answered);
    child.on("exit", ended);
    child.send(number);
  });
}

// Others hold nothing of what is changed there.
const testsOf: Readonly<Record<string, readonly string[]>> = {
  tape: ["test/redact"],
  serve: ["test/listen.test.ts", "test/read-head.test.ts", "test/raw-requests.test.ts", "test/hostile.test.ts"],
};

async function failedTests(folder: string, number: number): Promise<readonly string[]> {
  const report = join(folder, `${number}.json`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const [of = "replay"] = faults[number]?.file.split("/") ?? [];
  const parameters = ["run", ...(testsOf[of] ?? []), "--root", join(root, "packages", of), "--config", config];
  const first = new URL("in-processes.ts", import.meta.url).href;
  const env = {
    ...process.env,
    TAPEDECK_RUNS: "40",
    TAPEDECK_FAULT: String(number),
    NODE_OPTIONS: `--import=${first} --no-warnings`,
  };
  await new Promise<void>((resolve) => {
    const reporting = ["--reporter=json", `--outputFile=${report}`];
    execFile(process.execPath, [vitest, ...parameters, ...reporting], { env, timeout: patience }, () => resolve());
  });
  const { testResults } = JSON.parse(await readFile(report, "utf8").catch(() => '{"testResults":null}')) as Report;
  if (testResults === null) return ["(the tests do not come to their end)"];
  return testResults.flatMap(({ status, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === "failed").map(({ fullName }) => fullName.trim());
    return status === "failed" && failed.length === 0 ? ["(a file of tests does not start)"] : failed;
  });
}

/** As much of vitest's report as is read. */
interface Report {
  readonly testResults: ReadonlyArray<{
    readonly status: string;
    readonly assertionResults: ReadonlyArray<{ readonly status: string; readonly fullName: string }>;
  }> | null;
}

const asJson = process.argv.includes("--json");
const only = process.argv.slice(2).filter((each) => each !== "--json");
const chosen = [...faults.entries()].flatMap(([number, { file, what }]) =>
  only.length === 0 || only.some((each) => file.includes(each)) || only.includes(what) ? [number] : [],
);
const stale = new Set<number>();
for (const number of chosen) {
  const fault = faults[number];
  const text = fault && (await readFile(join(root, "packages", fault.file), "utf8").catch(() => ""));
  if (!fault || text?.split(fault.find).length !== 2) stale.add(number);
}
const numbers = chosen.filter((number) => !stale.has(number));
const waiting = [...numbers];
const outcomes = new Map<number, Outcome>();
const folder = await mkdtemp(join(tmpdir(), "tapedeck-mutation-"));
const holders: readonly Holder[] = Array.from({ length: workers }, () => ({ child: fork(holder) }));
try {
  // Without a fault all must be in order, or every fault would count as caught.
  const [first] = holders;
  const wrong = [...(first ? await brokenLaws(first, sound) : []), ...(await failedTests(folder, sound))];
  if (wrong.length > 0) throw new Error(`Cannot try faults: without one, these fail: ${wrong.join("; ")}`);
  await Promise.all(
    holders.map(async (holding) => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
        const fault = faults[number];
        if (!fault) continue;
        const laws = fault.file.startsWith("replay/") ? await brokenLaws(holding, number) : [];
        const outcome = { fault, laws, tests: laws.length === 0 ? await failedTests(folder, number) : [] };
        outcomes.set(number, outcome);
        if (asJson) console.log(JSON.stringify(outcome));
        else console.log(`${outcomes.size}/${numbers.length} ${fault.file}: ${fault.what}: ${summaryOf(outcome)}`);
      }
    }),
  );
} finally {
  for (const { child } of holders) {
    child.removeAllListeners("exit");
    child.kill();
  }
  await rm(folder, { recursive: true, force: true });
}
const inOrder = numbers.flatMap((number) => outcomes.get(number) ?? []);
if (!asJson) console.log(tableOf(inOrder));
for (const number of stale) {
  console.log(`stale: ${faults[number]?.file}: ${faults[number]?.what}: the text that it replaces is not there once`);
  process.exitCode = 1;
}
for (const { fault, laws, tests } of inOrder) {
  if (laws.length + tests.length > 0) continue;
  const excuse = excuses[fault.what];
  console.log(`survives: ${fault.file}: ${fault.what}${excuse === undefined ? "" : ` (${excuse})`}`);
  if (excuse === undefined) process.exitCode = 1;
}
