import type { Api, RouteMatch } from "@tapedeck/api";
import type { HeaderList, RecordedRequest } from "@tapedeck/tape";
import { conditionOf } from "../http/message.ts";
import type { CompiledRule, RuleOf } from "../match/compiled-rule.ts";
import { pathOf } from "../match/matchers.ts";
import { memoize, memoizeObject } from "../memoize.ts";
import type { Answers, PathAliases } from "./layer/layer.ts";
import type { PreparedExchange, Rendered } from "./prepared-exchange.ts";
import type { SortedPaths } from "./sorted-paths.ts";

/**
 * Recorded exchanges by key, of several layers; a layer's answers to a request hide those of the layers below. Play
 * counts are kept apart: see {@link PlayCounts}.
 */
export interface ExchangeIndex {
  /** Returns the rule of a scope. */
  readonly rule: RuleOf;
  /** Origin of the first tape; null if there is none. */
  readonly origin: string | null;
  /** Number of exchanges that can be replayed. */
  readonly size: number;
  /**
   * Returns the answers under a key.
   * @param anyCondition The same key without the condition.
   * @param path The path of the request, with its scope.
   */
  find(key: string, anyCondition: string, path: string): Sequence | null;
  /** See {@link Layer.only}; null where it is not known. */
  readonly only: ((scope: string, target: string) => PreparedExchange | null) | null;
  /** Returns the recordings of a path, among which the closest one to a miss is searched. */
  atPath(path: string): IteratorObject<PreparedExchange>;
  /** Returns recorded refusals to a principal whose limit was used up. */
  refusals(principal: string): Iterable<PreparedExchange>;
  /** Returns the exchanges whose answers issued a placeholder. */
  issuers(placeholder: string): IteratorObject<PreparedExchange>;
  /** Returns the users that recorded requests of a scope keep apart: see `typedLogin`. */
  users(scope: string): ReadonlySet<string>;
  /** Returns what stands in recorded requests of a scope for credentials that answers may have issued; each once. */
  logins(scope: string): Iterable<string>;
  /** Returns the names of recorded sessions: see `RecordedRequest.session`. */
  sessions(): ReadonlySet<string>;
  /** Returns the paths of a scope, for each layer. */
  paths(scope: string): readonly SortedPaths[];
  /** Returns the path aliases of each layer. */
  aliases(api: Api, scope: string): readonly PathAliases[];
  /** Returns all exchanges that can be replayed. */
  exchanges(): Iterable<PreparedExchange>;
  /** Generates answers to requests that no tape has; null if nothing does. */
  readonly generate: Generate | null;
}

/** The answers to one request, in the order in which they are played. */
export interface Sequence extends Answers {
  /** Unique over all layers; play counts go by it. */
  readonly id: number;
  readonly afterLast: AfterLast;
}

/** What follows the last recorded answer to a request: the last one again, the first one again, or a miss. */
export type AfterLast = "stay" | "cycle" | "end";

/**
 * Generates the response to a request that no tape has, always the same one; returns null if it has none either. A HEAD
 * is passed as a GET.
 */
export type Generate = (request: RecordedRequest, route: RouteMatch) => Generated | null;

/** A response that was generated. */
export interface Generated {
  /** Name of the generator, in place of a tape's. */
  readonly source: string;
  readonly status: number;
  readonly headers: HeaderList;
  /** Returns the bytes to send to a caller who reached the server under this base. */
  readonly render: (base: string) => Rendered;
}

/** How often each sequence was played, by its id. */
export interface PlayCounts {
  get(id: number): number;
}

/** How a recorded answer was found. */
export interface Match {
  /** Whether the recording was found by the request itself, or by the request under the same condition. */
  readonly by: "request" | "condition";
  /** The sequence that is played, and how often it was played before. */
  readonly sequence: number;
  readonly turn: number;
  /** Whether it gives the same answer each time, as long as the index stays the same. */
  readonly isLasting: boolean;
  /** Whether it is the last of several answers, and was given before. */
  readonly isGivenAgain: boolean;
}

/** The result of a look-up. An answer that is refused does not count as played. */
type LookupResult =
  | { readonly kind: "played"; readonly prepared: PreparedExchange; readonly match: Match }
  /** All its answers were played, and none follows the last one. */
  | { readonly kind: "over"; readonly answers: Answers }
  | { readonly kind: "missed" };

/** A request, prepared for look-up. */
export interface Lookup {
  readonly request: RecordedRequest;
  /** Its key; if it has a condition, then also the key without it. */
  readonly keys: readonly string[];
  readonly anyCondition: string;
  /** Its path, with its scope. */
  readonly path: string;
}

/** Prepares a request for look-up. */
export function lookupOf(request: RecordedRequest, scope: string, rule: RuleOf): Lookup {
  const path = scopedPath(scope, pathOf(request));
  if (request.headers.length === 0 && request.body === null) {
    const key = plainKeys(rule(scope))(scope)(request.method)(request.principal)(request.target);
    return { request, keys: [key], anyCondition: key, path };
  }
  const anyCondition = conditionedKey("", scopedKey(scope, request, rule));
  const condition = conditionOf(request.headers);
  // A request for a WebSocket gets only a WebSocket.
  const isOnly = condition === "" || condition === webSocket;
  return { request, keys: [condition + anyCondition, ...(isOnly ? [] : [anyCondition])], anyCondition, path };
}

/** Returns whether an index has answers to a request, whichever client got them. */
export function isRecorded(index: ExchangeIndex, { keys, anyCondition, path }: Lookup): boolean {
  return keys.some((key) => index.find(key, anyCondition, path) !== null);
}

/**
 * Looks a request up by its key. The nth equal request gets the nth recorded answer; the sequence says what follows the
 * last one. An answer recorded under the same condition (`If-None-Match`, `Range`) precedes the unconditional one.
 * @param narrow Chooses among the answers to requests that the rule cannot tell apart; null for none of them.
 */
export function play(
  index: ExchangeIndex,
  counts: PlayCounts,
  { keys, anyCondition, path }: Lookup,
  narrow: (all: Sequence) => Sequence | null,
): LookupResult {
  for (const key of keys) {
    const all = index.find(key, anyCondition, path);
    const sequence = all && narrow(all);
    if (sequence === null) continue;
    const { id, length, afterLast, areKept } = sequence;
    const turn = counts.get(id);
    if (turn >= length && afterLast === "end") return { kind: "over", answers: sequence };
    const prepared = sequence.at(afterLast === "cycle" ? turn % length : Math.min(turn, length - 1));
    const isLasting = length === 1 && afterLast !== "end" && areKept;
    const by = key === anyCondition ? "request" : "condition";
    const isGivenAgain = length > 1 && length <= turn && afterLast !== "cycle";
    return { kind: "played", prepared, match: { by, sequence: id, turn, isLasting, isGivenAgain } };
  }
  return { kind: "missed" };
}

/**
 * Returns the recorded refusal for a request: to the same request, or to the same principal; null if none was recorded.
 */
export function recordedRefusal(
  index: ExchangeIndex,
  request: RecordedRequest,
  scope: string,
): { prepared: PreparedExchange; sequence: number | null } | null {
  const key = conditionedKey(refused, scopedKey(scope, request, index.rule));
  const [same] = index.refusals(scopedPrincipal(scope, request.principal));
  const prepared = index.find(key, key, scopedPath(scope, pathOf(request)))?.at(0) ?? same;
  if (prepared === undefined) return null;
  const own = keyOfExchange(prepared, index.rule);
  const sequence = index.find(own, own, scopedPath(scope, pathOf(prepared.exchange.request)));
  // A packed one whose target holds what a client's header hid since then is not found by its key any more.
  return { prepared, sequence: sequence?.id ?? null };
}

/** The parts of an exchange that make up its keys. */
type Keyed = Pick<PreparedExchange, "exchange" | "refusal" | "scope">;

/** Returns the key under which an index has the answers to an exchange's request. */
export function keyOfExchange({ exchange: { request }, refusal, scope }: Keyed, rule: RuleOf): string {
  return conditionedKey(refusal ? refused : conditionOf(request.headers), scopedKey(scope, request, rule));
}

/** Returns the same key for a request, which asks for no refusal. */
export function keyOfRequest(request: RecordedRequest, rule: RuleOf, scope: string): string {
  return conditionedKey(conditionOf(request.headers), scopedKey(scope, request, rule));
}

/** Returns the key without the condition: a layer hides the answers under it in lower layers. */
export function layerKey({ exchange: { request }, refusal, scope }: Keyed, rule: RuleOf): string {
  return conditionedKey(refusal ? refused : "", scopedKey(scope, request, rule));
}

/** The condition of a request that asks for a WebSocket. */
const webSocket = "websocket";

/** Keys of requests without body and further headers: most requests are such, and repeat. */
const plainKeys = memoizeObject((rule: CompiledRule) =>
  memoize(64, (scope: string) =>
    memoize(16, (method: string) =>
      memoize(64, (principal: string) =>
        memoize(4096, (target: string) =>
          conditionedKey(
            "",
            scopedKey(scope, { method, target, principal, headers: [], body: null }, () => rule),
          ),
        ),
      ),
    ),
  ),
);

/** Stands for the condition in the key of a recorded refusal: no condition begins with a space. */
const refused = " refused";

function conditionedKey(condition: string, request: string): string {
  return `${condition}\n${request}`;
}

function scopedKey(scope: string, request: RecordedRequest, rule: RuleOf): string {
  return `${scope}\n${rule(scope).key(request)}`;
}

/** Returns a path with its scope, as an index stores it: the scope is a segment before the path's. */
export function scopedPath(scope: string, path: string): string {
  return scope + path;
}

/** Returns a principal with its scope, as an index stores it. */
export function scopedPrincipal(scope: string, principal: string): string {
  return `${scope} ${principal}`;
}
