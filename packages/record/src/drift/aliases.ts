import { anonymous, type Exchange, type Principal } from "@tapedeck/tape";
import { nearest } from "@tapedeck/tape/internal";
import type { Askable } from "./choose.ts";

/**
 * Refuses an alias that looks like a typo: recordings under the right one would silently not be asked.
 * @param given The aliases that have a token.
 * @param recorded The aliases in recordings.
 * @throws RangeError that suggests the intended one.
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
 * Returns the aliases whose tokens no longer work: each of their requests was answered 401, and not all of them were
 * when they were recorded. That is the end of a token, not drift of the API.
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
