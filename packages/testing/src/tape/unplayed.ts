import type { Player } from "@tapedeck/replay";

/** A recording that was not requested. */
export interface Unplayed {
  readonly method: string;
  readonly target: string;
  readonly principal: string;
  readonly status: number;
  /** The recording it is in, and its place there, counted from 1. */
  readonly recording: string;
  readonly place: number;
}

/** Lists the recordings that no request to a player asked for, whole or in part. */
export function unplayedBy(player: Player): readonly Unplayed[] {
  return player.unplayed().map(({ tape, place, exchange: { request, response } }) => {
    const { method, target, principal } = request;
    return { method, target, principal, status: response.status, recording: tape, place };
  });
}

/** Returns as text what was not requested. */
export function unplayedText(tape: string, unplayed: readonly Unplayed[]): string {
  const count = unplayed.length === 1 ? "1 recording" : `${unplayed.length} recordings`;
  const lines = unplayed.map(({ method, target, principal, status, recording, place }) => {
    const who = principal === "anonymous" ? "" : ` as ${principal}`;
    return `  ${method} ${target}${who} (${status}; #${place} on "${recording}")`;
  });
  return [
    `Found ${count} on tape "${tape}" that the test did not ask for:`,
    ...lines,
    "  - if the test should ask for it, mend the test or the client; if not, delete the file and record the test again",
  ].join("\n");
}
