import { pinRateLimit } from "@tapedeck/rate-limit";
import {
  anonymous,
  type Body,
  pinnedMoment,
  type RecordedRequest,
  type RecordedResponse,
  sanitize,
  type Tape,
} from "@tapedeck/tape";
import { pathOf } from "../match/matchers.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { Layer, LayerOptions, TapeInfo } from "./layer/layer.ts";
import { memoryLayer } from "./layer/memory-layer.ts";
import { packedLayer } from "./layer/packed-layer.ts";
import { hiddenIn, type IndexOptions, stackedIndex } from "./layer/stacked-index.ts";
import { type ExchangeIndex, keyOfRequest, scopedPath } from "./lookup.ts";
import { isPacked, type TapeSource } from "./tape-source.ts";

/** A loaded tape. */
export interface LoadedTape extends TapeInfo {
  /** The override that it belongs to; null for the player's own tapes and stored answers. */
  readonly override: string | null;
  readonly exchanges: number;
  /** How many of its exchanges can be replayed: the others have an answer in a layer above. */
  readonly visible: number;
}

/** Limits for overrides. */
export interface OverrideLimits {
  /** Number of overrides. Default: 100. */
  readonly entries?: number;
  /** Approximate bytes of all their bodies in memory. Default: 64 MiB. */
  readonly bytes?: number;
}

/** Everything that a player has: a stack of layers, which can grow. */
export interface ExchangeStore {
  /** A new object whenever something is added or removed. */
  readonly index: ExchangeIndex;
  /** Puts tapes on top of everything; replaces an override of the same name. */
  addOverride(name: string, tapes: readonly Tape[]): void;
  /** Removes an override; returns false if there is none of this name. */
  removeOverride(name: string): boolean;
  /** Removes all overrides. */
  removeOverrides(): void;
  /**
   * Adds an answer behind the others to its request, in their layer; an answer to a new request goes into the lowest
   * layer.
   * @param from The base URL that the answer came from.
   * @returns its id, and the request as it was stored.
   */
  store(
    inquiry: RequestContext,
    response: RecordedResponse,
    from: string,
  ): { readonly id: number; readonly request: RecordedRequest };
  tapes(): readonly LoadedTape[];
}

/** Name of the tape that holds answers from upstream. */
const upstreamTape = "upstream";

/** Maximum number of exchanges of a layer; their ids are consecutive numbers. */
const mostInLayer = 2 ** 32;

/** Makes a store from layers of tapes, the topmost first. */
export function createExchangeStore(
  given: readonly TapeSource[],
  options: IndexOptions & LayerOptions & { readonly overrides?: OverrideLimits | undefined },
): ExchangeStore {
  // Each override gets a new number, so that play counts of an earlier one do not apply to it.
  let opened = 0;
  const open = (tapes: TapeSource): Layer => {
    opened += 1;
    const firstId = opened * mostInLayer;
    return isPacked(tapes) ? packedLayer(tapes, firstId, options) : memoryLayer(tapes, firstId, options);
  };
  const own = given.map(open);
  let overrides: ReadonlyArray<{ readonly name: string; readonly bytes: number; readonly layer: Layer }> = [];
  const { entries: mostOverrides = 100, bytes: overrideBytes = 64 * 1024 * 1024 } = options.overrides ?? {};
  let layers: readonly Layer[] = own;
  let index = stackedIndex(layers, options);
  let stored = 0;

  const restack = (left: typeof overrides): void => {
    overrides = left;
    layers = [...left.map(({ layer }) => layer), ...own];
    index = stackedIndex(layers, options);
  };

  return {
    get index() {
      return index;
    },
    addOverride(name, tapes) {
      const others = overrides.filter((each) => each.name !== name);
      const bytes = sizeOf(tapes);
      const held = others.reduce((sum, each) => sum + each.bytes, bytes);
      if (others.length >= mostOverrides)
        throw new RangeError(`Cannot add override "${name}": there are ${mostOverrides}; remove one first`);
      if (held > overrideBytes)
        throw new RangeError(
          `Cannot add override "${name}": all together would have ${held} bytes, and may have ${overrideBytes}; remove one first`,
        );
      restack([{ name, bytes, layer: open(tapes) }, ...others]);
    },
    removeOverride(name) {
      const left = overrides.filter((each) => each.name !== name);
      const found = left.length < overrides.length;
      if (found) restack(left);
      return found;
    },
    removeOverrides() {
      if (overrides.length > 0) restack([]);
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
      stored += 1;
      const key = keyOfRequest(exchange.request, options.rule, scope);
      const path = scopedPath(scope, pathOf(exchange.request));
      const layer = layers.find((each) => each.find(key, path) !== null) ?? (layers.at(-1) as Layer);
      const id = layer.append(exchange, { tape: upstreamTape, place: stored, pass: 0, origin, prefix, scope });
      restack(overrides);
      return { id, request: exchange.request };
    },
    tapes() {
      const all = [...overrides, ...own.map((layer) => ({ name: null, layer }))];
      return all.flatMap(({ name: override, layer }, at) => {
        const hidden = Map.groupBy(hiddenIn(layers, at), ({ tape }) => tape);
        return layer.tapes().map((tape) => {
          const visible = tape.exchanges - (hidden.get(tape.name)?.length ?? 0);
          return { ...tape, override, visible };
        });
      });
    },
  };
}

const lengthOf = (body: Body | null): number =>
  body === null ? 0 : body.encoding === "file" ? body.bytes : body.text.length;

function sizeOf(tapes: readonly Tape[]): number {
  const exchanges = tapes.flatMap((tape) => tape.exchanges);
  const sizes = exchanges.map(({ request, response: { body, ...response } }) => {
    return lengthOf(request.body) + lengthOf(body) + JSON.stringify(response).length;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}
