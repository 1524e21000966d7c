import type { Counters } from "../../counters.ts";
import * as steps from "../itinerary.ts";
import { type CheckLaw, judgeEach } from "../law.ts";
import { isWhole, payerOf, quotaOf, type Sighting } from "../sighting.ts";
import { isOneWindow, neighbours } from "../window.ts";

const forms: readonly string[] = [steps.ownUser, steps.ownUserBearer, steps.ownUserBasic].map(({ name }) => name);

/** Laws of who pays. */
export const buckets: readonly CheckLaw[] = [
  {
    name: "buckets of different principals never touch",
    source: "design, laws",
    about: "service",
    asks: [steps.zenAgain, steps.zenAsToken, steps.zenThird],
    judge: (seen) =>
      judgeEach(sandwiches(seen), ([first, other, second]) =>
        // What others spend can move one of the two buckets, but hardly make both count on in turns.
        isOneWindow({ was: first, is: other }) && other.used === first.used + 1 && second.used === other.used + 1
          ? `asked in turns, both count on: used ${first.used} without a credential, ${other.used} with, ${second.used} without`
          : null,
      ),
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

/** Three requests in a row, the one in the middle by somebody else. */
function sandwiches(seen: readonly Sighting[]): ReadonlyArray<readonly [Counters, Counters, Counters]> {
  return seen.flatMap((second, at) => {
    const [first, other] = [seen[at - 2], seen[at - 1]];
    if (!first || !other || first.at + 1 !== other.at || other.at + 1 !== second.at) return [];
    const [who, whoElse, whoAgain] = [first, other, second].map(payerOf);
    const [a, b, c] = [first, other, second].map(quotaOf);
    return who === whoAgain && who !== whoElse && a && b && c ? [[a, b, c] as const] : [];
  });
}
