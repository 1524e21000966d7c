import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type RunPart, type RunResult, usualRuns } from "./results.ts";
import { runParameters } from "./runtime.ts";

const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
const script = fileURLToPath(new URL(`../run.${ending}`, import.meta.url));

/** The runtimes, and their programs. */
const runtimes: Readonly<Record<string, string>> = {
  node: process.execPath,
  deno: installed("deno"),
  bun: installed("bun"),
};

/** Returns the runtimes that are not installed. */
export function missingRuntimes(): readonly string[] {
  return Object.keys(runtimes).filter((name) => !existsSync(runtimes[name] ?? ""));
}

/**
 * Runs everything on every installed runtime at once, each in a process of its own, and returns the results.
 * @param runs Cases of a law at each adapter, unless `TAPEDECK_RUNS` is set.
 * @param onNode The part to run on Node; the other runtimes run all.
 * @throws Error if a process fails; the others are then stopped.
 */
export async function onAllRuntimes(runs: number = usualRuns, onNode: RunPart = "all"): Promise<readonly RunResult[]> {
  const stop = new AbortController();
  const here = Object.entries(runtimes).filter(([, command]) => existsSync(command));
  try {
    const found = here.map(([name, command]) =>
      resultsOn(name, command, runs, name === "node" ? onNode : "all", stop.signal),
    );
    return (await Promise.all(found)).flat();
  } finally {
    stop.abort();
  }
}

async function resultsOn(
  name: string,
  command: string,
  runs: number,
  part: RunPart,
  signal: AbortSignal,
): Promise<readonly RunResult[]> {
  const parameters = [...runParameters(name), script, "--json", ...(part === "all" ? [] : ["--transcripts"])];
  const env = { TAPEDECK_RUNS: String(runs), ...process.env };
  const child = spawn(command, parameters, { env, stdio: ["ignore", "pipe", "inherit"], signal });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const found: RunResult[] = [];
  for await (const line of createInterface({ input: child.stdout })) found.push(JSON.parse(line));
  const code = await ended;
  const expected = found.some(({ kept }) => kept === false) ? 1 : 0;
  if (code !== expected) throw new Error(`Cannot run the laws on ${name}: it ended with ${code}`);
  return found;
}

/** Returns the path of a program that npm installed. */
function installed(name: string): string {
  return fileURLToPath(new URL(`../../../../node_modules/.bin/${name}`, import.meta.url));
}
