import type { JournalEntry } from "@tapedeck/replay";

/** Tells what happens: an event with its fields, and its line for people; null for none. */
export type Tell = (event: string, fields: object, line: string | null) => void;

/** Tells events as JSON on standard output, one a line. */
export const tellJson: Tell = (event, fields) => console.log(JSON.stringify({ event, ...fields }));

/** Tells events in lines, on standard error. */
export const tellLines: Tell = (_event, _fields, line) => line !== null && console.error(line);

/** Tells of an answered request: `played    200 GET /users/ada`. */
export function tellRequest(tell: Tell, { source, ...entry }: JournalEntry): void {
  const unseen = source.kind === "refused" && source.as === "dialect";
  const also = source.kind === "played" && source.also ? ` (${source.also.join(", ")} has it, too: Host chooses)` : "";
  const isAgain = source.kind === "played" && source.again === true;
  const again = isAgain ? " (the last answer again: with --after-last cycle, a second run gets the first)" : "";
  const elsewhere = entry.redirectsTo ? ` (redirects to ${entry.redirectsTo}, which is not replayed here)` : "";
  const note = unseen ? " (as its dialect does: no refusal was recorded)" : again + also + elsewhere;
  const line = `${source.kind.padEnd(9)} ${entry.status} ${entry.method} ${entry.target}${note}`;
  if (source.kind === "missed") tell("miss", { ...entry, miss: source.miss }, line);
  else tell("request", { ...entry, how: source.kind, ...(isAgain && { again: true }) }, line);
}
