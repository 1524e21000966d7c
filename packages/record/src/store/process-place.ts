import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** The scope of process ids: one boot of one machine, and one container on it. */
export interface ProcessPlace {
  readonly host: string;
  readonly boot: string;
  /** The namespace of process ids: each container has its own. */
  readonly namespace: string;
}

/** The namespace outside of containers: PROC_PID_INIT_INO of Linux, the same on every machine. */
const outermost = "pid:[4026531836]";

/** Returns where this process runs; null if the system, or a sandbox, does not say. */
export function ownPlace(): ProcessPlace | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return { host: hostname(), boot, namespace: readlinkSync("/proc/self/ns/pid") };
  } catch {
    return null;
  }
}

/**
 * Writes a place as one word.
 * @example
 * placeText({ host: "a", boot: "b", namespace: "c" }); // "a/b/c"
 */
export function placeText({ host, boot, namespace }: ProcessPlace): string {
  return [host, boot, namespace].map((part) => part.replace(/[\s/]/g, "-")).join("/");
}

/** Parses a place that {@link placeText} wrote; returns null for anything else. */
export function placeIn(text: string): ProcessPlace | null {
  const [host = "", boot = "", namespace, ...more] = text.split("/");
  return namespace === undefined || more.length > 0 ? null : { host, boot, namespace };
}

/**
 * Returns how to read a process id from there: `same`, it can be looked up; `gone`, the machine was restarted since;
 * `elsewhere`, it may belong to another container or machine.
 */
export function compareTo(theirs: ProcessPlace, ours: ProcessPlace): "same" | "gone" | "elsewhere" {
  if (placeText(theirs) === placeText(ours)) return "same";
  const isOutside = theirs.namespace === outermost && ours.namespace === outermost;
  return isOutside && theirs.host === ours.host ? "gone" : "elsewhere";
}
