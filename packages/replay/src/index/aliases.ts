import type { Api } from "@tapedeck/api";
import type { ExchangeIndex } from "./lookup.ts";
import type { PreparedExchange } from "./prepared-exchange.ts";

/** Paths that stand for each other, and how many exchanges they were read from. */
interface Learned {
  readonly pathOf: Map<string, string>;
  readonly aliasesOf: Map<string, Set<string>>;
  exchanges: number;
}

const learned = new WeakMap<ExchangeIndex, Map<string, Learned>>();

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
  const { pathOf, aliasesOf } = learn(index, api, scope);
  const named = pathOf.get(path) ?? path;
  const paths = [named, ...(aliasesOf.get(named) ?? [])];
  return paths.filter((each) => each !== path).map((each) => each + query);
}

/** What the index's documents tell: each is read once, and only for an API that has aliases. */
function learn(index: ExchangeIndex, { behaviour }: Api, scope: string): Learned {
  const scopes = learned.get(index) ?? new Map<string, Learned>();
  learned.set(index, scopes);
  const known = scopes.get(scope) ?? { pathOf: new Map(), aliasesOf: new Map(), exchanges: 0 };
  scopes.set(scope, known);
  for (; known.exchanges < index.cards.length; known.exchanges += 1) {
    const card = index.cards[known.exchanges];
    if (card?.scope !== scope || card.exchange.response.status !== 200) continue;
    for (const [alias, path] of behaviour.aliasesIn?.(documentIn(card)) ?? []) {
      known.pathOf.set(alias, path);
      known.aliasesOf.set(path, (known.aliasesOf.get(path) ?? new Set()).add(alias));
    }
  }
  return known;
}

function documentIn({ exchange }: PreparedExchange): unknown {
  try {
    return JSON.parse(exchange.response.body?.text ?? "null");
  } catch {
    return null;
  }
}
