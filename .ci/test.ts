// Runs every check through turbo, then adds the packages' test reports up into one closing line.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";

for (const report of globSync("packages/*/.reports")) rmSync(report, { recursive: true });

const turbo = spawn(
  "turbo",
  ["run", "lint", "typecheck", "test", "--continue", "--concurrency=2", "--output-logs=new-only"],
  {
    stdio: "inherit",
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
  },
);
const [code] = (await once(turbo, "close")) as [number | null];

let passed = 0;
let failed = 0;
const silent: string[] = [];
for (const manifest of globSync("packages/*/package.json").sort()) {
  if (JSON.parse(readFileSync(manifest, "utf8")).scripts?.test === undefined) continue;
  const file = manifest.replace("package.json", ".reports/vitest.json");
  if (!existsSync(file)) {
    silent.push(file);
    continue;
  }
  const report = JSON.parse(readFileSync(file, "utf8"));
  passed += report.numPassedTests;
  // A file that could not be run has no failed test to count.
  failed += report.success ? 0 : Math.max(1, report.numFailedTests);
}
for (const file of silent) console.log(`no test report: ${file}`);
console.log(`\n${passed} passed, ${failed + silent.length} failed`);
process.exitCode = code === 0 && failed === 0 && silent.length === 0 ? 0 : 1;
