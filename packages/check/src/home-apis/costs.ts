import { type Evaluation, evaluateEach, inconclusive, type Law } from "../law.ts";
import { asRecord, isRefusal, isWhole, jsonOf, nameOf, type Observation, payerOf, quotaOf } from "../observation.ts";
import type { Probe } from "../probe.ts";
import { inOneWindow, isImmediate, isShared, type Pair, riseOf, sharedReason } from "../window.ts";
import * as probes from "./probes.ts";

const source = "beyond-the-spec, Rate limit: what costs 1 and what 0";

/** So many requests have to cost more than one each, and the same, before it is not somebody else who spends. */
const steadily = 5;

/** Laws of what a request takes from the quota. */
export const costs: readonly Law[] = [
  {
    name: "a good answer costs one",
    source,
    about: "service",
    probes: [probes.zen],
    evaluate: (observed) => {
      const pairs = pairsBefore(observed, isCounted);
      const rises = pairs.filter(isImmediate).map(riseOf);
      const [first = 1] = rises;
      if (first > 1 && rises.length >= steadily && rises.every((rise) => rise === first)) {
        return { kind: "broken", found: `each of ${rises.length} requests in a row cost ${first}` };
      }
      return evaluateCharged(pairs);
    },
  },
  {
    name: "HEAD costs what GET costs",
    source,
    about: "service",
    probes: [probes.accountHead],
    evaluate: (observed) =>
      evaluateCharged(
        pairsBefore(observed, ({ request, response }) => request.method === "HEAD" && response.status === 200),
      ),
  },
  {
    name: "an error is charged like any answer",
    source,
    about: "service",
    probes: [probes.absent, probes.ownUserUnknown, probes.malformed],
    evaluate: (observed) =>
      evaluateCharged(
        pairsBefore(observed, (after) => [401, 404, 409, 422].includes(after.response.status) && !isRefusal(after)),
      ),
  },
  {
    name: "a 304 always costs the same",
    source: "beyond-the-spec, Rate limit: 0 or 1, by who asks",
    about: "service",
    probes: [probes.account, probes.copyExact, probes.copyAny],
    evaluate: (observed, { notModifiedCost: stated }) => {
      const pairs = immediate(pairsBefore(observed, ({ response }) => response.status === 304));
      if (pairs.length > 0 && isShared(inOneWindow(observed))) return inconclusive(sharedReason);
      const spent = (["anonymous", "token"] as const).map((who) => {
        const rises = pairs.filter(({ after }) => payerOf(after) === who).map(riseOf);
        return { who, rises, odd: Math.min(...[0, 1].map((cost) => rises.filter((rise) => rise === cost).length)) };
      });
      return evaluateEach(
        // A single one that cost something else may be the work of somebody who request at that moment.
        spent.filter(({ rises, odd }) => rises.length >= 2 && odd !== 1),
        ({ who, rises, odd }) => {
          if (odd > 1) return `as ${who}, of ${rises.length} answers 304 some were charged and some were free`;
          return stated === null || rises[0] === stated[who]
            ? null
            : `as ${who}, a 304 costs ${rises[0]}, where it is to cost ${stated[who]}`;
        },
        "two of them to one caller are needed, and nobody else who spends",
      );
    },
  },
  free(
    "a preflight costs nothing",
    [probes.preflight, probes.preflightAgain],
    ({ request }) => request.method === "OPTIONS",
  ),
  free("/rate_limit costs nothing", [probes.rateLimit, probes.rateLimitAgain], isOverview),
  {
    name: "/rate_limit says what the headers say",
    source: "beyond-the-spec, Rate limit",
    about: "service",
    probes: [probes.rateLimit],
    evaluate: (observed) =>
      evaluateEach(observed.filter(isOverview), (observation) => {
        const core = asRecord(asRecord(asRecord(jsonOf(observation))["resources"])["core"]);
        const headers = quotaOf(observation);
        if (headers === null) return null;
        const differs = (["limit", "remaining", "used"] as const).find((name) => core[name] !== headers[name]);
        const jitter = Math.abs(Number(core["reset"]) - headers.reset);
        if (differs !== undefined) {
          return `the body says ${differs} ${JSON.stringify(core[differs])}, the headers say ${headers[differs]}`;
        }
        return jitter <= 1
          ? null
          : `the body says reset ${JSON.stringify(core["reset"])}, the headers say ${headers.reset}`;
      }),
  },
];

/** Something that costs nothing. One request that seems to cost may be somebody else's; two in a row are not. */
function free(name: string, probes: readonly Probe[], is: (observation: Observation) => boolean): Law {
  return {
    name,
    source,
    about: "service",
    probes,
    evaluate: (observed): Evaluation => {
      const pairs = immediate(pairsBefore(observed, is));
      if (pairs.length > 0 && isShared(inOneWindow(observed))) return inconclusive(sharedReason);
      const costly = pairs.filter((pair) => riseOf(pair) > 0);
      if (costly.length >= 2 && costly.length === pairs.length) {
        const [first] = costly;
        return { kind: "broken", found: `used rose by one at each ${first === undefined ? "" : nameOf(first.after)}` };
      }
      return evaluateEach(
        pairs.filter((pair) => riseOf(pair) === 0),
        () => null,
        "no two answers in a row told the counters of one window without a stranger's request between them",
      );
    },
  };
}

function evaluateCharged(pairs: readonly Pair[]): Evaluation {
  return evaluateEach(
    pairs,
    (pair) =>
      riseOf(pair) >= 1
        ? null
        : `${nameOf(pair.after)} was answered ${pair.after.response.status}, and used went from ${pair.was.used} to ${pair.is.used}`,
    "no two answers told the counters of one window",
  );
}

function pairsBefore(observed: readonly Observation[], is: (after: Observation) => boolean): readonly Pair[] {
  return inOneWindow(observed).filter(({ after }) => is(after));
}

function immediate(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.filter(isImmediate);
}

function isCounted(observation: Observation): boolean {
  return isWhole(observation) && !isOverview(observation);
}

function isOverview(observation: Observation): boolean {
  return isWhole(observation) && /^\/rate_limit$/.test(observation.request.target);
}
