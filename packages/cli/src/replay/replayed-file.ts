import { pinnedMoment, type Tape } from "@tapedeck/tape";
import { exchangeCount } from "../command/server-lines.ts";
import { UserError } from "../command/user-error.ts";
import { readForeign } from "../foreign/foreign-file.ts";
import { nothingIn } from "../foreign/import-command.ts";
import { filterOrigins, originsOf, warningLines } from "../foreign/origin-filter.ts";

/**
 * Reads the file of `tapedeck replay FILE`: another tool's file, cleaned as by an import, without writing it anywhere.
 * Of several origins it takes the chosen ones, or the one with the most exchanges.
 * @param tell Takes a line for people: parts that were left out, other origins.
 * @throws UserError if nothing in it can be replayed.
 */
export async function tapesOf(
  path: string,
  chosen: readonly string[],
  tell: (line: string) => void,
): Promise<readonly Tape[]> {
  const reading = await readForeign(path, "auto");
  const lines = warningLines(reading.warnings);
  if (reading.found.length === 0)
    throw new UserError([`Cannot replay "${path}": ${nothingIn(reading)}`, ...lines].join("\n"));
  for (const line of lines) tell(line);
  const [first, ...others] = originsOf(reading);
  const found = filterOrigins(reading, chosen, path) ?? reading.found.filter(({ origin }) => origin === first?.origin);
  if (chosen.length === 0 && first && others.length > 0) {
    tell(`replaying ${first.origin}; choose another with --of, or all of them with --of all:`);
    for (const { origin, exchanges } of others) tell(`  --of ${origin}   ${exchangeCount(exchanges)}`);
  }
  // Loaded only now: a folder of recordings needs no cleaning.
  const { cleanFound } = await import("@tapedeck/record/adopt");
  const recordedAt = reading.recordedAt ?? pinnedMoment;
  return cleanFound(found, { recordedAt }).map(({ origin, exchanges }) => ({
    name: path,
    origin,
    recordedAt,
    exchanges,
  }));
}
