// How a file that is sorted, so that it merges cleanly, keeps the order in which its exchanges were recorded.
// Not which order that is: the recorder decides it (`../store/recorded-order.ts`). Read next: `har.ts`.
import { sortKey } from "../canonical.ts";
import type { Exchange } from "../exchange.ts";

/** An exchange at its place in a file. */
export interface FiledExchange {
  readonly exchange: Exchange;
  /** Its place in recorded order, from 0. */
  readonly at: number;
  /** How often the recording had begun again at the top of the sorted file before this exchange. */
  readonly pass: number;
}

/**
 * Sorts exchanges as a file holds them, and numbers the passes over the file that give back their recorded order: the
 * number grows only where an exchange sorts before the one recorded just before it. {@link recordedOrder} undoes it.
 * @param exchanges In recorded order.
 * @example
 * filedOrder([getB, getA]).map(({ pass }) => pass); // [1, 0]: "/a" stands first, and was recorded after "/b"
 */
export function filedOrder(exchanges: readonly Exchange[]): readonly FiledExchange[] {
  let pass = 0;
  let last = "";
  const keyed = exchanges.map((exchange, at) => {
    const key = sortKey(exchange);
    if (key < last) pass += 1;
    last = key;
    return { key, filed: { exchange, at, pass } };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ filed }) => filed);
}

/**
 * Returns the places of a file's entries, from 0, in the order in which they were recorded: pass after pass, each from
 * the top of the file to its end.
 * @example
 * recordedOrder([{ _pass: 1 }, {}]); // [1, 0]
 */
export function recordedOrder(entries: readonly { readonly _pass?: number }[]): readonly number[] {
  const places = entries.map((_, at) => at);
  const passOf = (at: number): number => entries[at]?._pass ?? 0;
  return places.sort((a, b) => passOf(a) - passOf(b));
}
