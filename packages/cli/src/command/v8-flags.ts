import { setFlagsFromString } from "node:v8";

/**
 * Keeps the memory of a long recording, or of packing one, small: by default V8 lets garbage grow to several times the size of the live
 * data before it collects. Only for a process of our own, since it affects all of it; other runtimes go without.
 */
export function limitHeapGrowth(): void {
  setFlag("--heap-growing-percent=60");
  // The young generation too: most new objects are garbage a moment later, and more room for them gains nothing.
  limitYoungGeneration();
}

/** Keeps the generation of new objects at its present size. */
export function limitYoungGeneration(): void {
  setFlag("--semi-space-growth-factor=1");
}

function setFlag(flag: string): void {
  try {
    setFlagsFromString(flag);
  } catch {
    // Only V8 has V8's flags.
  }
}
