// A layer of an index: the synchronous side of a `Store` of @tapedeck/tape, where exchanges are found by the key that a
// rule makes of their requests. Which of several layers answers is decided in `stacked-index.ts`. Read next:
// `memory-layer.ts`, tapes that are given as data.
import { type Api, matchRoute, type RouteMatch } from "@tapedeck/api";
import { anonymous, type Exchange, type RecordedRequest, type Scrubber, type Tape } from "@tapedeck/tape";
import type { RuleOf } from "../match/compiled-rule.ts";
import { type ExchangeSource, type PreparedExchange, prepareExchange } from "./prepared-exchange.ts";
import type { SortedPaths } from "./sorted-paths.ts";

/**
 * Exchanges that lie together, under some layers and over others: where two have answers to one request, the upper one's
 * count. Nothing here takes longer the more exchanges there are, but what lists them.
 */
export interface Layer {
  readonly size: number;
  /** Where the first was recorded; null where there is none. */
  readonly origin: string | null;
  /**
   * Finds the answers under a key, in recorded order; null where there is none.
   * @param path The path of the request, in its scope.
   */
  find(key: string, path: string): Answers | null;
  /** Those whose key is this one, or this one with a condition. */
  under(anyCondition: string, path: string): Iterable<PreparedExchange>;
  /** Whether there are any. */
  has(anyCondition: string, path: string): boolean;
  /** The keys, without conditions, that there are answers to, and their paths. */
  keys(): Iterable<readonly [anyCondition: string, path: string]>;
  atPath(path: string): Iterable<PreparedExchange>;
  refusals(principal: string): Iterable<PreparedExchange>;
  /** The paths of a scope. */
  paths(scope: string): SortedPaths;
  aliases(api: Api, scope: string): PathAliases;
  /** Adds an exchange after the others to its request. */
  append(exchange: Exchange, source: RecordedAt): void;
  tapes(): readonly CountedTape[];
  [Symbol.iterator](): Iterator<PreparedExchange>;
}

/** The answers to one request, in recorded order; at least one. */
export interface Answers {
  readonly length: number;
  /** Whether they stay in memory, so that a caller may keep them. */
  readonly areKept: boolean;
  /** The nth, from 0. */
  at(nth: number): PreparedExchange;
}

/** Paths that stand for each other, as recorded documents tell. */
export interface PathAliases {
  /** The path that another one stands for. */
  pathOf(alias: string): string | undefined;
  aliasesOf(path: string): Iterable<string>;
}

/** Where an exchange stands: its tape, and its place there from 1. */
export interface RecordedAt extends Pick<ExchangeSource, "tape" | "place" | "pass" | "origin"> {
  /** Path prefix of the origin. Default: as the description of its API says. */
  readonly prefix?: string;
  /** Default: that of its origin. */
  readonly scope?: string;
}

/** Facts about a tape besides its exchanges. */
export type TapeInfo = Pick<Tape, "name" | "origin" | "recordedAt">;

/** The same, and how many exchanges it has. */
export interface CountedTape extends TapeInfo {
  readonly exchanges: number;
}

/** Settings for making exchanges ready. */
export interface LayerOptions {
  /** The API of an origin, and the scope in which its exchanges are looked up. */
  readonly apiOf: (origin: string) => { readonly api: Api; readonly scope: string };
  /** The API of a scope. */
  readonly apiIn: (scope: string) => { readonly api: Api; readonly scope: string };
  readonly rule: RuleOf;
  readonly rewriteOrigin: boolean;
  readonly scrubber: Scrubber;
}

/** A recorded exchange whose request has the form in which requests are looked up. */
export interface FormedExchange {
  readonly exchange: Exchange;
  readonly api: Api;
  readonly scope: string;
  readonly route: RouteMatch;
}

/**
 * Brings a recorded request into the form, and through the redaction, of the requests that will be looked up.
 * @param known The request in that form, where it is known.
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
  const exchange = { request: known ?? scrubber.request({ ...request, target: route.target, principal }), response };
  return { exchange: api.behaviour.beforeReplay?.(exchange) ?? exchange, api, scope, route };
}

/** Makes a formed exchange ready to be sent. */
export function prepared(
  { exchange, api, scope, route }: FormedExchange,
  { tape, place, pass, origin, prefix = route.prefix }: RecordedAt,
  id: number,
  rewriteOrigin: boolean,
  wire?: Uint8Array<ArrayBuffer> | null,
): PreparedExchange {
  const from = {
    id,
    tape,
    place,
    pass,
    origin,
    prefix,
    scope,
    listed: route.route !== null,
    operation: route.operation,
    wire,
  };
  return prepareExchange(exchange, from, api, rewriteOrigin);
}
