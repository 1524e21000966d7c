import process from "node:process";
import { format } from "node:util";
import { run } from "../src/run.ts";
import { type Ended, root } from "./command.ts";

let isRunning = false;

/**
 * Runs `tapedeck` to its end as that of `command.ts` does, without a process of its own: a process takes longer to start
 * than most calls. What a process alone has (its start, signals, a command that prints to it) is not here, nor are two
 * calls at once: they would share what they print to.
 */
export async function tapedeck(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  if (isRunning) throw new Error("Cannot run two commands at once in one process: use that of command.ts");
  const { PORT: _port, ...inherited } = process.env;
  const said = { stdout: "", stderr: "" };
  const saying = { log: console.log, error: console.error };
  const writing = { stdout: process.stdout.write, stderr: process.stderr.write };
  const folder = process.cwd();
  isRunning = true;
  console.log = (...values) => {
    said.stdout += `${format(...values)}\n`;
  };
  console.error = (...values) => {
    said.stderr += `${format(...values)}\n`;
  };
  for (const stream of ["stdout", "stderr"] as const) {
    process[stream].write = (chunk: string | Uint8Array) => {
      said[stream] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      return true;
    };
  }
  process.chdir(root);
  try {
    const code = await run(words, { ...inherited, ...environment });
    return { code, ...said };
  } finally {
    process.chdir(folder);
    Object.assign(console, saying);
    for (const stream of ["stdout", "stderr"] as const) process[stream].write = writing[stream];
    isRunning = false;
  }
}
