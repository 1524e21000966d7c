// A layer of a packed file: it finds exchanges by the keys that the file was packed with, and reads them when they are
// played.
import { matchRoute } from "@tapedeck/api";
import type { PackedExchange, PackedTapes } from "@tapedeck/tape";
import { issuedIn } from "@tapedeck/tape/internal";
import { pathOf } from "../../match/matchers.ts";
import { keyOfExchange, layerKey, scopedPath } from "../lookup.ts";
import { onlyText } from "../plain-exchange.ts";
import { PreparedExchange } from "../prepared-exchange.ts";
import { startingWith } from "../sorted-paths.ts";
import {
  type Answers,
  type FormedExchange,
  formed,
  type Layer,
  type LayerOptions,
  prepareExchange,
  withoutPrefix,
} from "./layer.ts";
import { memoryLayer } from "./memory-layer.ts";
import { aliasFact, keyedBy, loginFact, pathFact, sessionFact, tokensOf, userFact } from "./pack-keys.ts";

/** Maximum number of prepared exchanges of a packed file in memory, and of bytes of their bodies. */
const mostHeld = 512;
const mostHeldBytes = 8 * 1024 * 1024;
/** In a file of at most this many exchanges, a caller may keep those with short bodies: 32 MiB together. */
const fewKept = 4096;
const shortBody = 8192;

/**
 * Makes a layer of a packed file. Under another rule or description, or other settings of redaction, than it was packed
 * with, it searches the answers of the path.
 * @param firstId Id of its first exchange; the others follow.
 * @throws RangeError if the rule leaves the path out, or the description normalizes paths differently.
 */
export function packedLayer(pack: PackedTapes, firstId: number, options: LayerOptions): Layer {
  const { rule, rewriteOrigin, scrubber } = options;
  const { settings = null } = scrubber;
  const tokens = tokensOf(pack.origins, options.apiOf);
  const own = keyedBy(pack.origins, options);
  const isSame = own === pack.keyedBy;
  // A request packed under the same settings already has the form for look-ups, unless the player was given secrets.
  const isFormed = isSame && (scrubber.learnt ?? 0) === 0;
  const hasPaths = own.split(" ")[0] === pack.keyedBy.split(" ")[0] && rule("").names.includes("path");
  if (!isSame && !hasPaths) {
    throw new RangeError(
      `Cannot find requests in "${pack.file}": it was packed with another rule or description; pack it again with the same --match, --ignore and --api`,
    );
  }
  // The answers from upstream.
  const stored = memoryLayer([], firstId + pack.size, options);
  const held = new Map<number, PreparedExchange>();
  let heldBytes = 0;

  const formedOf = ({ exchange, formed: request, tape, origin }: PackedExchange): FormedExchange => {
    const source = { tape, place: 0, pass: 0, origin };
    return formed(exchange, source, options, isFormed ? request : undefined);
  };
  const exchangeAt = (place: number): PreparedExchange => {
    const known = held.get(place);
    if (known !== undefined) return known;
    const read = pack.read(place);
    const { tape, origin, pass, body, refusal, namesOrigin } = read;
    const source = { tape, place: read.place, pass, origin };
    const packed = { body, namesOrigin, refusal: isSame ? refusal : null };
    const prepared = prepareExchange(formedOf(read), source, firstId + place, rewriteOrigin, packed);
    heldBytes += body?.length ?? 0;
    if (held.size >= mostHeld || heldBytes > mostHeldBytes) {
      held.clear();
      heldBytes = body?.length ?? 0;
    }
    held.set(place, prepared);
    return prepared;
  };
  const isHooked = pack.origins.some((origin) => options.apiOf(origin).api.behaviour.beforeReplay !== undefined);
  const only = (scope: string, target: string): PreparedExchange | null => {
    const token = tokens.get(scope);
    if (token === undefined || settings === null || stored.size > 0) return null;
    const read = pack.only(onlyText({ settings }, token, target));
    if (read === null || read.target !== target) return null;
    const { api, scope: own } = options.apiOf(read.origin);
    const { route, operation, prefix } = matchRoute(api, "GET", target);
    const { tape, place, pass, origin, body, namesOrigin, refusal } = read;
    const sentTarget = withoutPrefix(target, { prefix });
    const id = firstId + read.at;
    const packed = { body, namesOrigin, refusal };
    const source = {
      id,
      tape,
      place,
      pass,
      origin,
      prefix,
      scope,
      sentTarget,
      listed: route !== null,
      operation,
      packed,
    };
    return own === scope ? new PreparedExchange(read, source, api, rewriteOrigin) : null;
  };
  /** Returns the positions under a text with its scope before it. */
  const placesOf = (table: "path" | "refusal", text: string): readonly number[] => {
    const [, scope = "", own = ""] = /^(\d*)(.*)$/s.exec(text) ?? [];
    const token = tokens.get(scope);
    return token === undefined ? [] : pack.find(table, token + own);
  };
  /** Returns the positions under a key of the table, or those of the path that have this key. */
  const places = (
    table: "key" | "condition",
    key: string,
    path: string,
    keyOf: (prepared: PreparedExchange) => string,
  ): readonly number[] => {
    if (!isSame) return placesOf("path", path).filter((place) => keyOf(exchangeAt(place)) === key);
    const [condition = "", scope = "", ...others] = key.split("\n");
    const token = tokens.get(scope);
    const found = token === undefined ? [] : pack.find(table, [condition, token, ...others].join("\n"));
    // Two texts may share a hash.
    return found.length === 0 || keyOf(exchangeAt(found[0] as number)) === key
      ? found
      : found.filter((place) => keyOf(exchangeAt(place)) === key);
  };
  const keyed = (key: string, path: string): readonly number[] =>
    places("key", key, path, (prepared) => keyOfExchange(prepared, rule));
  const conditional = (key: string, path: string): readonly number[] =>
    places("condition", key, path, (prepared) => {
      const anyCondition = layerKey(prepared, rule);
      return anyCondition === keyOfExchange(prepared, rule) ? "" : anyCondition;
    });
  const all = function* (): Generator<PreparedExchange> {
    for (let place = 0; place < pack.size; place += 1) yield exchangeAt(place);
    yield* stored;
  };

  return {
    get size() {
      return pack.size + stored.size;
    },
    origin: pack.origins[0] ?? null,
    find(key, path): Answers | null {
      const found = keyed(key, path);
      const more = stored.size === 0 ? null : stored.find(key, path);
      if (found.length === 0) return more;
      return {
        length: found.length + (more?.length ?? 0),
        areKept: pack.size <= fewKept && isShort(exchangeAt(found[0] as number)),
        at: (nth) => (nth < found.length ? exchangeAt(found[nth] as number) : (more as Answers).at(nth - found.length)),
      };
    },
    // In a smaller file, what a request gets is kept.
    only: isSame && !isHooked && pack.size > fewKept ? only : undefined,
    *under(key, path) {
      yield* [...keyed(key, path), ...conditional(key, path)].map(exchangeAt);
      yield* stored.under(key, path);
    },
    has: (key, path) => keyed(key, path).length > 0 || conditional(key, path).length > 0 || stored.has(key, path),
    *keys() {
      for (const prepared of all())
        yield [layerKey(prepared, rule), scopedPath(prepared.scope, pathOf(prepared.exchange.request))] as const;
    },
    *atPath(path) {
      yield* placesOf("path", path).values().map(exchangeAt);
      yield* stored.atPath(path);
    },
    *refusals(principal) {
      yield* placesOf("refusal", principal).values().map(exchangeAt);
      yield* stored.refusals(principal);
    },
    *issuers(placeholder) {
      // Two texts may share a hash.
      for (const prepared of pack.find("issuer", placeholder).values().map(exchangeAt))
        if (issuedIn(prepared.exchange).issued.includes(placeholder)) yield prepared;
      yield* stored.issuers(placeholder);
    },
    *users(scope) {
      const token = tokens.get(scope);
      if (token !== undefined && pack.hasFacts) yield* pack.facts(userFact(token));
      yield* stored.users(scope);
    },
    *logins(scope) {
      const token = tokens.get(scope);
      if (token !== undefined && pack.hasFacts) yield* pack.facts(loginFact(token));
      yield* stored.logins(scope);
    },
    *sessions() {
      if (pack.hasFacts) yield* pack.facts(sessionFact);
      yield* stored.sessions();
    },
    paths(scope) {
      const token = tokens.get(scope);
      return token === undefined ? stored.paths(scope) : startingWith(pack.paths, token);
    },
    aliases(api, scope) {
      const more = stored.aliases(api, scope);
      const token = tokens.get(scope);
      if (token === undefined || !pack.hasFacts) return more;
      return {
        pathOf: (alias) => pack.facts(pathFact(token, alias))[0] ?? more.pathOf(alias),
        aliasesOf: (path) => [...pack.facts(aliasFact(token, path)), ...more.aliasesOf(path)],
      };
    },
    append: stored.append,
    tapes: () => [
      ...[...pack.tapes()].map(({ name, origin, recordedAt, exchanges }) => ({ name, origin, recordedAt, exchanges })),
      ...stored.tapes(),
    ],
    [Symbol.iterator]: all,
  };
}

function isShort({ exchange: { response } }: PreparedExchange): boolean {
  return (response.body?.text?.length ?? 0) <= shortBody;
}
