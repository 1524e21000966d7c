import type { Remark } from "@tapedeck/tape/formats";

/**
 * A line for each thing that could not be taken over.
 * @example
 * remarkLines(remarks); // ["left out  entry 3, GET https://…: the body of its answer was not kept (124 bytes)"]
 */
export function remarkLines(remarks: readonly Remark[]): readonly string[] {
  return remarks.map(({ place, kind, text }) => `${kind.padEnd(9)} ${place}: ${text}`);
}
