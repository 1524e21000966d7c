import { pinRateLimit } from "@tapedeck/rate-limit";
import { anonymous, pinnedMoment, type RecordedResponse, sanitize, type Tape } from "@tapedeck/tape";
import type { RequestContext } from "../request-context.ts";
import { buildIndex, type IndexOptions, place } from "./build-index.ts";
import { type Layer, type LayerOptions, layerOf, preparedFor, type TapeInfo } from "./layer.ts";
import { type ExchangeIndex, keyOfRequest } from "./lookup.ts";

/** A tape that is loaded. */
export interface LoadedTape extends TapeInfo {
  /** The patch that it is of; null for what the player was made of, and what it kept. */
  readonly patch: string | null;
  readonly exchanges: number;
  /** How many of them can be given: the others have an answer above them. */
  readonly visible: number;
}

/** All that a player has: layers that can be laid over each other, and grow. */
export interface ExchangeStore {
  readonly deck: ExchangeIndex;
  /** Lays tapes over all there is; what lay there under the same name goes. */
  addOverride(name: string, tapes: readonly Tape[]): void;
  /** Takes a patch away again; false where there is none of this name. */
  removeOverride(name: string): boolean;
  /** Takes all patches away. */
  removeOverrides(): void;
  /**
   * Adds an answer after the others to its request, in their layer; one to a new request goes into the lowest.
   * @param from The base URL that it came from.
   */
  store(inquiry: RequestContext, response: RecordedResponse, from: string): void;
  tapes(): readonly LoadedTape[];
}

/** The name of the tape that holds what came from upstream. */
const upstreamTape = "upstream";

/**
 * Makes a collection of layers of tapes, the uppermost first.
 * @example
 * const collection = createCollection([[patch], tapes], { rule: defaultRule, ...cards });
 */
export function createExchangeStore(
  given: ReadonlyArray<readonly Tape[]>,
  options: IndexOptions & LayerOptions & { readonly apiIn: (scope: string) => ReturnType<LayerOptions["apiOf"]> },
): ExchangeStore {
  const own: Layer[] = given.map((tapes, at) =>
    layerOf(at === given.length - 1 ? "" : `layer ${at + 1}`, tapes, options),
  );
  let patches: ReadonlyArray<readonly [name: string, layer: Layer]> = [];
  let deck = buildIndex(own, options);
  let laid = 0;
  let kept = 0;

  const restack = (left: typeof patches): void => {
    patches = left;
    deck = buildIndex([...left.map(([, layer]) => layer), ...own], options);
  };

  return {
    get deck() {
      return deck;
    },
    addOverride(name, tapes) {
      laid += 1;
      // A new name each time: what was played of one that lay there before does not count for this one.
      const layer = layerOf(`patch ${laid}`, tapes, options);
      restack([[name, layer], ...patches.filter(([other]) => other !== name)]);
    },
    removeOverride(name) {
      const left = patches.filter(([other]) => other !== name);
      const found = left.length < patches.length;
      if (found) restack(left);
      return found;
    },
    removeOverrides() {
      if (patches.length > 0) restack([]);
    },
    store({ request, route, scope }, response, from) {
      const { origin, pathname } = new URL(from);
      const prefix = pathname.replace(/\/+$/, "");
      const principal = route.operation?.sameForEveryone ? anonymous : request.principal;
      const pinned = pinRateLimit(response, pinnedMoment);
      const exchange = sanitize(
        { request: { ...request, principal }, response: pinned },
        options.scrubber,
        pinnedMoment,
      );
      kept += 1;
      const source = { tape: upstreamTape, place: kept, pass: 0, origin, prefix };
      const card = preparedFor(exchange, source, { ...options, apiOf: () => options.apiIn(scope) });
      const id = deck.byKey.get(keyOfRequest(exchange.request, options.rule, scope))?.layer ?? "";
      const layers = [...patches.map(([, layer]) => layer), ...own];
      layers.find((layer) => layer.id === id)?.cards.push(card);
      place(deck, id, [card]);
    },
    tapes() {
      const visible = new Set(deck.cards);
      const layers = [...patches, ...own.map((layer) => [null, layer] as const)];
      return layers.flatMap(([patch, { tapes, cards }]) => {
        const byTape = Map.groupBy(cards, ({ tape }) => tape);
        const grown = byTape.get(upstreamTape)?.[0];
        const known = tapes.some(({ name }) => name === upstreamTape);
        const infos: readonly TapeInfo[] =
          grown && !known ? [...tapes, { name: upstreamTape, origin: grown.origin, recordedAt: pinnedMoment }] : tapes;
        return infos.map((info) => {
          const its = byTape.get(info.name) ?? [];
          const seen = its.filter((card) => visible.has(card)).length;
          return { ...info, patch, exchanges: its.length, visible: seen };
        });
      });
    },
  };
}
