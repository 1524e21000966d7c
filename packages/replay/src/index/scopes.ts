import { type Api, apiFor, type MatchException } from "@tapedeck/api";
import { type CompiledRule, compileRule, type RuleOf } from "../match/compiled-rule.ts";
import { defaultRule, type Matcher, type Rule } from "../match/matchers.ts";

/** How requests are compared, by a player's options or those of a packed file. */
interface Comparing {
  readonly rule?: Rule | undefined;
  readonly matchers?: Readonly<Record<string, Matcher>> | undefined;
  readonly match?: readonly MatchException[] | undefined;
}

/** The APIs of an index and their rules, by the origin or by the scope of exchanges. */
interface Scopes<Known> {
  readonly apiOf: (origin: string) => Known;
  readonly apiIn: (scope: string) => Known;
  readonly rule: RuleOf;
}

/** Returns the scope of an API by its place: "" for the first. */
export function scopeAt(place: number): string {
  return place === 0 ? "" : String(place);
}

/**
 * Compiles the rule of each scope.
 * @param known The APIs, each at the place that its scope names.
 * @throws RangeError for a name without a matcher, or an invalid exception.
 */
export function scopesOf<Known extends { readonly api: Api }>(
  known: readonly Known[],
  { rule = defaultRule, matchers = {}, match = [] }: Comparing,
): Scopes<Known> {
  const apis = known.map(({ api }) => api);
  const rules = apis.map((api) => compileRule(rule, matchers, [...match, ...api.match]));
  return {
    apiOf: (origin) => known[apis.indexOf(apiFor(apis, origin))] as Known,
    apiIn: (scope) => known[Number(scope)] as Known,
    rule: (scope) => rules[Number(scope)] as CompiledRule,
  };
}
