import type { Exchange, RecordedRequest, Tape } from "../exchange.ts";
import type { Turn } from "./order/recorded-order.ts";

/**
 * Where exchanges are stored: a recorder writes to it and a player reads from it. `openHarFolder` is one, a folder of
 * HAR files; other implementations keep the same promises.
 */
export interface Store {
  /** Finds the answers to a request. */
  find(request: RecordedRequest): Promise<Found>;
  /**
   * Stores an exchange; resolves when no crash can lose it. The nth answer to a request in this run replaces the nth
   * one on file, or comes behind all of them, as the store was opened; what the run does not append stays.
   * @param turn The request's turn in the run, which decides the recorded order, see `choosePass`.
   */
  append(exchange: Exchange, turn: Turn): Promise<Appended>;
  /** Reads everything, tape by tape, the exchanges of each in recorded order. */
  iterate(): AsyncIterable<Tape>;
  /** Ends the run; resolves to the tapes that it looked at or appended to. Nothing may be appended afterwards. */
  close(): Promise<Iterable<string>>;
}

/** The answers to one request. */
export interface Found {
  /** In recorded order; those of this run replace earlier ones. */
  readonly answers: readonly Exchange[];
  /** The position that the next one takes, from 0. */
  readonly next: number;
}

/** Where an exchange was stored, and whether the store already had it. */
export interface Appended {
  /** Relative to the store, with `/` between folders. */
  readonly file: string;
  readonly outcome: "captured" | "unchanged";
  /** Number of answers of earlier runs that come after this one, to the same request. */
  readonly earlier: number;
  /** The exchange as the store has it: with its large body there. */
  readonly exchange: Exchange;
}
