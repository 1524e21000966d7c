import { availableParallelism } from "node:os";
import { basename } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { filesLeftOut, likeNode } from "./deno-alone.ts";

// Tests start Node hundreds of times on the same sources: what was compiled once is read from here.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("../node_modules/.cache/node-compile", import.meta.url));

// Nothing in the tests of these changes what is global: their files share a process, and what it has loaded.
const sharing = ["api", "check", "cli", "rate-limit", "record", "replay", "schema", "serve", "tape", "verify", "world"];

const folder = basename(process.cwd());
const onDeno = process.versions["deno"] !== undefined;

export default defineConfig({
  test: {
    // Tests start processes, and machines may be slow: a limit is there to end what hangs, not to measure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The package that takes longest ends last, and has all cores then.
    ...(folder === "conformance" && { maxWorkers: availableParallelism() }),
    isolate: !sharing.includes(folder),
    setupFiles: [fileURLToPath(new URL("process-limits.ts", import.meta.url))],
    exclude: [...configDefaults.exclude, ...(onDeno ? filesLeftOut(process.cwd()) : [])],
    ...(onDeno && { testNamePattern: likeNode }),
    reporters: ["default", "json"],
    outputFile: { json: ".reports/vitest.json" },
  },
});
