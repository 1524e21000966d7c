// A layer of tapes that are given as data: everything is in memory, and prepared when it is first played.
import type { Api } from "@tapedeck/api";
import { type Exchange, pinnedMoment, type Tape } from "@tapedeck/tape";
import { comparePositions, passesOf } from "@tapedeck/tape/har";
import { dropOldest, isLate, issuedIn, sortKey } from "@tapedeck/tape/internal";
import { issuedTo, userOf } from "../../login/login.ts";
import { pathOf } from "../../match/matchers.ts";
import { createPathAliases, type GrowingPathAliases } from "../aliases.ts";
import { keyOfExchange, layerKey, scopedPath, scopedPrincipal } from "../lookup.ts";
import { isSimulatedRefusal, type PreparedExchange } from "../prepared-exchange.ts";
import { firstPlace, pathKey, type SortedPaths } from "../sorted-paths.ts";
import {
  type Answers,
  type CountedTape,
  type FormedExchange,
  formed,
  type Layer,
  type LayerOptions,
  prepareExchange,
  type RecordedAt,
} from "./layer.ts";

/** How many prepared exchanges of late-read responses are held; beyond that they are prepared again. */
const mostLate = 8192;

const noneIssued: Pick<ReturnType<typeof issuedIn>, "issued"> = { issued: [] };

/** Positions in the layer, by key: most keys have one. */
type Places = Map<string, number | number[]>;

/**
 * Makes a layer of tapes.
 * @param firstId Id of its first exchange; the others follow.
 */
export function memoryLayer(tapes: readonly Tape[], firstId: number, options: LayerOptions): Layer {
  const { rule, rewriteOrigin } = options;
  const all: Array<{
    readonly formed: FormedExchange;
    readonly source: RecordedAt;
    prepared: PreparedExchange | null;
  }> = [];
  const byKey: Places = new Map();
  const byPath: Places = new Map();
  const byPrincipal: Places = new Map();
  const byIssued: Places = new Map();
  // The keys with a condition, by the key without it.
  const conditional = new Map<string, Set<string>>();
  const counts = new Map<string, { -readonly [Name in keyof CountedTape]: CountedTape[Name] }>();
  const aliases = new Map<string, GrowingPathAliases>();
  /** Those of late-read responses, by position. */
  const late = new Map<number, PreparedExchange>();
  // By scope.
  const users = new Map<string, Set<string>>();
  const sorted = new Map<string, string[]>();
  const sessions = new Set<string>();

  const exchangeAt = (place: number): PreparedExchange => {
    const each = all[place] as (typeof all)[number];
    const known = each.prepared ?? late.get(place);
    if (known !== undefined) return known;
    const prepared = prepareExchange(each.formed, each.source, firstId + place, rewriteOrigin);
    if (isLate(each.formed.exchange.response)) {
      late.set(place, prepared);
      dropOldest(late, mostLate);
    } else each.prepared = prepared;
    return prepared;
  };
  const exchangesAt = (places: Places, key: string): Iterable<PreparedExchange> =>
    listed(places.get(key)).map(exchangeAt);
  const sortedIn = (scope: string): string[] => {
    const known = sorted.get(scope);
    if (known !== undefined) return known;
    const own = [...byPath.keys()].filter((path) => path.startsWith(`${scope}/`));
    const fresh = own.map((path) => pathKey(path.slice(scope.length))).sort();
    sorted.set(scope, fresh);
    return fresh;
  };
  const pathsIn = (scope: string): SortedPaths => {
    const own = sortedIn(scope);
    return { length: own.length, at: (place) => own[place] ?? "" };
  };
  const tape = (name: string, origin: string, recordedAt: number): { exchanges: number } => {
    const known = counts.get(name);
    if (known !== undefined) return known;
    const fresh = { name, origin, recordedAt, exchanges: 0 };
    counts.set(name, fresh);
    return fresh;
  };

  const append = (exchange: Exchange, source: RecordedAt): number => {
    const each = formed(exchange, source, options);
    const { scope, api } = each;
    const keyed = { exchange: each.exchange, scope, refusal: isSimulatedRefusal(api, each.exchange.response) };
    const key = keyOfExchange(keyed, rule);
    const anyCondition = layerKey(keyed, rule);
    const path = scopedPath(scope, pathOf(each.exchange.request));
    if (sorted.has(scope) && !byPath.has(path)) {
      const newPath = pathKey(path.slice(scope.length));
      sortedIn(scope).splice(firstPlace(pathsIn(scope), newPath), 0, newPath);
    }
    put(byKey, key, all.length);
    put(byPath, path, all.length);
    if (keyed.refusal) put(byPrincipal, scopedPrincipal(scope, each.exchange.request.principal), all.length);
    const user = userOf(each.exchange.request);
    if (user !== null) users.set(scope, (users.get(scope) ?? new Set()).add(user));
    if (exchange.request.session !== undefined) sessions.add(exchange.request.session);
    // A late response issues nothing.
    const { issued } = isLate(each.exchange.response) ? noneIssued : issuedIn(each.exchange);
    for (const placeholder of new Set(issued)) put(byIssued, placeholder, all.length);
    if (key !== anyCondition) conditional.set(anyCondition, (conditional.get(anyCondition) ?? new Set()).add(key));
    all.push({ formed: each, source, prepared: null });
    tape(source.tape, source.origin, pinnedMoment).exchanges += 1;
    return firstId + all.length - 1;
  };

  for (const each of tapes) {
    const { name, origin, recordedAt, exchanges } = each;
    tape(name, origin, recordedAt);
    const passes = passesOf(exchanges);
    for (const [at, exchange] of exchanges.entries())
      append(exchange, { tape: name, place: at + 1, pass: passes[at] ?? 0, origin });
  }
  if (tapes.length > 1) {
    for (const places of byKey.values()) {
      if (typeof places !== "number") inRecordedOrder(places, (place) => all[place] as (typeof all)[number]);
    }
  }

  return {
    get size() {
      return all.length;
    },
    get origin() {
      return all[0]?.source.origin ?? null;
    },
    find(key): Answers | null {
      const places = byKey.get(key);
      if (places === undefined) return null;
      return typeof places === "number"
        ? { length: 1, areKept: true, at: () => exchangeAt(places) }
        : { length: places.length, areKept: true, at: (nth) => exchangeAt(places[nth] as number) };
    },
    *under(key) {
      yield* exchangesAt(byKey, key);
      for (const each of conditional.get(key) ?? []) yield* exchangesAt(byKey, each);
    },
    has: (key) => byKey.has(key) || conditional.has(key),
    *keys() {
      const conditions = new Set([...conditional.values()].flatMap((each) => [...each]));
      const withPath = (key: string, [first]: Iterable<PreparedExchange>): readonly [string, string][] => {
        return first === undefined ? [] : [[key, scopedPath(first.scope, pathOf(first.exchange.request))]];
      };
      for (const key of byKey.keys()) if (!conditions.has(key)) yield* withPath(key, exchangesAt(byKey, key));
      for (const [key, [first = ""]] of conditional)
        if (!byKey.has(key)) yield* withPath(key, exchangesAt(byKey, first));
    },
    atPath: (path) => exchangesAt(byPath, path),
    refusals: (principal) => exchangesAt(byPrincipal, principal),
    issuers: (placeholder) => exchangesAt(byIssued, placeholder),
    users: (scope) => users.get(scope) ?? [],
    *logins(scope) {
      for (const each of all) if (each.formed.scope === scope) yield* issuedTo(each.formed.exchange.request);
    },
    sessions: () => sessions,
    paths: pathsIn,
    aliases(api: Api, scope) {
      const known = aliases.get(scope) ?? createPathAliases(api);
      aliases.set(scope, known);
      known.learn(all.length, (at) => (all[at]?.formed.scope === scope ? all[at].formed.exchange.response : null));
      return known;
    },
    append,
    tapes: () => [...counts.values()],
    *[Symbol.iterator]() {
      for (const place of all.keys()) yield exchangeAt(place);
    },
  };
}

// A tape has its exchanges in order; under a rule without the path, answers may come from several tapes.
function inRecordedOrder(
  places: number[],
  at: (place: number) => { readonly formed: FormedExchange; readonly source: RecordedAt },
): void {
  const tapeOf = (place: number): string => at(place).source.tape;
  if (places.every((place) => tapeOf(place) === tapeOf(places[0] ?? 0))) return;
  const placed = places.map((place) => {
    const { formed, source } = at(place);
    return { place, pass: source.pass, key: sortKey(formed.exchange) };
  });
  for (const [nth, { place }] of placed.sort(comparePositions).entries()) places[nth] = place;
}

function put(places: Places, key: string, place: number): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, place);
  else if (typeof known === "number") places.set(key, [known, place]);
  else known.push(place);
}

function listed(places: number | readonly number[] = []): readonly number[] {
  return typeof places === "number" ? [places] : places;
}
