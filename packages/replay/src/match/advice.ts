import { nearest } from "@tapedeck/tape";
import type { RequestContext } from "../request-context.ts";
import type { Difference } from "./difference.ts";
import type { Rule } from "./matchers.ts";
import { type Recording, recordCommand } from "./record-command.ts";

/** How the settings that advice names are written: as options of the command, or in the code of a test. */
const notations = {
  command: {
    rule: (rule: Rule): string => `--match ${rule.join(",")}`,
    afterLast: "--after-last stay",
  },
  test: {
    rule: (rule: Rule): string => `rule: ${JSON.stringify(rule).replaceAll(",", ", ")}`,
    afterLast: 'afterLast: "stay"',
  },
};

/**
 * What to do about a miss, most likely first.
 * @param origin The one that the nearest recordings name.
 */
export function adviceFor(
  { api, request, route }: RequestContext,
  origin: string,
  rule: Rule,
  differences: readonly Difference[],
  recording: Recording,
): readonly string[] {
  const advice = [`record it: ${recording.inTest ?? recordCommand(request, origin, recording, api)}`];
  const notation = notations[recording.inTest === undefined ? "command" : "test"];
  const known = (route.operation?.parameters ?? []).filter((each) => each.in === "query").map(({ name }) => name);
  for (const each of differences) advice.push(...typoIn(each, differences, known));
  for (const part of new Set(differences.map((each) => each.part))) {
    const [recorded = ""] = differences.filter((each) => each.part === part).map((each) => each.recorded);
    if (part === "principal") advice.push(`if it was meant to be asked as "${recorded}", send that credential`);
    else if (part === "turn") advice.push(`if the last answer may be given again, let it stay: ${notation.afterLast}`);
    else if (part !== "method" && part !== "condition" && part !== "path") {
      const looser = rule.filter((name) => name !== part);
      advice.push(`if the ${part} does not matter here, leave "${part}" out of the rule: ${notation.rule(looser)}`);
    }
  }
  return advice;
}

function typoIn(
  { part, at, asked, recorded }: Difference,
  all: readonly Difference[],
  known: readonly string[],
): string[] {
  if (part === "path" && asked !== "" && nearest(asked, [recorded]) !== null)
    return [`"${asked}" looks like a typo of "${recorded}": if it is one, mend the client`];
  if (part !== "query" || at === null || recorded !== "") return [];
  const theirs = all.filter((each) => each.part === "query" && each.asked === "").map((each) => each.at ?? "");
  const meant = known.includes(at) ? null : nearest(at, [...theirs, ...known]);
  return meant === null ? [] : [`"${at}" looks like a typo of "${meant}": if it is one, mend the client`];
}
