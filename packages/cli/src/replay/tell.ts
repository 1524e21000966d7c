import type { JournalEntry } from "@tapedeck/replay";
import type { Tell } from "../command/tell.ts";

/** Tells of an answered request: `played    200 GET /users/ada`. */
export function tellRequest(tell: Tell, { source, ...entry }: JournalEntry): void {
  const unseen = source.kind === "refused" && source.as === "dialect";
  const also = source.kind === "played" && source.also ? ` (${source.also.join(", ")} has it, too: Host chooses)` : "";
  const note = unseen ? " (as its dialect does: no refusal was recorded)" : also;
  const line = `${source.kind.padEnd(9)} ${entry.status} ${entry.method} ${entry.target}${note}`;
  if (source.kind === "missed") tell("miss", { ...entry, miss: source.miss }, line);
  else tell("request", { ...entry, how: source.kind }, line);
}
