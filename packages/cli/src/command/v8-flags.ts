import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/**
 * Keeps the memory of a long recording, or of packing one, small: by default V8 lets garbage grow to several times the size of the live
 * data before it collects. Only for a process of our own, since it affects all of it; other runtimes go without.
 */
export function limitHeapGrowth(): void {
  setFlag("--heap-growing-percent=30");
  // The young generation too: most new objects are garbage a moment later, and more room for them gains nothing.
  limitYoungGeneration();
}

/** Keeps the generation of new objects at its present size. */
export function limitYoungGeneration(): void {
  setFlag("--semi-space-growth-factor=1");
}

/**
 * Lets the generation of new objects grow to 16 MB, and no further: of what a recorder has in flight, most would outlive
 * a collection of a smaller one, and be garbage a moment later.
 */
export function enlargeYoungGeneration(): void {
  const most = 16 * 1024 * 1024;
  setFlag(`--semi-space-growth-factor=${Math.max(1, Math.floor(most / youngBytes()))}`);
  const look = setInterval(() => {
    if (youngBytes() < most / 2) return;
    clearInterval(look);
    limitYoungGeneration();
  }, 50);
  look.unref();
}

/** Returns how many bytes of new objects there may be; infinite where V8 does not tell. */
function youngBytes(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  return young === undefined ? Number.POSITIVE_INFINITY : young.space_used_size + young.space_available_size;
}

function setFlag(flag: string): void {
  try {
    setFlagsFromString(flag);
  } catch {
    // Only V8 has V8's flags.
  }
}
