import { setFlagsFromString } from "node:v8";

/**
 * Keeps the memory of a long recording small: by itself, V8 lets what is no longer needed grow to some times the size of
 * what is, before it looks. For a process of our own alone, since it holds for all of it; other runtimes go without.
 */
export function limitHeapGrowth(): void {
  try {
    setFlagsFromString("--heap-growing-percent=40");
    // What was just made, too: most of it is needless a moment later, and more room for it gains nothing.
    setFlagsFromString("--semi-space-growth-factor=1");
  } catch {
    // Only V8 has flags of V8.
  }
}
