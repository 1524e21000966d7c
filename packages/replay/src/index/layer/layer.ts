// A layer of an index: the synchronous side of a `Store` of @tapedeck/tape, which finds exchanges by the key that a
// rule makes of their requests. `stacked-index.ts` decides which of several layers answers. Read next:
// `memory-layer.ts`, tapes that are given as data.
import { type Api, matchRoute, type RouteMatch } from "@tapedeck/api";
import { anonymous, type Exchange, type RecordedRequest, type Scrubber, type Tape } from "@tapedeck/tape";
import type { SecretMemory } from "@tapedeck/tape/internal";
import type { RuleOf } from "../../match/compiled-rule.ts";
import { type ExchangeSource, type Packed, PreparedExchange } from "../prepared-exchange.ts";
import type { SortedPaths } from "../sorted-paths.ts";

/**
 * A layer of exchanges: where two layers have answers to one request, those of the upper one count. No operation takes
 * longer the more exchanges there are, except those that list them.
 */
export interface Layer {
  readonly size: number;
  /** Origin of the first tape; null if there is none. */
  readonly origin: string | null;
  /**
   * Returns the answers under a key, in recorded order; null if there are none.
   * @param path The path of the request, with its scope.
   */
  find(key: string, path: string): Answers | null;
  /**
   * Returns the exchange that any GET of a target gets, whatever is known of the request besides its sender; null if more
   * decides about it. Absent where that is not known.
   */
  readonly only?: ((scope: string, target: string) => PreparedExchange | null) | undefined;
  /** Returns those whose key is this one, with or without a condition. */
  under(anyCondition: string, path: string): Iterable<PreparedExchange>;
  /** Returns whether there are any. */
  has(anyCondition: string, path: string): boolean;
  /** Returns the keys, without conditions, that have answers, and their paths. */
  keys(): Iterable<readonly [anyCondition: string, path: string]>;
  atPath(path: string): Iterable<PreparedExchange>;
  refusals(principal: string): Iterable<PreparedExchange>;
  /** Returns the exchanges whose answers issued a placeholder. */
  issuers(placeholder: string): Iterable<PreparedExchange>;
  /** Returns the users that recorded requests of a scope keep apart: see `typedLogin`. */
  users(scope: string): Iterable<string>;
  /** See {@link ExchangeIndex.logins}; of a packed file, the first hundreds. */
  logins(scope: string): Iterable<string>;
  /** See {@link ExchangeIndex.sessions}; of a packed file, the first hundreds. */
  sessions(): Iterable<string>;
  /** Returns the paths of a scope. */
  paths(scope: string): SortedPaths;
  aliases(api: Api, scope: string): PathAliases;
  /** Adds an exchange behind the others to its request, and returns its id. */
  append(exchange: Exchange, source: RecordedAt): number;
  tapes(): readonly CountedTape[];
  [Symbol.iterator](): Iterator<PreparedExchange>;
}

/** The answers to one request, in recorded order; at least one. */
export interface Answers {
  readonly length: number;
  /** Whether they stay in memory, so that a caller may keep a reference. */
  readonly areKept: boolean;
  /** The nth, from 0. */
  at(nth: number): PreparedExchange;
}

/** Paths that recorded documents name as aliases of each other. */
export interface PathAliases {
  /** Returns the path of an alias. */
  pathOf(alias: string): string | undefined;
  aliasesOf(path: string): Iterable<string>;
}

/** The position of an exchange: its tape, and its place there from 1. */
export interface RecordedAt extends Pick<ExchangeSource, "tape" | "place" | "pass" | "origin"> {
  /** Path prefix of the origin. Default: the one in the API's description. */
  readonly prefix?: string;
  /** Default: the scope of its origin. */
  readonly scope?: string;
}

/** What is known of a tape besides its exchanges. */
export type TapeInfo = Pick<Tape, "name" | "origin" | "recordedAt">;

/** The same with the number of its exchanges. */
export interface CountedTape extends TapeInfo {
  readonly exchanges: number;
}

/** Settings for preparing exchanges. */
export interface LayerOptions {
  /** Returns the API of an origin, and the scope in which its exchanges are looked up. */
  readonly apiOf: (origin: string) => { readonly api: Api; readonly scope: string };
  /** Returns the API of a scope. */
  readonly apiIn: (scope: string) => { readonly api: Api; readonly scope: string };
  readonly rule: RuleOf;
  readonly rewriteOrigin: boolean;
  readonly scrubber: Scrubber & Partial<Pick<SecretMemory, "learnt" | "settings">>;
}

/** A recorded exchange whose request has the form that look-ups use. */
export interface FormedExchange {
  readonly exchange: Exchange;
  readonly api: Api;
  readonly scope: string;
  readonly route: RouteMatch;
  /** Its target as it was sent, without the prefix that the API leaves out. */
  readonly sentTarget: string;
}

/**
 * Brings a recorded request into the form that look-ups use, redacted like a request that comes in.
 * @param known The request in that form, if it is known.
 */
export function formed(
  { request, response }: Exchange,
  source: RecordedAt,
  { apiOf, apiIn, scrubber }: Pick<LayerOptions, "apiOf" | "apiIn" | "scrubber">,
  known?: RecordedRequest,
): FormedExchange {
  const { api, scope } = source.scope === undefined ? apiOf(source.origin) : apiIn(source.scope);
  const route = matchRoute(api, request.method, request.target);
  const principal = route.operation?.sameForEveryone ? anonymous : request.principal;
  const exchange = {
    request: known ?? compared(scrubber.request({ ...request, principal }), request, route, api),
    response,
  };
  return {
    exchange: api.behaviour.beforeReplay?.(exchange) ?? exchange,
    api,
    scope,
    route,
    sentTarget: withoutPrefix(request.target, route),
  };
}

// Hidden as it was sent, as a request that comes in is.
function compared(clean: RecordedRequest, { target }: RecordedRequest, route: RouteMatch, api: Api): RecordedRequest {
  return { ...clean, target: (clean.target === target ? route : matchRoute(api, clean.method, clean.target)).target };
}

/** Returns the target of a request as it was sent, without the prefix that its API leaves out. */
export function withoutPrefix(target: string, { prefix }: Pick<RouteMatch, "prefix">): string {
  return target.startsWith(prefix) ? target.slice(prefix.length) : target;
}

/** Prepares a formed exchange for sending. */
export function prepareExchange(
  { exchange, api, scope, route, sentTarget }: FormedExchange,
  at: RecordedAt,
  id: number,
  rewriteOrigin: boolean,
  packed?: Packed,
): PreparedExchange {
  const { prefix = route.prefix } = at;
  const source = {
    ...at,
    id,
    prefix,
    scope,
    sentTarget,
    listed: route.route !== null,
    operation: route.operation,
    packed,
  };
  return new PreparedExchange(exchange, source, api, rewriteOrigin);
}
