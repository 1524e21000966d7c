// Runs names_test.ts by the runner of Vitest 3, and prints each test with its state.
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type File, startTests, type Task, type VitestRunner } from "vitest-3-runner";

const config = {
  root: process.cwd(),
  setupFiles: [],
  passWithNoTests: false,
  includeTaskLocation: false,
  maxConcurrency: 1,
  testTimeout: 10_000,
  hookTimeout: 10_000,
  retry: 0,
  sequence: { shuffle: false, concurrent: false, seed: 1, hooks: "stack", setupFiles: "list" },
} as unknown as VitestRunner["config"];

const testsIn = (task: Task | File): readonly Task[] => ("tasks" in task ? task.tasks.flatMap(testsIn) : [task]);
const files = await startTests([fileURLToPath(new URL("names_test.ts", import.meta.url))], {
  config,
  importFile: (file) => import(file),
});
const results = files.flatMap(testsIn).map(({ name, result }) => [name, result?.state, result?.errors?.[0]?.message]);
console.log(JSON.stringify(results));
