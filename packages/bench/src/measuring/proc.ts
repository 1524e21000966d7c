// Processor time and memory as Linux counts them (proc(5)). All are NaN on another system.
import { readFileSync } from "node:fs";
import process from "node:process";

function read(pid: number | "self" | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** Returns seconds of processor time: of a process itself, or of its children that have ended. */
export function busySeconds(pid: number | "self" | undefined, of: "itself" | "ended children" = "itself"): number {
  const fields = read(pid, "stat")
    .replace(/^.*\) /s, "")
    .split(" ")
    .map(Number);
  const [user, system] = of === "itself" ? fields.slice(11) : fields.slice(13);
  // In hundredths of a second, whatever the system's own tick is.
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / 100;
}

/** Returns seconds of processor time of a process and of its running children. */
export function busySecondsOfTree(pid: number | undefined): number {
  const children = read(pid, `task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
  return children.reduce((sum, child) => sum + busySecondsOfTree(child), busySeconds(pid));
}

/** Returns the memory of a process in megabytes: the peak, or what it has now without files that the system caches. */
export function megabytes(pid: number | "self" | undefined, of: "VmHWM" | "RssAnon"): number {
  return Number(new RegExp(`${of}:\\s*(\\d+)`).exec(read(pid, "status"))?.[1]) / 1024;
}

/**
 * Returns the microseconds of processor time that this process spends on a work: other load of the machine does not
 * count.
 */
export function processorMicroseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
