// Keeps every promise and every law at every door, on the runtime that runs this file:
//   node|deno run -A|bun packages/conformance/src/run.ts
// One JSON object a line; the exit code is 1 if anything is broken.
import process from "node:process";
import { findings } from "./findings.ts";

for await (const finding of findings(5)) {
  console.log(JSON.stringify(finding));
  if (finding.kept === false) process.exitCode = 1;
}
