import type { RouteMatch } from "@tapedeck/api";
import { type HeaderList, headerOf, type RecordedRequest } from "@tapedeck/tape";
import type { CompiledRule } from "../match/compiled-rule.ts";
import { memoize, memoizeObject } from "../memoize.ts";
import type { PreparedExchange, Rendered } from "./prepared-exchange.ts";

/** The rule by which the requests of a scope are told apart. */
export type RuleOf = (scope: string) => CompiledRule;

/** Tapes, indexed. What has been played is kept apart: see {@link PlayCounts}. */
export interface ExchangeIndex {
  /** The rule of each scope. */
  readonly rule: RuleOf;
  /** Those that can be given: none that a layer above has an answer in place of. */
  readonly cards: readonly PreparedExchange[];
  readonly byKey: ReadonlyMap<string, Sequence>;
  /** By path: where the nearest recording of a miss is looked for. */
  readonly byPath: ReadonlyMap<string, readonly PreparedExchange[]>;
  /** By principal: what the API said when the limit was used up. */
  readonly refusals: ReadonlyMap<string, readonly PreparedExchange[]>;
  /** What answers a request that no tape has; null where nothing does. */
  readonly generate: Generate | null;
}

/** The answers to one request, in the order they are given. */
export interface Sequence {
  /** Names it among all of the deck's, also among those of other layers; its turns are counted under it. */
  readonly id: string;
  /** The layer that it is of. */
  readonly layer: string;
  readonly cards: readonly PreparedExchange[];
  readonly afterLast: AfterLast;
}

/**
 * What comes after the last answer to a request: it stays, the first comes round again, or there is none any more and
 * who asks is told so.
 */
export type AfterLast = "stay" | "cycle" | "end";

/**
 * Makes the response to a request that no tape has, always the same one; null where it has nothing either. A HEAD is put
 * to it as the GET that it is.
 */
export type Generate = (request: RecordedRequest, route: RouteMatch) => Generated | null;

/** A response that was generated. */
export interface Generated {
  /** What generated it, as a tape is named. */
  readonly source: string;
  readonly status: number;
  readonly headers: HeaderList;
  /** What to send to a caller who reached us under this base. */
  readonly render: (base: string) => Rendered;
}

/** How often each sequence has been asked for, by its id. */
export type PlayCounts = ReadonlyMap<string, number>;

/** How a recorded answer was found. */
export interface Match {
  /** What was recorded: the request itself, or the request under the same condition. */
  readonly by: "request" | "condition";
  /** The sequence whose turn it is, and how many of its turns were taken before. */
  readonly sequence: string;
  readonly turn: number;
}

/** What comes of looking a request up. To refuse an answer is not to count its turn. */
export type Outcome =
  | { readonly kind: "played"; readonly card: PreparedExchange; readonly match: Match }
  /** All its answers were given, and none comes after the last. */
  | { readonly kind: "over"; readonly cards: readonly PreparedExchange[] }
  | { readonly kind: "missed" };

/**
 * Looks a request up by its key. The nth time the same is asked, the nth recorded answer is given; what comes after the
 * last, its sequence says. An answer recorded under the same condition (`If-None-Match`, `Range`) comes before the
 * unconditional one.
 */
export function play(deck: ExchangeIndex, turns: PlayCounts, request: RecordedRequest, scope: string): Outcome {
  const condition = conditionOf(request.headers);
  const plain = request.headers.length === 0 && request.body === null;
  for (const each of condition === "" ? [""] : [condition, ""]) {
    const key = plain
      ? plainKeys(deck.rule(scope))(scope)(request.method)(request.principal)(request.target)
      : deckKey(each, scopedKey(scope, request, deck.rule));
    const sequence = deck.byKey.get(key);
    if (!sequence) continue;
    const { id, cards, afterLast } = sequence;
    const turn = turns.get(id) ?? 0;
    if (turn >= cards.length && afterLast === "end") return { kind: "over", cards };
    const card = cards[afterLast === "cycle" ? turn % cards.length : Math.min(turn, cards.length - 1)];
    if (card) return { kind: "played", card, match: { by: each === "" ? "request" : "condition", sequence: id, turn } };
  }
  return { kind: "missed" };
}

/** The recorded refusal for a request: of the same request, or of the same principal; null where none was recorded. */
export function recordedRefusal(
  deck: ExchangeIndex,
  request: RecordedRequest,
  scope: string,
): { card: PreparedExchange; sequence: string } | null {
  const key = deckKey(refused, scopedKey(scope, request, deck.rule));
  const card = deck.byKey.get(key)?.cards[0] ?? deck.refusals.get(scopedPrincipal(scope, request.principal))?.[0];
  const sequence = card && deck.byKey.get(keyOfExchange(card, deck.rule));
  return card && sequence ? { card, sequence: sequence.id } : null;
}

/** Where the answers to what a card was recorded for stand in a deck. */
export function keyOfExchange({ exchange: { request }, refusal, scope }: PreparedExchange, rule: RuleOf): string {
  return deckKey(refusal ? refused : conditionOf(request.headers), scopedKey(scope, request, rule));
}

/** The same of a request, which asks for no refusal. */
export function keyOfRequest(request: RecordedRequest, rule: RuleOf, scope: string): string {
  return deckKey(conditionOf(request.headers), scopedKey(scope, request, rule));
}

/** The same without the condition: what an upper layer has its own answers to. */
export function layerKey({ exchange: { request }, refusal, scope }: PreparedExchange, rule: RuleOf): string {
  return deckKey(refusal ? refused : "", scopedKey(scope, request, rule));
}

/** The condition that a request makes, as text; "" where it makes none. */
export function conditionOf(headers: HeaderList): string {
  if (headers.length === 0) return "";
  return ["if-none-match", "if-modified-since", "range"]
    .map((name) => headerOf(headers, name) ?? "")
    .join(" ")
    .trim();
}

/** The keys of requests that are no more than a line and a principal: most are, and come again. */
const plainKeys = memoizeObject((rule: CompiledRule) =>
  memoize(64, (scope: string) =>
    memoize(16, (method: string) =>
      memoize(64, (principal: string) =>
        memoize(4096, (target: string) =>
          deckKey(
            "",
            scopedKey(scope, { method, target, principal, headers: [], body: null }, () => rule),
          ),
        ),
      ),
    ),
  ),
);

/** What stands in a key for a condition where the limit was used up: no condition begins with a space. */
const refused = " refused";

function deckKey(condition: string, request: string): string {
  return `${condition}\n${request}`;
}

function scopedKey(scope: string, request: RecordedRequest, rule: RuleOf): string {
  return `${scope}\n${rule(scope).key(request)}`;
}

/** A path in its scope, as `byPath` is keyed: a segment of its own before the path's. */
export function scopedPath(scope: string, path: string): string {
  return scope + path;
}

/** A principal in its scope, as `refusals` is keyed. */
export function scopedPrincipal(scope: string, principal: string): string {
  return `${scope} ${principal}`;
}
