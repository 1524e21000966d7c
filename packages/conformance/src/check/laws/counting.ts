import assert from "node:assert/strict";
import { countersOf } from "../../counters.ts";
import { header } from "../../question.ts";
import * as steps from "../itinerary.ts";
import { type CheckLaw, judgeEach } from "../law.ts";
import { isRefusal, membersOf, nameOf, quotaOf, type Sighting } from "../sighting.ts";
import { inOneWindow, isOneWindow, neighbours } from "../window.ts";

/** Why a law of the counters was not seen; null where there was no answer that has to tell them. */
function noQuota(seen: readonly Sighting[]): string | null {
  const silent = seen.some(mustCount) && !seen.some(hasCounter);
  return silent ? "the quota is not advertised: no answer had x-ratelimit headers" : null;
}

/** Laws of the four counters that every answer carries. */
export const counting: readonly CheckLaw[] = [
  {
    name: "every answer tells all four counters",
    source: "service-api 8: present on every response",
    about: "service",
    asks: [],
    judge: (seen) =>
      judgeEach(
        seen.some(hasCounter) ? seen.filter(mustCount) : [],
        (sighting) =>
          hasCounter(sighting)
            ? flawOf(() => countersOf(sighting.answer))
            : `${nameOf(sighting)} was answered ${sighting.answer.status} without x-ratelimit headers`,
        noQuota(seen),
      ),
  },
  {
    name: "remaining + used = limit",
    source: "service-api 8: in every observed response",
    about: "service",
    asks: [],
    judge: (seen) =>
      judgeEach(
        seen.flatMap((sighting) => quotaOf(sighting) ?? []),
        ({ limit, remaining, used }) =>
          remaining + used === limit ? null : `remaining ${remaining} + used ${used} is not limit ${limit}`,
        noQuota(seen),
      ),
  },
  {
    name: "remaining never rises inside a window",
    source: "design, laws",
    about: "service",
    asks: [],
    judge: (seen) =>
      judgeEach(
        inOneWindow(seen),
        ({ was, is }) =>
          is.remaining <= was.remaining
            ? null
            : `remaining rose from ${was.remaining} to ${is.remaining}, in the window that ends at ${is.reset}`,
        noQuota(seen),
      ),
  },
  {
    name: "the end of a window stays where it is",
    source: "beyond-the-spec, Rate limit: reset is constant inside a window, give or take a second",
    about: "service",
    asks: [],
    judge: (seen) =>
      judgeEach(
        // A bucket that nothing was taken from has no window yet; what came after the end belongs to another.
        neighbours(seen).filter(({ was, after }) => was.used > 0 && sentAt(after) < was.reset),
        (pair) =>
          isOneWindow(pair)
            ? null
            : `the window was to end at ${pair.was.reset}, and before that moment its end became ${pair.is.reset}`,
        noQuota(seen),
      ),
  },
  {
    name: "a refusal says that the limit is used up, and is not counted",
    source: "beyond-the-spec, Errors: limit exhausted",
    about: "service",
    asks: [steps.refusal],
    judge: (seen) =>
      judgeEach(seen.filter(isRefusal), (sighting) => {
        const [used, limit] = ["used", "limit"].map((name) => header(sighting.answer, `x-ratelimit-${name}`));
        const { message, documentation_url: url } = membersOf(sighting);
        if (used !== limit) return `a refusal says used ${used} of ${limit}`;
        if (sighting.asked.method === "HEAD") return null;
        if (!/^API rate limit exceeded for/.test(String(message)))
          return `a refusal is worded ${JSON.stringify(message)}`;
        return /#rate-limiting$/.test(String(url)) ? null : `a refusal points to ${JSON.stringify(url)}`;
      }),
  },
];

function mustCount({ asked, answer }: Sighting): boolean {
  return asked.method !== "OPTIONS" && answer.status < 500;
}

function hasCounter({ answer }: Sighting): boolean {
  return answer.headers.some(([name]) => /^x-ratelimit-(?:limit|remaining|reset|used)$/.test(name));
}

function flawOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof assert.AssertionError) return error.message.split("\n")[0] ?? null;
    throw error;
  }
}

// Without a date nobody knows on which side of the reset an answer was sent: then it counts for neither.
function sentAt({ answer }: Sighting): number {
  const milliseconds = Date.parse(header(answer, "date") ?? "");
  return Number.isNaN(milliseconds) ? Number.POSITIVE_INFINITY : milliseconds / 1000;
}
