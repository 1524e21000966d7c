// Keeps every promise and every law at every door, and prints each law with the number of cases that were tried at each
// door of each runtime, and the seed to repeat it. What is broken prints a counterexample that can be pasted as a test,
// and makes the exit code 1.
//   node packages/conformance/src/run.ts             on Node, Deno and Bun
//   deno run -A|bun packages/conformance/src/run.ts  on this runtime alone
//   … run.ts --json                                  on this runtime alone, one JSON object a line
// TAPEDECK_RUNS and TAPEDECK_SEED say how many cases, and from where.
import process from "node:process";
import { everywhere, missingRuntimes } from "./everywhere.ts";
import { type Finding, findings, usualRuns } from "./findings.ts";
import { reportOf } from "./report.ts";
import { runtimeName } from "./runtime.ts";

const json = process.argv.includes("--json");
const isNode = runtimeName() === "node";
const found = json || !isNode ? await here() : await everywhere();
if (!json) {
  console.log(reportOf(found));
  for (const runtime of isNode ? missingRuntimes() : []) console.log(`left out: ${runtime} is not installed here`);
}
if (found.some(({ kept }) => kept === false)) process.exitCode = 1;

async function here(): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  for await (const finding of findings(usualRuns)) {
    if (json) console.log(JSON.stringify(finding));
    all.push(finding);
  }
  return all;
}
