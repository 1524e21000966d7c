import { type Api, matchRoute } from "@tapedeck/api";
import { anonymous, type Exchange, type Scrubber, type Tape } from "@tapedeck/tape";
import { passesOf } from "@tapedeck/tape/har";
import { type ExchangeSource, type PreparedExchange, prepareExchange } from "./prepared-exchange.ts";

/** Tapes that lie together, under some and over others: where two have answers to one request, the upper one's count. */
export interface Layer {
  /** Names it among the layers; "" for the lowest. */
  readonly id: string;
  readonly tapes: readonly TapeInfo[];
  readonly cards: PreparedExchange[];
}

/** What there is to say of a tape besides its exchanges. */
export type TapeInfo = Pick<Tape, "name" | "origin" | "recordedAt">;

/** What it takes to make exchanges ready. */
export interface LayerOptions {
  /** The API of an origin, and the scope in which its exchanges are looked up. */
  readonly apiOf: (origin: string) => { readonly api: Api; readonly scope: string };
  readonly rewriteOrigin: boolean;
  readonly scrubber: Scrubber;
}

/**
 * Makes a layer of tapes. Recorded requests go through the same redaction and the same form as the requests that will be
 * looked up.
 * @example
 * const base = layerOf("", tapes, { apiOf: () => ({ api: service, scope: "" }), rewriteOrigin: true, scrubber });
 */
export function layerOf(id: string, tapes: readonly Tape[], options: LayerOptions): Layer {
  const cards = tapes.flatMap(({ name, origin, exchanges }) => {
    const passes = passesOf(exchanges);
    return exchanges.map((exchange, at) =>
      preparedFor(exchange, { tape: name, place: at + 1, pass: passes[at] ?? 0, origin }, options),
    );
  });
  return { id, tapes: tapes.map(({ name, origin, recordedAt }) => ({ name, origin, recordedAt })), cards };
}

/** Makes one exchange ready, in the form in which requests are looked up. */
export function preparedFor(
  { request, response }: Exchange,
  source: Pick<ExchangeSource, "tape" | "place" | "pass" | "origin"> & Partial<Pick<ExchangeSource, "prefix">>,
  { apiOf, rewriteOrigin, scrubber }: LayerOptions,
): PreparedExchange {
  const { api, scope } = apiOf(source.origin);
  const { target, prefix, route, operation } = matchRoute(api, request.method, request.target);
  const principal = operation?.sameForEveryone ? anonymous : request.principal;
  const formed = scrubber.request({ ...request, target, principal });
  const from = { prefix, ...source, scope, listed: route !== null, operation };
  return prepareExchange({ request: formed, response }, from, api, rewriteOrigin);
}
