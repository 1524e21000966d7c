import { createScrubber, type Exchange, type Tape } from "@tapedeck/tape";
import { readHar } from "@tapedeck/tape/formats";
import { type Har, type HarEntry, isExchange, recordedOrder } from "@tapedeck/tape/har";

/** An exchange of a recording, with its real place in the file. */
export interface Placed {
  /** Of its entry, counted from 0. */
  readonly at: number;
  /** Its place in recorded order, from 0; for another tool, in the order of the file. */
  readonly nth: number;
  /** `entry 3, GET /users/ada as anonymous`. */
  readonly where: string;
  readonly exchange: Exchange;
  /** Distinguishes callers, and may be a credential: never shown. */
  readonly caller: string;
}

/** The entries of a recording, as they were read. */
export interface Entries {
  /** The tool that wrote the file; null for tapedeck. */
  readonly tool: string | null;
  readonly placed: readonly Placed[];
  /** Entries that are on no tape, and why. */
  readonly leftOut: ReadonlyArray<{ readonly where: string; readonly why: string }>;
}

/**
 * Matches the exchanges of a tape with the entries that they came from. An entry that was never answered is on no tape,
 * in a file of any tool.
 * @param tape The tape that `fromHar` made of the text.
 */
export function entriesOf(text: string, file: string, { log }: Har, tape: Tape): Entries {
  if (log._tapedeck === undefined) {
    const { tool, found, warnings } = readHar(text, file);
    return {
      tool,
      placed: found.map(({ place, authorization, exchange }, nth) => ({
        nth,
        at: Number.parseInt(place.replace(/^entry /, ""), 10) - 1,
        where: place,
        exchange,
        caller: authorization ?? "",
      })),
      leftOut: warnings.flatMap(({ place, kind, text: why }) => (kind === "left out" ? [{ where: place, why }] : [])),
    };
  }
  const placed: Placed[] = [];
  const leftOut: { where: string; why: string }[] = [];
  for (const at of recordedOrder(log.entries)) {
    const entry = log.entries[at] as HarEntry;
    const { request, response } = entry;
    const exchange = tape.exchanges[placed.length];
    // Distinguished as in fromHar.
    if (isExchange(entry) && exchange !== undefined)
      placed.push({
        ...{ at, nth: placed.length, where: placeOf(exchange, at) },
        ...{ exchange, caller: exchange.request.principal },
      });
    else {
      const where = `entry ${at + 1}, ${request.method} ${createScrubber().text(request.url)}`;
      leftOut.push({ where, why: `${response.status} (at /log/entries/${at}/response/status) is no final answer` });
    }
  }
  return { tool: null, placed: placed.sort((a, b) => a.at - b.at), leftOut };
}

/** Names an exchange by its place and its request. */
export function placeOf(exchange: Exchange | undefined, at: number): string {
  if (!exchange) return `entry ${at + 1}`;
  const { method, target, principal } = exchange.request;
  return `entry ${at + 1}, ${method} ${createScrubber().text(target)} as ${principal}`;
}
