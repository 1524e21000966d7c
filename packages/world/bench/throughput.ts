// Prints what a world costs: `node packages/world/bench/throughput.ts`. A world of ten million repositories beside one
// of ten, each in a process of its own, by turns; medians of five runs.
import { execFileSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { github } from "@tapedeck/api";
import { createWorld, createWorldPlayer } from "../src/index.ts";

const requests = 10_000;

function measure(accounts: number, repositories: number): Readonly<Record<string, number>> {
  const begun = performance.now();
  const world = createWorld({ seed: 42, accounts, repositories });
  const player = createWorldPlayer(world, { api: github });
  const start = performance.now() - begun;
  const names = Array.from({ length: 3000 }, (_, at) => world.item((at * 79_199) % repositories))
    .filter((item) => !item.private)
    .map((item) => item.full_name);
  const rate = (pathOf: (fullName: string) => string): number => {
    const from = performance.now();
    for (let at = 0; at < requests; at += 1) {
      if (at % 1000 === 0) player.reset();
      const path = pathOf(names[at % names.length] ?? "");
      // No target twice: a player remembers where the latest few thousand led, and a small world has no more.
      const target = `${path}${path.includes("?") ? "&" : "?"}at=${at}`;
      const { status } = player.answer({
        method: "GET",
        target,
        headers: { authorization: "token bench" },
        body: null,
        base: "http://localhost",
        address: "127.0.0.1",
      });
      if (status !== 200) throw new Error(`Cannot measure ${target}: status ${status}`);
    }
    return Math.round((requests * 1000) / (performance.now() - from));
  };
  rate((name) => `/repos/${name}`);
  return {
    accounts,
    repositories,
    "start, ms": Math.round(start * 100) / 100,
    "/repos/{o}/{r}, 1/s": rate((name) => `/repos/${name}`),
    "/users/{u}, 1/s": rate((name) => `/users/${name.split("/")[0]}`),
    "/users/{u}/repos, a page of 1, 1/s": rate((name) => `/users/${name.split("/")[0]}/repos?per_page=1`),
    "heap, MB": heap(),
    "resident, MB": Math.round(process.memoryUsage().rss / 1e6),
  };
}

function heap(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1e5) / 10;
}

const [accounts, repositories] = process.argv.slice(2).map(Number);
if (accounts !== undefined && repositories !== undefined) {
  console.log(JSON.stringify(measure(accounts, repositories)));
} else {
  const run = (...sizes: readonly string[]): Readonly<Record<string, number>> =>
    JSON.parse(
      execFileSync(process.execPath, ["--expose-gc", fileURLToPath(import.meta.url), ...sizes], { encoding: "utf8" }),
    );
  const sizes: ReadonlyArray<readonly [string, string]> = [
    ["10", "10"],
    ["1000000", "10000000"],
  ];
  const runs = Array.from({ length: 5 }, () => sizes.map((size) => run(...size)));
  console.table(sizes.map((_, at) => medians(runs.map((each) => each[at] ?? {}))));
}

function medians(rows: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const middle = (name: string): number =>
    rows.map((row) => row[name] ?? 0).sort((a, b) => a - b)[rows.length >> 1] ?? 0;
  return Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, middle(name)]));
}
