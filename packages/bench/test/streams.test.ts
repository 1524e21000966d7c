import { execFileSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const isLinux = process.platform === "linux";

test.skipIf(!isLinux)(
  "64 MB are recorded, verified and replayed, down and up, on a heap of 50 MB, and no process holds them",
  { timeout: 180_000 },
  () => {
    const script = fileURLToPath(new URL("../src/streams/streams.ts", import.meta.url));
    const env = { ...process.env, BENCH_MEGABYTES: "64", BENCH_ROUNDS: "1", BENCH_BARE: "0" };
    // V8 ends a process that needs more.
    const flags = ["--max-heap-size=50", script];
    const lines = execFileSync(process.execPath, flags, { encoding: "utf8", env, timeout: 170_000 }).split("\n");
    for (const row of ["record, down", "verify, down", "replay, down", "record, up", "replay, up"]) {
      const numbers = (lines.find((line) => line.startsWith(`| ${row} `)) ?? "").split("|").map(Number);
      const [before = Number.NaN, peak = Number.NaN] = numbers.slice(6, 8);
      // 37 MB were measured at most; what the collector leaves differs from run to run.
      expect(peak - before, `${row}: from ${before} MB to ${peak} MB`).toBeLessThan(60);
    }
  },
);
