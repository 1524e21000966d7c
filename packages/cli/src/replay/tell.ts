import type { JournalEntry } from "@tapedeck/replay";
import type { ReplayOptions } from "./options.ts";

/** Tells what happens: an event with its fields, or a line on standard error; null for none. */
export type Tell = (event: string, fields: object, line: string | null) => void;

/** Returns how a replay tells what happens, as its options say. */
export function tellerOf({ json }: Pick<ReplayOptions, "json">): Tell {
  return json
    ? (event, fields) => console.log(JSON.stringify({ event, ...fields }))
    : (_event, _fields, line) => line !== null && console.error(line);
}

/** Tells of an answered request: `played    200 GET /users/ada`. */
export function tellRequest(tell: Tell, { source, ...entry }: JournalEntry): void {
  const unseen = source.kind === "refused" && source.as === "dialect";
  const also = source.kind === "played" && source.also ? ` (${source.also.join(", ")} has it, too: Host chooses)` : "";
  const note = unseen ? " (as its dialect does: no refusal was recorded)" : also;
  const line = `${source.kind.padEnd(9)} ${entry.status} ${entry.method} ${entry.target}${note}`;
  if (source.kind === "missed") tell("miss", { ...entry, miss: source.miss }, line);
  else tell("request", { ...entry, how: source.kind }, line);
}
