import type { Api } from "@tapedeck/api";
import { isDelta } from "@tapedeck/rate-limit";
import { literally } from "@tapedeck/tape/internal";
import { isRefused, jsonOf, type Observation, probeName } from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import { header } from "../../response.ts";
import { evaluateEach, type Law, ofEach } from "../law.ts";
import { counterNames, countersOf, whyUnlimited } from "./counters.ts";
import { inOneWindow, isOneWindow, neighbours } from "./window.ts";

/** Returns why a law of the counters was not observed; null if no response had to tell them. */
function noQuota(observed: readonly Observation[], api: Api): string | null {
  const silent = observed.some(mustCount) && !observed.some((each) => hasCounter(each, api));
  return silent ? `the quota is not advertised: no answer had ${counterNames(api.rateLimit)?.remaining}` : null;
}

/** Laws about the four counters that every response carries. */
export const countingLaws: readonly Law[] = [
  {
    name: "every answer tells all four counters",
    source: "description, rateLimit.headers",
    needs: whyUnlimited,
    probes: [],
    evaluate: (observed, { api }) =>
      evaluateEach(
        observed.some((each) => hasCounter(each, api)) ? observed.filter(mustCount) : [],
        (observation) =>
          hasCounter(observation, api)
            ? flawOf(() => {
                const headers = counterNames(api.rateLimit);
                return headers && countersOf(observation.response, headers);
              })
            : `${probeName(observation)} was answered ${observation.response.status} without the headers of the limit`,
        noQuota(observed, api),
      ),
  },
  {
    name: "remaining + used = limit",
    source: "description, rateLimit: a fixed window",
    needs: whyUnlimited,
    probes: [],
    evaluate: (observed, { api }) =>
      evaluateEach(
        observed.flatMap((observation) => observation.quota ?? []),
        ({ limit, remaining, used }) =>
          remaining + used === limit ? null : `remaining ${remaining} + used ${used} is not limit ${limit}`,
        noQuota(observed, api),
      ),
  },
  {
    name: "remaining never rises inside a window",
    source: "description, rateLimit: a fixed window",
    needs: whyUnlimited,
    probes: [],
    evaluate: (observed, { api }) =>
      evaluateEach(
        inOneWindow(observed),
        ({ was, is }) =>
          is.remaining <= was.remaining
            ? null
            : `remaining rose from ${was.remaining} to ${is.remaining}, in the window that ends at ${is.reset}`,
        noQuota(observed, api),
      ),
  },
  {
    name: "the end of a window stays where it is",
    source: "description, rateLimit: a fixed window",
    needs: whyUnlimited,
    probes: [],
    evaluate: (observed, { api }) =>
      evaluateEach(
        // A bucket that was never charged has no window yet; an answer after the end belongs to another window.
        neighbours(observed).filter(({ was, after }) => was.used > 0 && sentAt(after) < was.reset),
        (pair) =>
          // A reset that is told as a delta counts from the answer's date, which may be a second after the counting.
          isOneWindow(pair, isDelta(counterNames(api.rateLimit)?.resetForm ?? null) ? 2 : 1)
            ? null
            : `the window was to end at ${pair.was.reset}, and before that moment its end became ${pair.is.reset}`,
        noQuota(observed, api),
      ),
  },
  ofEach({
    name: "a refusal says that the limit is used up, and is not counted",
    source: "description, rateLimit.refusal, errors.rateLimited",
    needs: whyUnlimited,
    probes: [probes.refusal],
    of: isRefused,
    flaw: (each, { api }) => {
      const { request, response, quota } = each;
      const wanted = api.rateLimit?.refusal?.status;
      if (quota?.used !== quota?.limit) return `a refusal says used ${quota?.used} of ${quota?.limit}`;
      if (response.status !== wanted) return `a refusal has the status ${response.status}, and not ${wanted}`;
      const wording = api.errors.rateLimited?.body;
      return request.method === "HEAD" || wording === undefined || fitsTemplate(jsonOf(each), wording)
        ? null
        : `a refusal is worded ${JSON.stringify(jsonOf(each))}`;
    },
  }),
];

function mustCount({ request, response }: Observation): boolean {
  return request.method !== "OPTIONS" && response.status < 500;
}

function hasCounter({ response }: Observation, { rateLimit }: Api): boolean {
  const { resetForm: _form, ...names } = counterNames(rateLimit) ?? {};
  return response.headers.some(([name]) => Object.values(names).includes(name));
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

// Without a date it is unknown on which side of the reset a response was sent: then it counts for neither.
function sentAt({ response }: Observation): number {
  const milliseconds = Date.parse(header(response, "date") ?? "");
  return Number.isNaN(milliseconds) ? Number.POSITIVE_INFINITY : milliseconds / 1000;
}

/**
 * Returns whether a document fits an error's template: it has every member of the template, with the same text, in
 * which anything may replace a `{word}`. Links may lead anywhere.
 */
function fitsTemplate(document: unknown, template: unknown): boolean {
  if (typeof template === "string") {
    if (typeof document !== "string") return false;
    return URL.canParse(template) ? URL.canParse(document) : patternOf(template).test(document);
  }
  if (Array.isArray(template)) {
    return Array.isArray(document) && template.every((each, at) => fitsTemplate(document[at], each));
  }
  if (typeof template !== "object" || template === null) return document === template;
  return (
    typeof document === "object" &&
    document !== null &&
    Object.entries(template).every(([name, each]) => fitsTemplate((document as Record<string, unknown>)[name], each))
  );
}

function patternOf(template: string): RegExp {
  const literal = template.split(/\{\w+\}/).map(literally);
  return new RegExp(`^${literal.join(".*")}$`, "s");
}
