import type { JournalEntry } from "@tapedeck/replay";
import { say } from "./greeting.ts";
import type { ReplayOptions } from "./options.ts";

/** A line for a request that a replay answered, and how: `played    200 GET /users/ada`. */
function requestLine({ method, target, status, source }: JournalEntry): string {
  const unseen = source.kind === "refused" && source.as === "dialect";
  return `${source.kind.padEnd(9)} ${status} ${method} ${target}${unseen ? " (as its dialect does: no refusal was recorded)" : ""}`;
}

/** Tells of each request as the options have it: an event, a line to standard error, or nothing. */
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
