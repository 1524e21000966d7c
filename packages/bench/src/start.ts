// Prints how long the command takes to start, from sources and as npm packs it, relative to an empty Node program, in
// turn: the mean of its processor time, and the least time by the clock. Usage: npm run bench -- start, with
// BENCH_ROUNDS=9, BENCH_EXCHANGES=10,1000000 (packed files to replay too)
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { packedProject } from "../../../.ci/packed-project.ts";
import { startServer } from "./measuring/child-processes.ts";
import { busySeconds } from "./measuring/proc.ts";
import { temporaryFolder } from "./measuring/surroundings.ts";
import { table } from "./measuring/table.ts";
import { packOf, targetOf } from "./scale/generate.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 9);
const path = (place: string): string => fileURLToPath(new URL(`../../../${place}`, import.meta.url));

function run(words: readonly string[]): void {
  const { status } = spawnSync(process.execPath, words, { stdio: "ignore" });
  if (status !== 0) throw new Error(`Cannot measure: node ${words.join(" ")} ended with ${status}`);
}

const sizes = (process.env["BENCH_EXCHANGES"] ?? "").split(",").filter(Boolean).map(Number);
const folder = temporaryFolder();
const replayed = [
  ["the recordings here", path("recordings"), "/users/ada", '"ada"'],
  ...sizes.map((size) => [`${size} packed`, packOf(folder, size), targetOf(size >> 1), `"id":${size >> 1},`] as const),
] as const;

const startsOf = (name: string, command: string): ReadonlyArray<readonly [string, () => void | Promise<void>]> => [
  [`--help, ${name}`, () => run([command, "--help"])],
  ...replayed.map(([what, from, target, part]) => {
    const answer = async (): Promise<void> => {
      const server = await startServer([command, "replay", from, "--port", "0", "--quiet"]);
      const response = await fetch(server.url + target);
      if (response.status !== 200 || !(await response.text()).includes(part)) throw new Error("wrong answer");
      await server.stop();
    };
    return [`replay of ${what}, to its first answer and its end, ${name}`, answer] as const;
  }),
];

await using project = await packedProject(["cli"]);
const starts = [
  ["an empty program", () => run(["--eval", ""])] as const,
  ...startsOf("packed", join(project.folder, "node_modules/@tapedeck/cli/bin/tapedeck.js")),
  ...startsOf("from its sources", path("packages/cli/src/main.ts")),
];
const figures = starts.map(([name, start]) => ({ name, start, least: Number.POSITIVE_INFINITY, work: 0 }));
// Once without counting: Node caches compiled code.
for (const { start } of figures) await start();
for (let round = 0; round < rounds; round += 1) {
  for (const figure of figures) {
    const [before, busy] = [performance.now(), busySeconds("self", "ended children")];
    await figure.start();
    figure.least = Math.min(figure.least, performance.now() - before);
    figure.work += ((busySeconds("self", "ended children") - busy) * 1000) / rounds;
  }
}
const [empty] = figures;
const rows = figures.map(({ name, least, work }) => [
  name,
  work.toFixed(0),
  (work / (empty?.work ?? 0)).toFixed(1),
  least.toFixed(0),
  (least / (empty?.least ?? 0)).toFixed(1),
]);
console.log(table([["start", "CPU ms", "ratio", "least ms", "ratio"], ...rows]));
