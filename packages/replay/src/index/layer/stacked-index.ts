import type { RuleOf } from "../../match/compiled-rule.ts";
import { pathOf } from "../../match/matchers.ts";
import { memoize } from "../../memoize.ts";
import { type AfterLast, type ExchangeIndex, type Generate, layerKey, type Sequence, scopedPath } from "../lookup.ts";
import type { PreparedExchange } from "../prepared-exchange.ts";
import type { Answers, Layer } from "./layer.ts";

/** Options for looking up layers. */
export interface IndexOptions {
  readonly rule: RuleOf;
  /** Default: the last answer again. */
  readonly afterLast?: AfterLast | undefined;
  readonly generate?: Generate | undefined;
}

/**
 * Stacks layers, the topmost first, without indexing them again. A layer that has answers to a request hides all
 * answers below, whatever their conditions. Only a recorded refusal hides another recorded refusal.
 */
export function stackedIndex(
  layers: readonly Layer[],
  { rule, afterLast = "stay", generate }: IndexOptions,
): ExchangeIndex {
  const isVisible = (prepared: PreparedExchange, above: readonly Layer[]): boolean =>
    above.length === 0 || !hasAny(above, layerKey(prepared, rule), pathIn(prepared));
  const visible = function* (of: (layer: Layer) => Iterable<PreparedExchange>): Generator<PreparedExchange> {
    for (const [at, layer] of layers.entries()) {
      const above = layers.slice(0, at);
      for (const prepared of of(layer)) if (isVisible(prepared, above)) yield prepared;
    }
  };
  // Where others lie below, they may have the caller's own.
  const only = layers.length === 1 ? layers[0]?.only : undefined;
  return {
    rule,
    generate: generate ?? null,
    only:
      only === undefined
        ? null
        : (scope, target) => {
            const prepared = only(scope, target);
            return (prepared?.afterLast ?? afterLast) === "end" ? null : prepared;
          },
    get origin() {
      return layers.find(({ size }) => size > 0)?.origin ?? null;
    },
    get size() {
      return layers.reduce((sum, { size }, at) => sum + size - [...hiddenIn(layers, at)].length, 0);
    },
    find(key, anyCondition, path): Sequence | null {
      for (const layer of layers) {
        const answers = layer.find(key, path);
        if (answers !== null) return sequenceOf(answers, afterLast);
        if (layers.length > 1 && layer.has(anyCondition, path)) return null;
      }
      return null;
    },
    atPath: (path) => visible((layer) => layer.atPath(path)),
    issuers: (placeholder) => visible((layer) => layer.issuers(placeholder)),
    users: memoize(64, (scope: string) => new Set(layers.flatMap((layer) => [...layer.users(scope)]))),
    logins: (scope) => new Set(layers.values().flatMap((layer) => layer.logins(scope))),
    sessions: () => new Set(layers.values().flatMap((layer) => layer.sessions())),
    refusals: (principal) => visible((layer) => layer.refusals(principal)),
    paths: (scope) => layers.map((layer) => layer.paths(scope)),
    aliases: (api, scope) => layers.map((layer) => layer.aliases(api, scope)),
    exchanges: () => visible((layer) => layer),
  };
}

/** Returns the exchanges of a layer that are hidden by those above. */
export function* hiddenIn(layers: readonly Layer[], at: number): Generator<PreparedExchange> {
  const seen = new Set<string>();
  for (const layer of layers.slice(0, at)) {
    for (const [key, path] of layer.keys()) {
      if (seen.has(key)) continue;
      seen.add(key);
      yield* layers[at]?.under(key, path) ?? [];
    }
  }
}

function pathIn({ exchange, scope }: PreparedExchange): string {
  return scopedPath(scope, pathOf(exchange.request));
}

function hasAny(layers: readonly Layer[], key: string, path: string): boolean {
  return layers.some((layer) => layer.has(key, path));
}

function sequenceOf(answers: Answers, usual: AfterLast): Sequence {
  const first = answers.at(0);
  return {
    id: first.id,
    length: answers.length,
    areKept: answers.areKept,
    at: (nth) => answers.at(nth),
    afterLast: first.afterLast ?? usual,
  };
}
