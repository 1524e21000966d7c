import { anonymous, type Scrubber, type Tape } from "@tapedeck/tape";
import { ignoresCredential, matchRoute } from "../route.ts";
import { type PreparedExchange, type PrepareOptions, prepareExchange } from "./prepared-exchange.ts";

/** Tapes that lie together, under some and over others: where two have answers to one request, the upper one's count. */
export interface Layer {
  /** Names it among the layers; "" for the lowest. */
  readonly id: string;
  readonly tapes: readonly TapeInfo[];
  readonly cards: PreparedExchange[];
}

/** What there is to say of a tape besides its exchanges. */
export type TapeInfo = Pick<Tape, "name" | "origin" | "recordedAt">;

/** What it takes to make cards of tapes. */
export interface LayerOptions extends PrepareOptions {
  readonly pathPrefixes: readonly string[];
  readonly scrubber: Scrubber;
}

/**
 * Makes a layer of tapes. Recorded requests go through the same scrubbing and the same form as the requests that will
 * be looked up.
 * @example
 * const base = layerOf("", tapes, { vendor: "service", rewriteOrigin: true, pathPrefixes: [], scrubber });
 */
export function layerOf(id: string, tapes: readonly Tape[], options: LayerOptions): Layer {
  const cards = tapes.flatMap(({ name, origin, exchanges }) =>
    exchanges.map(({ request, response }, at) => {
      const { target, prefix, route } = matchRoute(request.target, options.pathPrefixes);
      const principal = ignoresCredential(route) ? anonymous : request.principal;
      const formed = options.scrubber.request({ ...request, target, principal });
      return prepareExchange(
        { request: formed, response },
        { tape: name, place: at + 1, origin, prefix, route },
        options,
      );
    }),
  );
  return { id, tapes: tapes.map(({ name, origin, recordedAt }) => ({ name, origin, recordedAt })), cards };
}
