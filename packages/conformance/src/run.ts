// Runs all contract tests and laws at every adapter. Prints each law with the number of cases at each adapter of each
// runtime, and the seed to repeat it. A violation prints a counterexample, which can be pasted as a test, and makes the
// exit code 1.
//   node packages/conformance/src/run.ts             on Node, Deno and Bun
//   deno run -A|bun packages/conformance/src/run.ts  on this runtime alone
//   … run.ts --json                                  on this runtime alone, one JSON object a line
//   … run.ts --json --transcripts                    the golden runs alone
// TAPEDECK_RUNS and TAPEDECK_SEED set the number of cases, and the seed.
import process from "node:process";
import { missingRuntimes, onAllRuntimes } from "./runs/all-runtimes.ts";
import { reportOf } from "./runs/report.ts";
import { type RunResult, results, usualRuns } from "./runs/results.ts";
import { runtimeName } from "./runs/runtime.ts";

const json = process.argv.includes("--json");
const isNode = runtimeName() === "node";
const found = json || !isNode ? await here() : await onAllRuntimes();
if (!json) {
  console.log(reportOf(found));
  for (const runtime of isNode ? missingRuntimes() : []) console.log(`left out: ${runtime} is not installed here`);
}
if (found.some(({ kept }) => kept === false)) process.exitCode = 1;

async function here(): Promise<readonly RunResult[]> {
  const all: RunResult[] = [];
  for await (const result of results(usualRuns, process.argv.includes("--transcripts") ? "transcripts" : "all")) {
    if (json) console.log(JSON.stringify(result));
    all.push(result);
  }
  return all;
}
