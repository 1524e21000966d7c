import { anonymous, type Exchange, type Principal } from "@tapedeck/tape";
import { nearest } from "@tapedeck/tape/internal";
import type { Askable } from "./choose.ts";

/**
 * Refuses an alias that looks like a typo: what was recorded under the right one would quietly not be asked.
 * @param given Those that have a token.
 * @param recorded Those that recordings were asked as.
 * @throws RangeError that says which was meant.
 */
export function checkAliases(given: readonly Principal[], recorded: ReadonlySet<Principal>): void {
  const without = [...recorded].filter((alias) => alias !== anonymous && !given.includes(alias));
  for (const alias of given) {
    const meant = recorded.has(alias) ? null : nearest(alias, without);
    if (meant === null) continue;
    throw new RangeError(
      `Cannot find drift: a token is given for "${alias}", and no recording was asked as this alias; did you mean "${meant}"?\n` +
        `  - in the recordings: ${[...recorded].sort().join(", ")}; give it one: --token ${meant}=ENV_NAME`,
    );
  }
}

/**
 * The aliases that the service lets in no more: each of their requests was answered 401, and some were not when they
 * were recorded. That is a token's end and no drift of the API.
 * @param answerTo The service's present answers.
 */
export function turnedAway(
  askable: readonly Askable[],
  answerTo: (askable: Askable) => Exchange | undefined,
): ReadonlySet<Principal> {
  const away = new Set<Principal>();
  const byAlias = Map.groupBy(askable, ({ recorded }) => recorded.request.principal);
  byAlias.delete(anonymous);
  for (const [alias, asked] of byAlias) {
    const now = asked.flatMap((each) => answerTo(each)?.response.status ?? []);
    const wasLetIn = asked.some(({ recorded }) => recorded.response.status !== 401);
    if (wasLetIn && now.length > 0 && now.every((status) => status === 401)) away.add(alias);
  }
  return away;
}
