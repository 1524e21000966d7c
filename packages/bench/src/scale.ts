// Prints how a replay scales with the number of exchanges: of a packed file, and of a folder with a HAR file for each.
// Usage: node src/scale.ts, with BENCH_EXCHANGES=10,1000,100000,1000000, BENCH_FOLDER=10000 (the largest folder),
// BENCH_SQLITE=100000 (the largest table of SQLite), BENCH_DIR=/where/files/stay
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { unpackFolder } from "@tapedeck/tape/files";
import { packOf } from "./scale/generate.ts";
import type { Figures } from "./scale/measure.ts";
import { table } from "./table.ts";

const sizes = (process.env["BENCH_EXCHANGES"] ?? "10,1000,10000").split(",").map(Number);
const [largestFolder, largestTable] = ["BENCH_FOLDER", "BENCH_SQLITE"].map((name) =>
  Number(process.env[name] ?? 10_000),
);
const kept = process.env["BENCH_DIR"];
const folder = kept ?? mkdtempSync(join(tmpdir(), "tapedeck-scale-"));
mkdirSync(folder, { recursive: true });

async function measured<Result>(script: string, path: string, count: number): Promise<Result> {
  const program = fileURLToPath(new URL(`scale/${script}.ts`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    program,
    path,
    String(count),
  ]);
  return JSON.parse(stdout) as Result;
}

const rows: string[][] = [
  [
    "exchanges",
    "kept as",
    "first answer (ms)",
    "an answer (µs)",
    "override (ms)",
    "kept answer (ms)",
    "miss (ms)",
    "memory (MB)",
  ],
];
const lookups: string[][] = [["exchanges", "packed (µs)", "SQLite (µs)"]];
try {
  for (const count of sizes) {
    const file = packOf(folder, count);
    const ways: Array<readonly [string, string]> = [["packed", file]];
    if (count <= (largestFolder ?? 0)) {
      const har = join(folder, String(count));
      await unpackFolder(file, har).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
      // The first start remembers the requests for the next.
      ways.push(["folder", har], ["folder, again", har]);
    }
    for (const [name, path] of ways) {
      const figures = await measured<Figures>("measure", path, count);
      const { start, answer, override, stored, miss, memory } = figures;
      const cells = [start.toFixed(0), answer.toFixed(1), ...[override, stored, miss].map((each) => each.toFixed(2))];
      rows.push([String(count), name, ...cells, memory.toFixed(0)]);
    }
    if (count <= (largestTable ?? 0)) {
      const { packed, sqlite } = await measured<{ packed: number; sqlite: number }>("sqlite", file, count);
      lookups.push([String(count), packed.toFixed(1), sqlite.toFixed(1)]);
    }
  }
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true });
}
console.log(`${table(rows)}\n\nA look-up by key, and its head parsed:\n\n${table(lookups)}`);
