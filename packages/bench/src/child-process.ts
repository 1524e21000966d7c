import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import process from "node:process";

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
 * @example
 * const { seconds } = await measure(["packages/cli/src/main.ts", "--help"]);
 */
export async function measure(words: readonly string[]): Promise<Measured> {
  const start = performance.now();
  const child = spawn(process.execPath, words, { stdio: "ignore" });
  let told = { busySeconds: Number.NaN, megabytes: Number.NaN };
  const look = setInterval(() => {
    told = { ...told, ...toldOf(child.pid) };
  }, 20);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(look);
  if (code !== 0) throw new Error(`Cannot measure: node ${words.join(" ")} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, ...told };
}

// The system keeps the peak and the sum; the last look comes shortly before the end.
function toldOf(pid: number | undefined): Partial<Measured> {
  try {
    const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    // In hundredths of a second, whatever the system's own tick is.
    const busySeconds = (Number(fields[11]) + Number(fields[12])) / 100;
    return kilobytes === undefined ? {} : { megabytes: Number(kilobytes) / 1024, busySeconds };
  } catch {
    return {};
  }
}
