import type { ImportedExchange, ImportResult, Warning } from "@tapedeck/tape/formats";
import { allOrigins } from "../command/options/option-parsers.ts";
import { printable } from "../command/printable.ts";
import { exchangeCount } from "../command/server-lines.ts";
import { UserError } from "../command/user-error.ts";

interface OriginCount {
  readonly origin: string;
  readonly exchanges: number;
}

/** Returns the origins of a file, those with the most exchanges first. */
export function originsOf({ found }: ImportResult): readonly OriginCount[] {
  const byOrigin = Map.groupBy(
    found.filter(({ origin }) => origin !== null),
    ({ origin }) => origin ?? "",
  );
  return Array.from(byOrigin, ([origin, { length }]) => ({ origin, exchanges: length })).sort(
    (a, b) => b.exchanges - a.exchanges || (a.origin < b.origin ? -1 : 1),
  );
}

/** Returns a line for each origin. */
export function originLines(origins: readonly OriginCount[]): string {
  return origins.map(({ origin, exchanges }) => `  --origin ${origin}   ${exchangeCount(exchanges)}`).join("\n");
}

/**
 * Returns the chosen exchanges of a file. If the format names no origin, they belong to the chosen one.
 * @param chosen Origins, or {@link allOrigins}.
 * @returns null if there are several origins and none was chosen.
 * @throws UserError if a chosen origin has no requests.
 */
export function filterOrigins(
  reading: ImportResult,
  chosen: readonly string[],
  path: string,
): readonly ImportedExchange[] | null {
  const origins = originsOf(reading);
  if (chosen.includes(allOrigins) || (chosen.length === 0 && origins.length < 2)) return reading.found;
  if (chosen.length === 0) return null;
  const [only = null] = chosen;
  const named = reading.found.map((each) => (each.origin === null ? { ...each, origin: only } : each));
  const strange = chosen.filter((each) => !named.some(({ origin }) => origin === each));
  if (strange.length > 0) {
    throw new UserError(
      `Cannot read "${path}": it holds nothing of ${strange.join(", ")}; choose of\n${originLines(origins)}`,
    );
  }
  return named.filter(({ origin }) => origin !== null && chosen.includes(origin));
}

/**
 * Returns a line for each thing that could not be imported.
 * @example
 * warningLines(warnings); // ["left out  entry 3, GET https://…: the body of its answer was not kept (124 bytes)"]
 */
export function warningLines(warnings: readonly Warning[]): readonly string[] {
  return warnings.map(({ place, kind, text }) => `${kind.padEnd(9)} ${printable(place)}: ${text}`);
}
