import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import process from "node:process";

/** What a process took, from its start to its end. */
export interface Measured {
  readonly seconds: number;
  /** The most memory that it held at once; not a number where the system does not tell. */
  readonly megabytes: number;
}

/**
 * Runs a process of Node and measures it.
 * @param words The words after `node`.
 * @throws Error if it does not end well.
 * @example
 * const { seconds } = await measure(["packages/cli/src/main.ts", "--help"]);
 */
export async function measure(words: readonly string[]): Promise<Measured> {
  const start = performance.now();
  const child = spawn(process.execPath, words, { stdio: "ignore" });
  let megabytes = Number.NaN;
  const look = setInterval(() => {
    megabytes = peakOf(child.pid) ?? megabytes;
  }, 25);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(look);
  if (code !== 0) throw new Error(`Cannot measure: node ${words.join(" ")} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, megabytes };
}

// The system keeps the peak; the last look comes shortly before the end.
function peakOf(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}
