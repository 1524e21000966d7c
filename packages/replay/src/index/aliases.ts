import type { Api } from "@tapedeck/api";
import type { RecordedResponse } from "@tapedeck/tape";
import type { PathAliases } from "./layer.ts";
import type { ExchangeIndex } from "./lookup.ts";

/** Path aliases that go on to learn. */
export interface GrowingPathAliases extends PathAliases {
  /**
   * Reads the documents up to a place that were not read before.
   * @param at Gives the response at a place, from 0; null for one that tells nothing.
   */
  learn(size: number, at: (place: number) => RecordedResponse | null): void;
}

/**
 * The other targets under which a request may have been recorded: an API may know one thing under several paths, and its
 * recorded documents say which.
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

/** The path aliases in a response, as `[alias, path]`. */
export function aliasesIn(
  { behaviour }: Api,
  response: RecordedResponse,
): Iterable<readonly [alias: string, path: string]> {
  if (response.status !== 200 || behaviour.aliasesIn === undefined) return [];
  let document: unknown = null;
  try {
    // One that is read only now may not be readable: it says so when it is asked for itself.
    document = JSON.parse(response.body?.text ?? "null");
  } catch {}
  return behaviour.aliasesIn(document);
}

/** Remembers what documents tell: each is read once. */
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
