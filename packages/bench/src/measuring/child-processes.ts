import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { busySeconds, busySecondsOfTree, megabytes } from "./proc.ts";

/** The time and memory of a process, from start to end. */
export interface Measured {
  readonly seconds: number;
  /** Seconds of processor time; NaN if the system does not tell. */
  readonly busySeconds: number;
  /** Peak memory; NaN if the system does not tell. */
  readonly megabytes: number;
}

/**
 * Runs a process of Node and measures it.
 * @param words The arguments of `node`.
 * @throws Error if it fails.
 */
export async function measure(words: readonly string[]): Promise<Measured> {
  const start = performance.now();
  const child = spawn(process.execPath, words, { stdio: "ignore" });
  let told = { busySeconds: Number.NaN, megabytes: Number.NaN };
  // The system keeps the peak and the sum; the last look comes shortly before the end.
  const look = setInterval(() => {
    const now = { busySeconds: busySeconds(child.pid), megabytes: megabytes(child.pid, "VmHWM") };
    if (now.megabytes > 0) told = now;
  }, 20);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(look);
  if (code !== 0) throw new Error(`Cannot measure: node ${words.join(" ")} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, ...told };
}

/**
 * Runs a program with Node.
 * @returns What it printed, parsed as JSON.
 * @throws Error if it fails.
 */
export async function printedBy<Result>(...words: readonly string[]): Promise<Result> {
  return JSON.parse((await promisify(execFile)(process.execPath, words)).stdout) as Result;
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** Seconds of processor time of it and its children; NaN if the system does not tell. */
  busySeconds(): number;
  stop(): Promise<void>;
}

/**
 * Starts a server and waits for the line that tells its address.
 * @param words The program's arguments.
 * @param program Default: Node.
 * @throws Error if it ends before.
 */
export async function startServer(
  words: readonly string[],
  program: string = process.execPath,
): Promise<ServerProcess> {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[\w.:[\]]+/.exec(line)?.[0];
    if (url === undefined) continue;
    const stop = async (): Promise<void> => {
      child.kill("SIGTERM");
      await once(child, "exit");
    };
    return { url, stop, busySeconds: () => busySecondsOfTree(child.pid) };
  }
  throw new Error(`Cannot measure: ${program} ${words.join(" ")} ended before it listened`);
}
