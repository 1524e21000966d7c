import * as steps from "../itinerary.ts";
import { type CheckLaw, judgeEach } from "../law.ts";
import { isWhole, payerOf, quotaOf, type Sighting } from "../sighting.ts";
import { isImmediate, isOneWindow, neighbours, type Pair } from "../window.ts";

const forms: readonly string[] = [steps.ownUser, steps.ownUserBearer, steps.ownUserBasic].map(({ name }) => name);

/** So many times callers have to take turns: what others spend can make two buckets look like one for a moment. */
const enoughTurns = 4;

/** Laws of who pays. */
export const buckets: readonly CheckLaw[] = [
  {
    name: "buckets of different principals never touch",
    source: "design, laws",
    about: "service",
    asks: [steps.zenAgain, steps.zenAsToken, steps.zenThird],
    judge: (seen) => {
      const turns = turnsIn(seen);
      const apart = turns.filter(({ was, is }) => is.used < was.used || is.used > was.used + 1);
      if (turns.length < enoughTurns || apart.length > 0) return judgeEach(apart, () => null);
      const used = turns.map(
        ({ after, is }) => `${is.used} ${payerOf(after) === "token" ? "with" : "without"} a credential`,
      );
      return { kind: "broken", found: `asked in turns, both count on: used ${used.join(", ")}` };
    },
  },
  {
    name: "the forms of one credential share a bucket",
    source: "service-api 5; beyond-the-spec, Principals and credentials",
    about: "service",
    asks: [steps.ownUser, steps.ownUserBearer, steps.ownUserBasic],
    judge: (seen) => {
      const asked = seen.filter(({ step }) => forms.includes(step));
      const good = asked.some(({ answer }) => answer.status === 200);
      const refused = asked.find(({ answer }) => answer.status === 401);
      if (good && refused) return { kind: "broken", found: `the same token is no credential as ${refused.asked.as}` };
      return judgeEach(neighbours(asked.filter(({ answer }) => answer.status === 200)), ({ was, is, before, after }) =>
        is.limit === was.limit && (is.used > was.used || is.reset > was.reset + 1)
          ? null
          : `as ${before.asked.as} ${was.used} of ${was.limit} were used, then as ${after.asked.as} ${is.used} of ${is.limit}`,
      );
    },
  },
  {
    name: "a credential raises the limit",
    source: "service-api 5 and 8: 5000 instead of 60",
    about: "service",
    asks: [steps.zen, steps.ownUser],
    judge: (seen) => {
      const limits = seen.flatMap((sighting) => {
        const quota = isWhole(sighting) ? quotaOf(sighting) : null;
        return quota === null ? [] : [{ who: payerOf(sighting), limit: quota.limit }];
      });
      const [without, with_] = (["anonymous", "token"] as const).map((who) => limits.find((each) => each.who === who));
      return judgeEach(without && with_ ? [[without.limit, with_.limit] as const] : [], ([low, high]) =>
        high > low ? null : `the limit is ${low} without a credential and ${high} with one`,
      );
    },
  },
];

/** Requests in a row, by different callers, within what may be one window. */
function turnsIn(seen: readonly Sighting[]): ReadonlyArray<Pair> {
  return seen.flatMap((after, at) => {
    const before = seen[at - 1];
    const [was, is] = [before && quotaOf(before), quotaOf(after)];
    if (!before || !was || !is || payerOf(before) === payerOf(after)) return [];
    const pair = { before, after, was, is };
    return isImmediate(pair) && isOneWindow(pair) ? [pair] : [];
  });
}
