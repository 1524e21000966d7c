import type { Api } from "@tapedeck/api";
import type { RecordedResponse } from "@tapedeck/tape";
import type { PathAliases } from "./layer/layer.ts";
import type { ExchangeIndex } from "./lookup.ts";

/** Path aliases that learn from further documents. */
export interface GrowingPathAliases extends PathAliases {
  /**
   * Reads the documents up to this place that were not read before.
   * @param at Returns the response at a place, from 0; null for one without aliases.
   */
  learn(size: number, at: (place: number) => RecordedResponse | null): void;
}

/**
 * Returns the other targets under which a request may have been recorded: an API may serve one resource under several
 * paths, and its recorded documents say which.
 * @param target Path and query, in the compared form.
 * @example
 * otherTargets(index, github, "", "/user/1/repos?page=2"); // ["/users/ada/repos?page=2"]
 */
export function otherTargets(index: ExchangeIndex, api: Api, scope: string, target: string): readonly string[] {
  if (api.behaviour.aliasesIn === undefined) return [];
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  const known = index.aliases(api, scope);
  const named = known.map((each) => each.pathOf(path)).find((each) => each !== undefined) ?? path;
  const paths = new Set([named, ...known.flatMap((each) => [...each.aliasesOf(named)])]);
  return [...paths].filter((each) => each !== path).map((each) => each + query);
}

/** Returns the path aliases in a response, as `[alias, path]`. */
export function aliasesIn(
  { behaviour }: Api,
  response: RecordedResponse,
): Iterable<readonly [alias: string, path: string]> {
  if (response.status !== 200 || behaviour.aliasesIn === undefined) return [];
  let document: unknown = null;
  try {
    // A recording that cannot be read reports so when it is requested itself.
    document = JSON.parse(response.body?.text ?? "null");
  } catch {}
  return behaviour.aliasesIn(document);
}

/** Remembers the aliases of documents; each is read once. */
export function createPathAliases(api: Api): GrowingPathAliases {
  const pathOf = new Map<string, string>();
  const aliasesOf = new Map<string, Set<string>>();
  let read = 0;
  return {
    pathOf: (alias) => pathOf.get(alias),
    aliasesOf: (path) => aliasesOf.get(path) ?? [],
    learn(size, at) {
      for (; read < size; read += 1) {
        const response = at(read);
        for (const [alias, path] of response === null ? [] : aliasesIn(api, response)) {
          pathOf.set(alias, path);
          aliasesOf.set(path, (aliasesOf.get(path) ?? new Set()).add(alias));
        }
      }
    },
  };
}
