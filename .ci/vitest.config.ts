import process from "node:process";
import { configDefaults, defineConfig } from "vitest/config";
import { startingPrograms } from "./started-programs.ts";

export default defineConfig({
  test: {
    // Tests start processes, and machines may be slow: a limit is there to end what hangs, not to measure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    exclude: [...configDefaults.exclude, ...(process.versions["deno"] ? startingPrograms(process.cwd()) : [])],
    reporters: ["default", "json"],
    outputFile: { json: ".reports/vitest.json" },
  },
});
