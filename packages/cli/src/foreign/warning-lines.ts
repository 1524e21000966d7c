import type { Warning } from "@tapedeck/tape/formats";
import { printable } from "../command/printable.ts";

/**
 * Returns a line for each thing that could not be imported.
 * @example
 * warningLines(warnings); // ["left out  entry 3, GET https://…: the body of its answer was not kept (124 bytes)"]
 */
export function warningLines(warnings: readonly Warning[]): readonly string[] {
  return warnings.map(({ place, kind, text }) => `${kind.padEnd(9)} ${printable(place)}: ${text}`);
}
