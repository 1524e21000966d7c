// Prints the time and memory of recording a service, by tapedeck and by others; each in a process of its own, from
// start to end, one after the other against the same server. Usage: node src/recording.ts [NAME…], with
// BENCH_EXCHANGES=1000,10000 and BENCH_ROUNDS=1
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type Measured, measure } from "./child-process.ts";
import { contenders } from "./contenders.ts";
import { median, table } from "./table.ts";

/** Returns the arguments of `node` that record a number of exchanges of a service into a folder. */
type WordsFor = (from: string, exchanges: number, folder: string) => Promise<readonly string[]>;

const [others, commandLine] = ["contenders.ts", "../../cli/src/main.ts"].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
) as [string, string];

const other = (name: string): WordsFor => {
  return async (...at) => [others, name, ...at.map(String)];
};

// Many resources, as in a real API; or many queries of one, which share a folder.
const tapedeck = (concurrency: number, queries = false): WordsFor => {
  return async (from, exchanges, folder) => {
    const n = Array.from(Array(exchanges).keys());
    const plan = queries
      ? { requests: n.map((page) => ({ path: "/things", query: { page } })) }
      : { requests: [{ path: "/things/{n}", for: { n } }] };
    const file = join(folder, "plan.json");
    await writeFile(file, JSON.stringify(plan));
    const words = ["record", "--from", from, "--out", join(folder, "out"), "--plan", file];
    return [commandLine, ...words, "--concurrency", String(concurrency)];
  };
};

/** A client that the recorder starts, and whose requests reach it over a socket; the client's time does not count. */
const client: WordsFor = async (from, exchanges, folder) => {
  const words = ["record", "--from", from, "--out", join(folder, "out")];
  return [commandLine, ...words, "--", process.execPath, others, "client", "TAPEDECK_URL", String(exchanges), folder];
};

const rows: Readonly<Record<string, WordsFor>> = {
  ...Object.fromEntries(
    Object.keys(contenders)
      .filter((name) => name !== "client")
      .map((name) => [name, other(name)]),
  ),
  "tapedeck record": tapedeck(1),
  "tapedeck record, 4 at a time": tapedeck(4),
  "tapedeck record, 16 at a time": tapedeck(16),
  "tapedeck record -- CLIENT, 16 at a time": client,
  "tapedeck record, one file": tapedeck(1, true),
};

async function compare(names: readonly string[], exchanges: number, rounds: number, folder: string): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ target: request.url, text: "x".repeat(1000) }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const figures = names.map((name) => ({ name, rounds: [] as Measured[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, rounds: measured } of figures) {
      const own = await mkdtemp(join(folder, "of-"));
      measured.push(await measure((await rows[name]?.(from, exchanges, own)) ?? []));
    }
  }
  server.closeAllConnections();
  server.close();
  const middle = (at: readonly Measured[], of: "seconds" | "busySeconds" = "seconds"): number =>
    median(at.map((each) => each[of]));
  const [bare, busyBare] = (["seconds", "busySeconds"] as const).map((of) => middle(figures[0]?.rounds ?? [], of)) as [
    number,
    number,
  ];
  return table([
    [`${exchanges} exchanges`, "seconds", "to the bare loop", "CPU s", "CPU to the bare loop", "peak MB"],
    ...figures.map(({ name, rounds: measured }) => [
      name,
      middle(measured).toFixed(2),
      (middle(measured) / bare).toFixed(1),
      middle(measured, "busySeconds").toFixed(2),
      (middle(measured, "busySeconds") / busyBare).toFixed(1),
      String(Math.round(Math.max(...measured.map(({ megabytes }) => megabytes)))),
    ]),
  ]);
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in rows));
if (unknown !== undefined) throw new RangeError(`Cannot measure "${unknown}"; known: ${Object.keys(rows).join(", ")}`);
const [bare = "", ...rest] = Object.keys(rows);
const names = [bare, ...rest.filter((name) => wanted.length === 0 || wanted.includes(name))];
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 1);
const sizes = (process.env["BENCH_EXCHANGES"] ?? "1000,10000").split(",").map(Number);
// Removed at the end: for some minutes, ext4 steps around removed files one by one.
const folder = await mkdtemp(join(tmpdir(), "tapedeck-bench-"));
try {
  console.log(`start to end of a process, median of ${rounds}, node ${process.versions.node}`);
  for (const size of sizes) {
    const own = join(folder, String(size));
    await mkdir(own);
    console.log(`\n${await compare(names, size, rounds, own)}`);
  }
} finally {
  await rm(folder, { recursive: true });
}
