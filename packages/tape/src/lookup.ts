import type { Exchange, RecordedRequest } from "./exchange.ts";

/** What two requests must share to be the same one, as text. */
export type KeyOf = (request: RecordedRequest) => string;

/** Exchanges by the key of their request: a look-up costs the same in ten as in ten thousand. */
export interface Lookup {
  readonly keyOf: KeyOf;
  readonly byKey: ReadonlyMap<string, readonly Exchange[]>;
}

/**
 * Indexes exchanges by the key of their request.
 * @example
 * const lookup = indexBy(tape.exchanges, (request) => `${request.method} ${request.target}`);
 * find(lookup, request); // every answer recorded for it, in order
 */
export function indexBy(exchanges: Iterable<Exchange>, keyOf: KeyOf): Lookup {
  return { keyOf, byKey: Map.groupBy(exchanges, ({ request }) => keyOf(request)) };
}

/** The exchanges recorded for a request, in order; empty where there are none. */
export function find(lookup: Lookup, request: RecordedRequest): readonly Exchange[] {
  return lookup.byKey.get(lookup.keyOf(request)) ?? [];
}
