import type { JournalEntry, Player, PreparedExchange } from "@tapedeck/replay";
import type { TapeOnFile } from "./read-tape.ts";

/** A recording that was not asked for. */
export interface Unplayed {
  readonly method: string;
  readonly target: string;
  readonly principal: string;
  readonly status: number;
  /** The recording it is in, and its place there, counted from 1. */
  readonly recording: string;
  readonly place: number;
}

/** Keeps account of what a player gives, beyond what its journal remembers. */
export interface Account {
  /** Reads the journal on. To be called after each answer. */
  readonly read: () => void;
  /** What was not given, in any form. */
  readonly unplayed: () => readonly Unplayed[];
}

/** As many answers as may come before the journal is read again: it remembers a thousand. */
const readEvery = 500;

/**
 * Keeps account of a player. Its own `unplayed()` counts turns; a page that was cut from a recorded list takes none, and
 * yet the list was played.
 */
export function accountOf(player: Player): Account {
  const given = new Set<string>();
  let unread = 0;
  const enter = ({ source }: JournalEntry): void => {
    if (source.kind === "played") given.add(keyOf(source));
  };
  const readAll = (): void => {
    unread = 0;
    for (const entry of player.journal()) enter(entry);
  };
  return {
    read: () => {
      unread += 1;
      if (unread >= readEvery) readAll();
    },
    unplayed: () => {
      readAll();
      return player
        .unplayed()
        .filter((card) => !given.has(keyOf(card)))
        .map(unplayedOf);
    },
  };
}

/** What was played of a tape: places counted from 1, by the recording's file relative to the tape's folder. */
export function playedOf(
  { tapes, files }: TapeOnFile,
  unplayed: readonly Unplayed[],
): Readonly<Record<string, readonly number[]>> {
  const left = new Set(unplayed.map(({ recording, place }) => keyOf({ tape: recording, place })));
  return Object.fromEntries(
    tapes.map(({ name, exchanges }) => {
      const places = exchanges.map((_, at) => at + 1).filter((place) => !left.has(keyOf({ tape: name, place })));
      return [files.get(name) ?? name, places] as const;
    }),
  );
}

/** Says what was not asked for. */
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

function unplayedOf({ tape, place, exchange: { request, response } }: PreparedExchange): Unplayed {
  const { method, target, principal } = request;
  return { method, target, principal, status: response.status, recording: tape, place };
}

function keyOf({ tape, place }: { readonly tape: string; readonly place: number }): string {
  return `${place} ${tape}`;
}
