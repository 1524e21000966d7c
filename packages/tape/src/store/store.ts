import type { Exchange, RecordedRequest, Tape } from "../exchange.ts";
import type { Turn } from "./recorded-order.ts";

/**
 * Where exchanges are kept: what a recorder writes to and a player reads from. `openHarFolder` is one, a folder of HAR
 * files; another implementation keeps the same promises.
 */
export interface Store {
  /** Finds the answers to a request. */
  find(request: RecordedRequest): Promise<Found>;
  /**
   * Keeps an exchange; resolves when no crash can lose it. The nth answer to a request in this run takes the place of the
   * nth one that is there; what the run does not append stays.
   * @param turn Its request's among those of the run: it decides the recorded order, see `choosePass`.
   */
  append(exchange: Exchange, turn: Turn): Promise<Appended>;
  /** Reads all that is there, tape by tape, the exchanges of each in recorded order. */
  iterate(): AsyncIterable<Tape>;
  /** Ends the run. Nothing must be appended any more. */
  close(): Promise<void>;
}

/** The answers to one request. */
export interface Found {
  /** In recorded order; those of this run stand in the places of earlier ones. */
  readonly answers: readonly Exchange[];
  /** Whose place the next one that is appended takes, from 0. */
  readonly next: number;
}

/** Where an exchange was kept, and whether the store said so before. */
export interface Appended {
  /** Relative to the store, with `/` between folders. */
  readonly file: string;
  readonly outcome: "captured" | "unchanged";
  /** The exchange as the store has it: a large body of it lies there from now on. */
  readonly exchange: Exchange;
}
