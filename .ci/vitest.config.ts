import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Tests start processes, and machines may be slow: a limit is there to end what hangs, not to measure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ["default", "json"],
    outputFile: { json: ".reports/vitest.json" },
  },
});
