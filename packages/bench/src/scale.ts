// Prints how a replay scales with the number of exchanges: of a packed file, and of a folder with a HAR file for each.
// Usage: node src/scale.ts, with BENCH_EXCHANGES=10,1000,100000,1000000, BENCH_FOLDER=10000 (the largest folder),
// BENCH_SQLITE=100000 (the largest table of SQLite), BENCH_DIR=/where/files/stay
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { unpackFolder } from "@tapedeck/tape/files";
import { printedBy } from "./measuring/child-processes.ts";
import { temporaryFolder } from "./measuring/surroundings.ts";
import { cell, table } from "./measuring/table.ts";
import { packOf } from "./scale/generate.ts";
import type { Figures } from "./scale/measure.ts";

const sizes = (process.env["BENCH_EXCHANGES"] ?? "10,1000,10000").split(",").map(Number);
const [largestFolder, largestTable] = ["BENCH_FOLDER", "BENCH_SQLITE"].map((name) =>
  Number(process.env[name] ?? 10_000),
);
const folder = process.env["BENCH_DIR"] ?? temporaryFolder();
mkdirSync(folder, { recursive: true });

function measured<Result>(script: string, path: string, count: number): Promise<Result> {
  const program = fileURLToPath(new URL(`scale/${script}.ts`, import.meta.url));
  return printedBy("--disable-warning=ExperimentalWarning", program, path, String(count));
}

const columns =
  "exchanges,kept as,first answer (ms),an answer (µs),override (ms),kept answer (ms),miss (ms),memory (MB)";
const rows: string[][] = [columns.split(",")];
const lookups: string[][] = [["exchanges", "packed (µs)", "SQLite (µs)"]];
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
    const cells = [cell(start), cell(answer, 1), ...[override, stored, miss].map((each) => cell(each, 2))];
    rows.push([String(count), name, ...cells, cell(memory)]);
  }
  if (count <= (largestTable ?? 0)) {
    const { packed, sqlite } = await measured<{ packed: number; sqlite: number }>("sqlite", file, count);
    lookups.push([String(count), cell(packed, 1), cell(sqlite, 1)]);
  }
}
console.log(`${table(rows)}\n\nA look-up by key, and its head parsed:\n\n${table(lookups)}`);
