import { canonical } from "../../canonical.ts";
import type { Tape } from "../../exchange.ts";
import { harContentOf, harEntryOf } from "../../har/entry.ts";
import { exportedExchanges } from "../metadata.ts";
import type { ExportResult } from "../types.ts";

/** The creator in an exported HAR file. */
export const exporter = "tapedeck";

/**
 * Writes tapes as one HAR 1.2 file for other tools: bodies as they go over the wire, a principal as the mark `__redacted-alias__`
 * in `authorization`. `readHar()` undoes it; HAR can say all that a tape says, but for the tapes' names.
 * @example
 * await writeFile("all.har", writeHar(tapes).content);
 */
export function writeHar(tapes: readonly Tape[]): ExportResult {
  const entries = exportedExchanges(tapes).map(({ exchange, tape: { origin, recordedAt } }) => {
    const sent = canonical(exchange);
    // An empty text rather than none: Playwright takes an answer without text for a body that was not stored.
    const content = { text: "", ...harContentOf(sent.response.body, sent.response.headers) };
    return harEntryOf(sent, origin, recordedAt, content);
  });
  const creator = { name: exporter, version: "1" };
  return {
    content: `${JSON.stringify({ log: { version: "1.2", creator, pages: [], entries } }, null, 2)}\n`,
    exchanges: entries.length,
    warnings: [],
  };
}
