import { type Api, toldPolicy } from "@tapedeck/api";
import { asRecord, isRefused, isWhole, jsonOf, type Observation, payerOf, probeName } from "../../observation.ts";
import type { Probe } from "../../probes/probe.ts";
import * as probes from "../../probes/probes.ts";
import { type Evaluation, evaluateEach, inconclusive, type Law } from "../law.ts";
import { whyUnlimited } from "./counters.ts";
import { inOneWindow, isImmediate, isShared, type Pair, riseOf, sharedReason } from "./window.ts";

const source = "description, rateLimit";

/** Number of requests that must each cost more than one, and the same, before another client is ruled out. */
const steadily = 5;

/** Laws about the cost of requests. */
export const costs: readonly Law[] = [
  {
    name: "a good answer costs one",
    source,
    needs: whyUnlimited,
    probes: [probes.simpleGet],
    evaluate: (observed, { api }) => {
      const pairs = pairsBefore(observed, (after) => isWhole(after) && !isOverview(after, api));
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
    needs: whyUnlimited,
    probes: [probes.documentHead],
    evaluate: (observed) =>
      evaluateCharged(
        pairsBefore(observed, ({ request, response }) => request.method === "HEAD" && response.status === 200),
      ),
  },
  {
    name: "an error is charged like any answer",
    source,
    needs: whyUnlimited,
    probes: [probes.absent, probes.ownUnknown, probes.malformed],
    evaluate: (observed) =>
      evaluateCharged(
        pairsBefore(observed, (after) => [401, 404, 409, 422].includes(after.response.status) && !isRefused(after)),
      ),
  },
  {
    name: "a 304 always costs the same",
    source: "description, rateLimit.notModifiedCost",
    needs: whyUnlimited,
    probes: [probes.document, probes.copyExact, probes.copyAny],
    evaluate: (observed, { api }) => {
      const stated = notModifiedCost(api);
      const pairs = pairsBefore(observed, ({ response }) => response.status === 304).filter(isImmediate);
      if (pairs.length > 0 && isShared(inOneWindow(observed))) return inconclusive(sharedReason);
      const spent = (["anonymous", "token"] as const).map((who) => {
        const rises = pairs.filter(({ after }) => payerOf(after) === who).map(riseOf);
        return { who, rises, odd: Math.min(...[0, 1].map((cost) => rises.filter((rise) => rise === cost).length)) };
      });
      return evaluateEach(
        // A single request with another cost may coincide with another client's.
        spent.filter(({ rises, odd }) => rises.length >= 2 && odd !== 1),
        ({ who, rises, odd }) => {
          if (odd > 1) return `as ${who}, of ${rises.length} answers 304 some were charged and some were free`;
          return stated === undefined || rises[0] === stated[who]
            ? null
            : `as ${who}, a 304 costs ${rises[0]}, where the description says ${stated[who]}`;
        },
        "two of them to one caller are needed, and no other client that spends",
      );
    },
  },
  free(
    "a preflight costs nothing",
    [probes.preflight, probes.preflightAgain],
    ({ request }) => request.method === "OPTIONS",
  ),
  {
    ...free("the overview of the limit costs nothing", [probes.limitOverview, probes.limitOverviewAgain], isOverview),
    needs: hasOverview,
  },
  {
    name: "the overview of the limit says what the headers say",
    source: "description, rateLimit.overview",
    needs: hasOverview,
    probes: [probes.limitOverview],
    evaluate: (observed, { api }) =>
      evaluateEach(
        observed.filter((each) => isOverview(each, api)),
        (observation) => {
          const headers = observation.quota;
          if (headers === null) return null;
          for (const told of quotasIn(jsonOf(observation), api.rateLimit?.overview?.rate ?? "")) {
            const differs = (["limit", "remaining", "used", "reset"] as const).find((name) =>
              name === "reset" ? !(Math.abs(Number(told[name]) - headers[name]) <= 1) : told[name] !== headers[name],
            );
            if (differs === undefined) continue;
            return `the body says ${differs} ${JSON.stringify(told[differs])}, the headers say ${headers[differs]}`;
          }
          return null;
        },
      ),
  },
];

/**
 * Makes the law of something free. One request that seems to cost may coincide with another client's; two in a row do
 * not.
 */
function free(name: string, probes: readonly Probe[], is: (observation: Observation, api: Api) => boolean): Law {
  return {
    name,
    source,
    needs: whyUnlimited,
    probes,
    evaluate: (observed, { api }): Evaluation => {
      const pairs = pairsBefore(observed, (after) => is(after, api)).filter(isImmediate);
      if (pairs.length > 0 && isShared(inOneWindow(observed))) return inconclusive(sharedReason);
      const costly = pairs.filter((pair) => riseOf(pair) > 0);
      if (costly.length >= 2 && costly.length === pairs.length) {
        const [first = ""] = costly.map(({ after }) => probeName(after));
        return { kind: "broken", found: `used rose by one at each ${first}` };
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
        : `${probeName(pair.after)} was answered ${pair.after.response.status}, and used went from ${pair.was.used} to ${pair.is.used}`,
    "no two answers told the counters of one window",
  );
}

function pairsBefore(observed: readonly Observation[], is: (after: Observation) => boolean): readonly Pair[] {
  return inOneWindow(observed).filter(({ after }) => is(after));
}

function isOverview(observation: Observation, { rateLimit }: Api): boolean {
  return isWhole(observation) && observation.request.target === rateLimit?.overview?.path;
}

function hasOverview({ rateLimit }: Api): string | null {
  return rateLimit?.overview ? null : "the description has no overview of the limit";
}

/** Returns the standing, in an overview, of the limit that the headers advertise. */
function quotasIn(document: unknown, policy: string): ReadonlyArray<Readonly<Record<string, unknown>>> {
  const { rate, resources } = asRecord(document);
  return [rate, asRecord(resources)[policy]].map(asRecord);
}

/** Returns the cost of a 304 by the description; undefined if it does not say. */
function notModifiedCost({ rateLimit }: Api): { readonly anonymous: number; readonly token: number } | undefined {
  const stated = rateLimit && toldPolicy(rateLimit)?.cost?.byStatus?.["304"];
  return typeof stated === "number" ? { anonymous: stated, token: stated } : (stated ?? undefined);
}
