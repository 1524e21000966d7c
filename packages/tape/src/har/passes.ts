// How files that are sorted, so that they merge cleanly, keep the recorded order of their exchanges. The recorder
// decides that order (`../store/order/recorded-order.ts`). Read next: `har.ts`.
import { sortKey } from "../canonical.ts";
import type { Exchange, Tape } from "../exchange.ts";

/** A position in recorded order: pass after pass, each from the top of the sorted recording to its end. */
export interface Position {
  readonly pass: number;
  /** See `sortKey`. */
  readonly key: string;
}

/** Compares two positions, for `Array.sort`. */
export function comparePositions(a: Position, b: Position): number {
  return a.pass - b.pass || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/**
 * Returns the passes over the sorted recording that restore the order of a tape's exchanges: an exchange's own pass, or
 * one more wherever it sorts before the one recorded just before it.
 * @param exchanges In recorded order.
 * @example
 * passesOf([getB, getA]); // [0, 1]: "/a" stands first, and was recorded after "/b"
 */
export function passesOf(exchanges: readonly Exchange[]): readonly number[] {
  const [first] = exchanges;
  if (first === undefined || exchanges.length === 1) return exchanges.map(({ pass = 0 }) => pass);
  let last: Position = { pass: 0, key: "" };
  return exchanges.map((exchange) => {
    const own = { pass: exchange.pass ?? 0, key: sortKey(exchange) };
    if (comparePositions(own, last) >= 0) last = own;
    else last = { pass: own.key < last.key ? Math.floor(last.pass) + 1 : last.pass, key: own.key };
    return last.pass;
  });
}

/** Returns the exchanges of a recording's tapes in recorded order. */
export function inRecordedOrder(
  tapes: readonly Tape[],
): ReadonlyArray<{ readonly tape: Tape; readonly exchange: Exchange }> {
  const placed = tapes.flatMap((tape) => {
    const passes = passesOf(tape.exchanges);
    return tape.exchanges.map((exchange, at) => ({ tape, exchange, pass: passes[at] ?? 0, key: sortKey(exchange) }));
  });
  return placed.sort(comparePositions);
}

/**
 * Sorts exchanges as a file holds them, each with its pass. {@link recordedOrder} undoes it.
 * @param exchanges In recorded order.
 * @example
 * filedOrder([getB, getA]).map(({ pass }) => pass); // [1, 0]
 */
export function filedOrder(exchanges: readonly Exchange[]): ReadonlyArray<Position & { readonly exchange: Exchange }> {
  const passes = passesOf(exchanges);
  const placed = exchanges.map((exchange, at) => ({ exchange, pass: passes[at] ?? 0, key: sortKey(exchange) }));
  return placed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/**
 * Returns the positions of a file's entries, from 0, in recorded order: pass after pass, each from the top of the file
 * to its end.
 * @example
 * recordedOrder([{ _pass: 1 }, {}]); // [1, 0]
 */
export function recordedOrder(entries: readonly { readonly _pass?: number }[]): readonly number[] {
  const places = entries.map((_, at) => at);
  const passOf = (at: number): number => entries[at]?._pass ?? 0;
  return places.sort((a, b) => passOf(a) - passOf(b));
}

/**
 * Gives exchanges the passes of their file, if their own order does not imply them: exchanges of other files come in
 * between.
 * @param exchanges In recorded order.
 */
export function withPasses(exchanges: readonly Exchange[], passes: readonly number[]): readonly Exchange[] {
  if (!passes.some((pass) => pass > 0)) return exchanges;
  const implied = passesOf(exchanges);
  return passes.every((pass, at) => pass === implied[at])
    ? exchanges
    : exchanges.map((exchange, at) => passed(exchange, passes[at] ?? 0));
}

/** Returns the exchange with its pass; the same object if it already has it. */
export function passed(exchange: Exchange, pass: number): Exchange {
  if ((exchange.pass ?? 0) === pass) return exchange;
  const { pass: _pass, ...others } = exchange;
  return pass === 0 ? others : { ...others, pass };
}
