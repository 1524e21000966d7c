import { anonymous, type HeaderList, headerOf, type RecordedRequest, type Scrubber, type Tape } from "@tapedeck/tape";
import { type Card, type CardOptions, cardOf } from "./card.ts";
import { keyOf, matchers, type Rule } from "./matchers.ts";
import { ignoresCredential, locate } from "./route.ts";

/** Tapes, indexed. What has been played is kept apart: see {@link Turns}. */
export interface Deck {
  readonly rule: Rule;
  readonly cards: readonly Card[];
  /** By key: the answers to one request, in the order they are given. */
  readonly byKey: ReadonlyMap<string, readonly Card[]>;
  /** By path: where the nearest recording of a miss is looked for. */
  readonly byPath: ReadonlyMap<string, readonly Card[]>;
  /** By principal: what the API said when the limit was used up. */
  readonly refusals: ReadonlyMap<string, readonly Card[]>;
  /** What answers a request that no tape has; null where nothing does. */
  readonly generate: Generate | null;
}

/**
 * Makes the answer to a request that no tape has, always the same one; null where it has nothing either. A HEAD is put
 * to it as the GET that it is.
 */
export type Generate = (request: RecordedRequest) => Card | null;

/** How often each key has been asked for. */
export type Turns = ReadonlyMap<string, number>;

/** What comes of looking a request up. To refuse an answer is not to count its turn. */
export type Outcome =
  | { readonly kind: "played"; readonly card: Card; readonly key: string; readonly turn: number }
  | { readonly kind: "missed" };

/** How a deck is made. */
export interface DeckOptions extends CardOptions {
  readonly rule: Rule;
  readonly pathPrefixes: readonly string[];
  readonly scrubber: Scrubber;
  readonly generate?: Generate | undefined;
}

/** Paths whose answers go round and round once all were given, instead of staying at the last. */
const rotating: ReadonlySet<string> = new Set(["/zen"]);

/**
 * Puts tapes into a deck. Recorded requests go through the same scrubbing and the same form as the requests that will
 * be looked up.
 * @example
 * const deck = insert(tapes, { rule: defaultRule, vendor: "service", rewriteOrigin: true, pathPrefixes: [], scrubber });
 */
export function insert(tapes: readonly Tape[], options: DeckOptions): Deck {
  const cards = tapes.flatMap(({ name, origin, exchanges }) =>
    exchanges.map(({ request, response }, at) => {
      const { target, prefix, route } = locate(request.target, options.pathPrefixes);
      const principal = ignoresCredential(route) ? anonymous : request.principal;
      const formed = options.scrubber.request({ ...request, target, principal });
      return cardOf({ request: formed, response }, { tape: name, place: at + 1, origin, prefix, route }, options);
    }),
  );
  return {
    rule: options.rule,
    cards,
    byKey: Map.groupBy(cards, (card) => deckKey(card.exchange.request, options.rule, card.refusal)),
    byPath: Map.groupBy(cards, ({ exchange }) => matchers.path(exchange.request)),
    refusals: Map.groupBy(
      cards.filter(({ refusal }) => refusal),
      ({ exchange }) => exchange.request.principal,
    ),
    generate: options.generate ?? null,
  };
}

/**
 * Looks a request up by its key. The nth time the same is asked, the nth recorded answer is given; then the last one
 * stays, or, on a path whose answers rotate, the first comes round again. An answer recorded under the same condition
 * (`If-None-Match`, `Range`) comes before the unconditional one.
 */
export function play(deck: Deck, turns: Turns, request: RecordedRequest): Outcome {
  const plain = deckKey({ ...request, headers: [] }, deck.rule, false);
  const conditional = deckKey(request, deck.rule, false);
  for (const key of conditional === plain ? [plain] : [conditional, plain]) {
    const cards = deck.byKey.get(key);
    if (!cards) continue;
    const turn = turns.get(key) ?? 0;
    const at = rotating.has(matchers.path(request)) ? turn % cards.length : Math.min(turn, cards.length - 1);
    const card = cards[at];
    if (card) return { kind: "played", card, key, turn };
  }
  return { kind: "missed" };
}

/** The recorded refusal for a request: of the same request, or of the same principal; null where none was recorded. */
export function recordedRefusal(deck: Deck, request: RecordedRequest): { card: Card; key: string } | null {
  const key = deckKey({ ...request, headers: [] }, deck.rule, true);
  const card = deck.byKey.get(key)?.[0] ?? deck.refusals.get(request.principal)?.[0];
  return card ? { card, key: deckKey(card.exchange.request, deck.rule, true) } : null;
}

/** The cards that were not given yet, in order. */
export function unplayed(deck: Deck, turns: Turns): readonly Card[] {
  return Array.from(deck.byKey, ([key, cards]) => cards.slice(turns.get(key) ?? 0)).flat();
}

function deckKey(request: RecordedRequest, rule: Rule, refusal: boolean): string {
  // No condition begins with a space.
  return `${refusal ? " refused" : conditionOf(request.headers)}\n${keyOf(request, rule)}`;
}

/** The condition that a request makes, as text; "" where it makes none. */
export function conditionOf(headers: HeaderList): string {
  if (headers.length === 0) return "";
  return ["if-none-match", "if-modified-since", "range"]
    .map((name) => headerOf(headers, name) ?? "")
    .join(" ")
    .trim();
}
