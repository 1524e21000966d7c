// Prints the time and memory of recording a service, by tapedeck and by others; each in a process of its own, from
// start to end, one after the other against the same server. Usage: node src/recording.ts [NAME…], with
// BENCH_EXCHANGES=1000,10000 and BENCH_ROUNDS=1
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { packedProject } from "../../../.ci/packed-project.ts";
import { contenders } from "./contenders.ts";
import { measure } from "./measuring/child-processes.ts";
import { chosen, inTurn } from "./measuring/in-turn.ts";
import { listening, temporaryFolder } from "./measuring/surroundings.ts";
import { cell, table } from "./measuring/table.ts";

/** Returns the arguments of `node` that record a number of exchanges of a service into a folder. */
type WordsFor = (from: string, exchanges: number, folder: string) => Promise<readonly string[]>;

const others = fileURLToPath(new URL("contenders.ts", import.meta.url));
await using project = await packedProject(["cli"]);
const commandLine = join(project.folder, "node_modules/@tapedeck/cli/bin/tapedeck.js");

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

/**
 * A client that the recorder starts: its requests come over a socket. The time of the client's process does not count.
 */
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

async function compare(names: readonly string[], exchanges: number, rounds: number): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ target: request.url, text: "x".repeat(1000) }));
  });
  const from = await listening(server);
  const once = async (name: string): Promise<readonly number[]> => {
    // Removed at the end: for some minutes, ext4 steps around removed files one by one.
    const { seconds, busySeconds, megabytes } = await measure(
      (await rows[name]?.(from, exchanges, temporaryFolder())) ?? [],
    );
    return [seconds, busySeconds, megabytes];
  };
  const figures = await inTurn(names, rounds, once, 0);
  server.closeAllConnections();
  server.close();
  return table([
    [`${exchanges} exchanges`, "seconds", "to the bare loop", "CPU s", "CPU to the bare loop", "peak MB"],
    ...figures.map(({ name, medians: [seconds, busy, megabytes], ratios: [ofSeconds, ofBusy] }) => [
      name,
      ...[cell(seconds, 2), cell(ofSeconds, 1), cell(busy, 2), cell(ofBusy, 1), cell(megabytes)],
    ]),
  ]);
}

const names = chosen(Object.keys(rows));
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 1);
const sizes = (process.env["BENCH_EXCHANGES"] ?? "1000,10000").split(",").map(Number);
console.log(`start to end of a process, median of ${rounds}, node ${process.versions.node}`);
for (const size of sizes) console.log(`\n${await compare(names, size, rounds)}`);
