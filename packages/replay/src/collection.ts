import { anonymous, canonical, pinNoise, pinnedMoment, type RecordedResponse, type Tape } from "@tapedeck/tape";
import { cardOf } from "./card.ts";
import { type Deck, keyOfRequest } from "./deck.ts";
import type { Inquiry } from "./inquiry.ts";
import { type Layer, type LayerOptions, layerOf, type TapeInfo } from "./layer.ts";
import { ignoresCredential } from "./route.ts";
import { type DeckOptions, place, stack } from "./stack.ts";

/** A tape that is loaded. */
export interface LoadedTape extends TapeInfo {
  /** The patch that it is of; null for what the player was made of, and what it kept. */
  readonly patch: string | null;
  readonly exchanges: number;
  /** How many of them can be given: the others have an answer above them. */
  readonly visible: number;
}

/** All that a player has: layers that can be laid over each other, and grow. */
export interface Collection {
  readonly deck: Deck;
  /** Lays tapes over all there is; what lay there under the same name goes. */
  lay(name: string, tapes: readonly Tape[]): void;
  /** Takes a patch away again; false where there is none of this name. */
  lift(name: string): boolean;
  /** Takes all patches away. */
  liftAll(): void;
  /**
   * Adds an answer after the others to its request, in their layer; one to a new request goes into the lowest.
   * @param from The base URL that it came from.
   */
  keep(inquiry: Inquiry, response: RecordedResponse, from: string): void;
  tapes(): readonly LoadedTape[];
}

/** The name of the tape that holds what came from upstream. */
const upstreamTape = "upstream";

/**
 * Makes a collection of layers of tapes, the uppermost first.
 * @example
 * const collection = createCollection([[patch], tapes], { rule: defaultRule, ...cards });
 */
export function createCollection(
  given: ReadonlyArray<readonly Tape[]>,
  options: DeckOptions & LayerOptions,
): Collection {
  const own: Layer[] = given.map((tapes, at) =>
    layerOf(at === given.length - 1 ? "" : `layer ${at + 1}`, tapes, options),
  );
  let patches: ReadonlyArray<readonly [name: string, layer: Layer]> = [];
  let deck = stack(own, options);
  let laid = 0;
  let kept = 0;

  const restack = (left: typeof patches): void => {
    patches = left;
    deck = stack([...left.map(([, layer]) => layer), ...own], options);
  };

  return {
    get deck() {
      return deck;
    },
    lay(name, tapes) {
      laid += 1;
      // A new name each time: what was played of one that lay there before does not count for this one.
      const layer = layerOf(`patch ${laid}`, tapes, options);
      restack([[name, layer], ...patches.filter(([other]) => other !== name)]);
    },
    lift(name) {
      const left = patches.filter(([other]) => other !== name);
      const found = left.length < patches.length;
      if (found) restack(left);
      return found;
    },
    liftAll() {
      if (patches.length > 0) restack([]);
    },
    keep({ request, place: { route } }, response, from) {
      const { origin, pathname } = new URL(from);
      const prefix = pathname.replace(/\/+$/, "");
      const principal = ignoresCredential(route) ? anonymous : request.principal;
      const raw = { request: { ...request, principal }, response };
      const exchange = canonical(pinNoise(options.scrubber.exchange(raw), pinnedMoment));
      kept += 1;
      const card = cardOf(exchange, { tape: upstreamTape, place: kept, origin, prefix, route }, options);
      const id = deck.byKey.get(keyOfRequest(exchange.request, options.rule))?.layer ?? "";
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
