import { evaluateEach, type Law } from "../law.ts";
import { isRefusal, membersOf, nameOf, type Observation, quotaOf } from "../observation.ts";
import { header } from "../response.ts";
import { inOneWindow, isOneWindow, neighbours } from "../window.ts";
import { countersOf } from "./counters.ts";
import * as probes from "./probes.ts";

/** Why a law of the counters was not observed; null where there was no response that has to tell them. */
function noQuota(observed: readonly Observation[]): string | null {
  const silent = observed.some(mustCount) && !observed.some(hasCounter);
  return silent ? "the quota is not advertised: no answer had x-ratelimit headers" : null;
}

/** Laws of the four counters that every response carries. */
export const counting: readonly Law[] = [
  {
    name: "every answer tells all four counters",
    source: "service-api 8: present on every response",
    about: "service",
    probes: [],
    evaluate: (observed) =>
      evaluateEach(
        observed.some(hasCounter) ? observed.filter(mustCount) : [],
        (observation) =>
          hasCounter(observation)
            ? flawOf(() => countersOf(observation.response))
            : `${nameOf(observation)} was answered ${observation.response.status} without x-ratelimit headers`,
        noQuota(observed),
      ),
  },
  {
    name: "remaining + used = limit",
    source: "service-api 8: in every observed response",
    about: "service",
    probes: [],
    evaluate: (observed) =>
      evaluateEach(
        observed.flatMap((observation) => quotaOf(observation) ?? []),
        ({ limit, remaining, used }) =>
          remaining + used === limit ? null : `remaining ${remaining} + used ${used} is not limit ${limit}`,
        noQuota(observed),
      ),
  },
  {
    name: "remaining never rises inside a window",
    source: "design, laws",
    about: "service",
    probes: [],
    evaluate: (observed) =>
      evaluateEach(
        inOneWindow(observed),
        ({ was, is }) =>
          is.remaining <= was.remaining
            ? null
            : `remaining rose from ${was.remaining} to ${is.remaining}, in the window that ends at ${is.reset}`,
        noQuota(observed),
      ),
  },
  {
    name: "the end of a window stays where it is",
    source: "beyond-the-spec, Rate limit: reset is constant inside a window, give or take a second",
    about: "service",
    probes: [],
    evaluate: (observed) =>
      evaluateEach(
        // A bucket that nothing was taken from has no window yet; what came after the end belongs to another.
        neighbours(observed).filter(({ was, after }) => was.used > 0 && sentAt(after) < was.reset),
        (pair) =>
          isOneWindow(pair)
            ? null
            : `the window was to end at ${pair.was.reset}, and before that moment its end became ${pair.is.reset}`,
        noQuota(observed),
      ),
  },
  {
    name: "a refusal says that the limit is used up, and is not counted",
    source: "beyond-the-spec, Errors: limit exhausted",
    about: "service",
    probes: [probes.refusal],
    evaluate: (observed) =>
      evaluateEach(observed.filter(isRefusal), (observation) => {
        const [used, limit] = ["used", "limit"].map((name) => header(observation.response, `x-ratelimit-${name}`));
        const { message, documentation_url: url } = membersOf(observation);
        if (used !== limit) return `a refusal says used ${used} of ${limit}`;
        if (observation.request.method === "HEAD") return null;
        if (!/^API rate limit exceeded for/.test(String(message)))
          return `a refusal is worded ${JSON.stringify(message)}`;
        return /#rate-limiting$/.test(String(url)) ? null : `a refusal points to ${JSON.stringify(url)}`;
      }),
  },
];

function mustCount({ request, response }: Observation): boolean {
  return request.method !== "OPTIONS" && response.status < 500;
}

function hasCounter({ response }: Observation): boolean {
  return response.headers.some(([name]) => /^x-ratelimit-(?:limit|remaining|reset|used)$/.test(name));
}

function flawOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

// Without a date nobody knows on which side of the reset a response was sent: then it counts for neither.
function sentAt({ response }: Observation): number {
  const milliseconds = Date.parse(header(response, "date") ?? "");
  return Number.isNaN(milliseconds) ? Number.POSITIVE_INFINITY : milliseconds / 1000;
}
