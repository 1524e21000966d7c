import type { Api } from "@tapedeck/api";
import { type CompiledPolicy, createLimiter, type LimitedRequest, readRateLimit } from "@tapedeck/rate-limit";
import { isRefused, type Observation, payerOf } from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import { header, text } from "../../response.ts";
import { evaluateEach, type Law } from "../law.ts";
import { counterNames } from "./counters.ts";

/** The level of a bucket in an answer, and its time. */
interface Level {
  readonly policy: CompiledPolicy;
  readonly bucket: string;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Epoch seconds by the answer's date, like the end of the window; null if unknown. */
  readonly at: number;
  readonly resetsAt: number | null;
  readonly refused: boolean;
}

const source = "description, rateLimits";
const untold = "no answer told what is left of a limit, in a dialect that is known, and its date";
// Dates, and what is left, are whole numbers.
const rounding = 1;

/** Laws about limits that are advertised in any other way than by the four counters of one fixed window. */
export const levels: readonly Law[] = [
  {
    name: "what is told to be left is at most the limit",
    source,
    needs: hasLevels,
    probes: [probes.simpleGet],
    evaluate: (observed, { api }) =>
      evaluateEach(
        levelsIn(observed, api),
        // Some also count what they refuse.
        ({ limit, used, remaining, refused }) =>
          remaining <= limit && (refused || used <= limit)
            ? null
            : `${used} used and ${remaining} left of a limit of ${limit}`,
        untold,
      ),
  },
  {
    name: "what is left rises no faster than its algorithm allows",
    source,
    needs: hasLevels,
    probes: [probes.simpleGet, probes.simpleAgain],
    evaluate: (observed, { api }) => {
      const all = levelsIn(observed, api);
      return evaluateEach(
        all.flatMap((is, at) => {
          const before = all.slice(0, at).filter(({ bucket }) => bucket === is.bucket);
          const most = before.length === 0 ? null : mostLeft(before, is);
          return most === null ? [] : [{ is, most, was: before.at(-1)?.remaining }];
        }),
        ({ is, most, was }) =>
          is.remaining <= most
            ? null
            : `of "${is.policy.name}" ${is.remaining} were left, after ${was}: at most ${Math.floor(most)} by a ${is.policy.source.algorithm.kind}`,
        `${untold}; or it was told once, or what is charged is given back`,
      );
    },
  },
];

/** Returns the most that can be left after earlier answers; null if that is unknown. */
function mostLeft(before: readonly Level[], is: Level): number | null {
  const was = before.at(-1);
  const { algorithm, cost } = is.policy.source;
  // A refund raises the level.
  if (was === undefined || cost?.response !== undefined) return null;
  if (algorithm.kind === "concurrency") return is.refused ? 0 : is.limit - 1;
  const waited = Math.max(0, is.at - was.at) + rounding;
  // The previous window's spending fades evenly from the estimate, and was at most the limit.
  if (algorithm.kind === "sliding-counter") return was.remaining + (is.limit / algorithm.seconds) * waited + rounding;
  const perSecond = "refillPerSecond" in algorithm ? algorithm.refillPerSecond : null;
  const rate = "leakPerSecond" in algorithm ? algorithm.leakPerSecond : perSecond;
  if (rate !== null && "capacity" in algorithm) {
    const share = algorithm.capacity === 0 ? 1 : is.limit / algorithm.capacity;
    return was.remaining + rate * share * waited + rounding;
  }
  if (algorithm.kind === "fixed-window") {
    const { opens } = algorithm;
    // Windows by the clock need not be advertised.
    if (opens === "clock" && is.resetsAt === null) {
      const [last, now] = [was.at, is.at + rounding].map((at) => Math.floor(at / algorithm.seconds));
      return last === now ? was.remaining : null;
    }
    const isSame = was.resetsAt !== null && is.resetsAt !== null && Math.abs(was.resetsAt - is.resetsAt) <= 2;
    // A bucket that was never charged has no window yet.
    return isSame && was.used > 0 && is.at < (was.resetsAt ?? 0) - rounding ? was.remaining : null;
  }
  if (algorithm.kind === "sliding-log" && cost === undefined) {
    const counted = [...before, is].filter(({ at, refused }) => !refused && at > is.at - algorithm.seconds + rounding);
    return is.limit - counted.length;
  }
  return null;
}

function hasLevels({ rateLimit }: Api): string | null {
  if (rateLimit === null) return "the description names no rate limit";
  if (counterNames(rateLimit) !== null)
    return "the description's rate limit is told by four counters: other laws hold it";
  return rateLimit.policies.some(({ hidden }) => hidden !== true) ? null : "the description's rate limit is not told";
}

function levelsIn(observed: readonly Observation[], { rateLimit }: Api): readonly Level[] {
  if (rateLimit === null) return [];
  const policies = createLimiter(rateLimit).policies.filter(({ hidden }) => !hidden);
  return observed.flatMap((observation) => {
    const { response } = observation;
    const at = Date.parse(header(response, "date") ?? "") / 1000;
    if (Number.isNaN(at)) return [];
    const request = limitedRequest(observation);
    const counting = policies.filter((policy) => policy.applies(request));
    const readings = readRateLimit({ ...response, body: text(response) }, at).policies;
    return counting.flatMap((policy): Level[] => {
      const own = policy.limitFor(request.account);
      const isOnly = counting.every((each) => each === policy || each.limitFor(request.account) !== own);
      const reading =
        readings.find(({ name }) => name === policy.name) ??
        // Without a name, the limit identifies the policy.
        readings.find(({ name, limit }) => name === null && (counting.length === 1 || (isOnly && limit === own)));
      if (!reading || reading.used === null) return [];
      const { used, resetsAt } = reading;
      // If only the use is advertised, the description has the limit.
      const limit = reading.limit ?? own;
      const remaining = reading.remaining ?? limit - used;
      const refused = isRefused(observation);
      // Descriptions often omit that callers have a limit each.
      const bucket = `${payerOf(observation)} ${policy.bucketOf(request)}`;
      return [{ policy, bucket, limit, used, remaining, at, resetsAt, refused }];
    });
  });
}

function limitedRequest(observation: Observation): LimitedRequest {
  const { request, operation } = observation;
  const payer = payerOf(observation);
  return {
    address: "",
    method: request.method,
    path: request.target.replace(/\?.*/s, ""),
    headers: request.headers,
    ...(operation !== null && { operation: operation.id }),
    ...(payer === "token" && { account: payer, credential: payer }),
  };
}
