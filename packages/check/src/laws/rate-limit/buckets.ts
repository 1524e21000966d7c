import { toldPolicy } from "@tapedeck/api";
import { isWhole, type Observation, payerOf } from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import { evaluateEach, type Law } from "../law.ts";
import { whyUnlimited } from "./counters.ts";
import { isImmediate, isOneWindow, neighbours, type Pair } from "./window.ts";

const forms: readonly string[] = [probes.ownDocument, probes.ownSecondForm, probes.ownThirdForm].map(
  ({ name }) => name,
);

/**
 * Minimum number of alternations between callers: spending by others can make two buckets look like one for a moment.
 */
const enoughTurns = 4;

/** Laws about who pays. */
export const buckets: readonly Law[] = [
  {
    name: "buckets of different principals never touch",
    source: "description, rateLimit.limits",
    needs: whyUnlimited,
    probes: [probes.simpleAgain, probes.simpleAsToken, probes.simpleThird],
    evaluate: (observed) => {
      const turns = turnsIn(observed);
      const apart = turns.filter(({ was, is }) => is.used < was.used || is.used > was.used + 1);
      if (turns.length < enoughTurns || apart.length > 0) return evaluateEach(apart, () => null);
      const used = turns.map(
        ({ after, is }) => `${is.used} ${payerOf(after) === "token" ? "with" : "without"} a credential`,
      );
      return { kind: "broken", found: `asked in turns, both count on: used ${used.join(", ")}` };
    },
  },
  {
    name: "the forms of one credential share a bucket",
    source: "description, credentials",
    needs: whyUnlimited,
    probes: [probes.ownDocument, probes.ownSecondForm, probes.ownThirdForm],
    evaluate: (observed) => {
      const sent = observed.filter(({ probe }) => forms.includes(probe));
      const good = sent.some(({ response }) => response.status === 200);
      const refused = sent.find(({ response }) => response.status === 401);
      if (good && refused) return { kind: "broken", found: `the same token is no credential as ${refused.request.as}` };
      return evaluateEach(
        neighbours(sent.filter(({ response }) => response.status === 200)),
        ({ was, is, before, after }) =>
          is.limit === was.limit && (is.used > was.used || is.reset > was.reset + 1)
            ? null
            : `as ${before.request.as} ${was.used} of ${was.limit} were used, then as ${after.request.as} ${is.used} of ${is.limit}`,
      );
    },
  },
  {
    name: "a credential raises the limit",
    source: "description, rateLimit.limits",
    needs: (api) => {
      const { anonymous, token } = (api.rateLimit && toldPolicy(api.rateLimit)?.limits) ?? {};
      const raised = anonymous !== undefined && token !== undefined && token > anonymous;
      return whyUnlimited(api) ?? (raised ? null : "the description does not say so");
    },
    probes: [probes.simpleGet, probes.ownDocument],
    evaluate: (observed) => {
      const limits = observed.flatMap((observation) => {
        const quota = isWhole(observation) ? observation.quota : null;
        return quota === null ? [] : [{ who: payerOf(observation), limit: quota.limit }];
      });
      const [without, with_] = (["anonymous", "token"] as const).map((who) => limits.find((each) => each.who === who));
      return evaluateEach(without && with_ ? [[without.limit, with_.limit] as const] : [], ([low, high]) =>
        high > low ? null : `the limit is ${low} without a credential and ${high} with one`,
      );
    },
  },
];

/** Returns consecutive requests of different callers, within what may be one window. */
function turnsIn(observed: readonly Observation[]): ReadonlyArray<Pair> {
  return observed.flatMap((after, at) => {
    const before = observed[at - 1];
    const [was, is] = [before?.quota, after.quota];
    if (!before || !was || !is || payerOf(before) === payerOf(after)) return [];
    const pair = { before, after, was, is };
    return isImmediate(pair) && isOneWindow(pair) ? [pair] : [];
  });
}
