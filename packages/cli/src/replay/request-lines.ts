import type { JournalEntry } from "@tapedeck/replay";
import { say } from "./greeting.ts";
import type { ReplayOptions } from "./options.ts";

/** Returns the line for an answered request: `played    200 GET /users/ada`. */
function requestLine({ method, target, status, source }: JournalEntry): string {
  const unseen = source.kind === "refused" && source.as === "dialect";
  return `${source.kind.padEnd(9)} ${status} ${method} ${target}${unseen ? " (as its dialect does: no refusal was recorded)" : ""}`;
}

/** Reports each request as the options say: as an event, as a line on standard error, or not at all. */
export function requestTeller({ json, quiet }: ReplayOptions): (entry: JournalEntry) => void {
  if (quiet) return () => {};
  if (!json) return (entry) => console.error(requestLine(entry));
  return ({ source, ...entry }) =>
    say(
      source.kind === "missed"
        ? { event: "miss", ...entry, miss: source.miss }
        : { event: "request", ...entry, how: source.kind },
    );
}
