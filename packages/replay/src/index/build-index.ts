import { sortKey } from "@tapedeck/tape";
import { comparePositions } from "@tapedeck/tape/har";
import { pathOf } from "../match/matchers.ts";
import type { Layer } from "./layer.ts";
import {
  type AfterLast,
  type ExchangeIndex,
  type Generate,
  keyOfExchange,
  layerKey,
  type RuleOf,
  type Sequence,
  scopedPath,
  scopedPrincipal,
} from "./lookup.ts";
import type { PreparedExchange } from "./prepared-exchange.ts";

/** How layers become a deck. */
export interface IndexOptions {
  readonly rule: RuleOf;
  /** Default: the last answer stays. */
  readonly afterLast?: AfterLast | undefined;
  readonly generate?: Generate | undefined;
}

/** A deck that cards can be added to. Whoever only looks things up takes it for a {@link ExchangeIndex}. */
export interface GrowingIndex extends ExchangeIndex {
  readonly cards: PreparedExchange[];
  readonly byKey: Map<string, Sequence>;
  readonly byPath: Map<string, readonly PreparedExchange[]>;
  readonly refusals: Map<string, readonly PreparedExchange[]>;
  readonly afterLast: AfterLast;
}

/**
 * Stacks layers, the uppermost first, and indexes what can be seen from above. Where a layer has answers to a request,
 * it has all of them: its sequence takes the place of those below, whatever their conditions. What the API says when the
 * limit is used up is overridden by its like alone.
 * @example
 * const deck = stack([patch, base], { rule: defaultRule });
 */
export function buildIndex(
  layers: readonly Layer[],
  { rule, afterLast = "stay", generate }: IndexOptions,
): GrowingIndex {
  const deck: GrowingIndex = {
    rule,
    afterLast,
    cards: [],
    byKey: new Map(),
    byPath: new Map(),
    refusals: new Map(),
    generate: generate ?? null,
  };
  const taken = new Set<string>();
  for (const [at, { id, cards }] of layers.entries()) {
    const seen = at === 0 ? cards : cards.filter((card) => !taken.has(layerKey(card, rule)));
    place(deck, id, seen);
    if (at < layers.length - 1) for (const card of cards) taken.add(layerKey(card, rule));
  }
  return deck;
}

/** Adds cards to a deck, each after the others of its request. */
export function place(deck: GrowingIndex, layer: string, cards: readonly PreparedExchange[]): void {
  const { rule, afterLast, byKey, byPath, refusals } = deck;
  for (const [key, group] of Map.groupBy(cards, (card) => keyOfExchange(card, rule))) {
    const before = byKey.get(key);
    const more = inRecordedOrder(group);
    const [first] = more;
    if (before) byKey.set(key, { ...before, cards: [...before.cards, ...more] });
    else if (first) {
      const turning = first.afterLast ?? afterLast;
      // The lowest layer's are named by their keys, which are there anyway.
      const id = layer === "" ? key : `${layer}\n${key}`;
      byKey.set(key, { id, layer, cards: more, afterLast: turning });
    }
  }
  add(
    byPath,
    Map.groupBy(cards, ({ exchange, scope }) => scopedPath(scope, pathOf(exchange.request))),
  );
  const refused = cards.filter(({ refusal }) => refusal);
  add(
    refusals,
    Map.groupBy(refused, ({ exchange, scope }) => scopedPrincipal(scope, exchange.request.principal)),
  );
  for (const card of cards) deck.cards.push(card);
}

// A tape has its own in order; a rule that leaves the path out may take answers from several.
function inRecordedOrder(cards: readonly PreparedExchange[]): readonly PreparedExchange[] {
  if (cards.every(({ tape }) => tape === cards[0]?.tape)) return cards;
  const placed = cards.map((card) => ({ card, pass: card.pass, key: sortKey(card.exchange) }));
  return placed.sort(comparePositions).map(({ card }) => card);
}

function add(
  index: Map<string, readonly PreparedExchange[]>,
  more: ReadonlyMap<string, readonly PreparedExchange[]>,
): void {
  for (const [key, cards] of more) {
    const before = index.get(key);
    index.set(key, before ? [...before, ...cards] : cards);
  }
}
