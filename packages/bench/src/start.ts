// Prints how long the command takes to start, beside an empty program of Node: the least of several runs, in turn.
// usage: npm run bench -- start, with BENCH_ROUNDS=9
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { startServer } from "./server-process.ts";
import { table } from "./table.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 9);
const path = (place: string): string => fileURLToPath(new URL(`../../../${place}`, import.meta.url));
const command = path("packages/cli/src/main.ts");

const starts: Readonly<Record<string, () => void | Promise<void>>> = {
  "an empty program": () => run(["--eval", ""]),
  "tapedeck --help": () => run([command, "--help"]),
  "tapedeck replay of the recordings here, to its first answer": async () => {
    const server = await startServer([command, "replay", path("recordings"), "--port", "0", "--quiet"]);
    await (await fetch(`${server.url}/users/ada`)).text();
    await server.stop();
  },
};

function run(words: readonly string[]): void {
  const { status } = spawnSync(process.execPath, words, { stdio: "ignore" });
  if (status !== 0) throw new Error(`Cannot measure: node ${words.join(" ")} ended with ${status}`);
}

const least = new Map(Object.keys(starts).map((name) => [name, Number.POSITIVE_INFINITY]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, start] of Object.entries(starts)) {
    const before = performance.now();
    await start();
    least.set(name, Math.min(least.get(name) ?? 0, performance.now() - before));
  }
}
const [empty = 0] = least.values();
const rows = Array.from(least, ([name, took]) => [name, took.toFixed(0), (took / empty).toFixed(1)]);
console.log(table([["start", "ms", "ratio"], ...rows]));
