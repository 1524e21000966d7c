import process from "node:process";
import { configDefaults, defineConfig } from "vitest/config";
import { filesLeftOut, likeNode } from "./deno-alone.ts";

const onDeno = process.versions["deno"] !== undefined;

export default defineConfig({
  test: {
    // Tests start processes, and machines may be slow: a limit is there to end what hangs, not to measure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    exclude: [...configDefaults.exclude, ...(onDeno ? filesLeftOut(process.cwd()) : [])],
    ...(onDeno && { testNamePattern: likeNode }),
    reporters: ["default", "json"],
    outputFile: { json: ".reports/vitest.json" },
  },
});
