import type { Api } from "@tapedeck/api";
import { type Policy, type PolicyReading, readRateLimit } from "@tapedeck/rate-limit";
import { type Observation, payerOf } from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import { header, text } from "../../response.ts";
import { evaluateEach, type Law } from "../law.ts";

/** What an answer tells of a bucket, and when. */
interface Level {
  readonly policy: Policy;
  readonly payer: string;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Epoch seconds, by the answer's date. */
  readonly at: number;
}

const untold = "no answer told what a bucket holds, in a dialect that is known, and its date";

/** Laws of token and leaky buckets. */
export const levels: readonly Law[] = [
  {
    name: "a bucket never holds more than its capacity",
    source: "description, rateLimits: a token or leaky bucket",
    needs: hasBucket,
    probes: [probes.simpleGet],
    evaluate: (observed, { api }) =>
      evaluateEach(
        levelsIn(observed, api),
        ({ limit, used, remaining }) =>
          remaining <= limit && used <= limit ? null : `${used} used and ${remaining} left of a capacity of ${limit}`,
        untold,
      ),
  },
  {
    name: "a bucket refills no faster than told",
    source: "description, rateLimits: a token or leaky bucket",
    needs: hasBucket,
    probes: [probes.simpleGet],
    evaluate: (observed, { api }) => {
      const all = levelsIn(observed, api);
      const pairs = all.flatMap((is, at) => {
        const was = all.slice(0, at).findLast(({ policy, payer }) => policy === is.policy && payer === is.payer);
        return was === undefined ? [] : [{ was, is }];
      });
      return evaluateEach(
        pairs,
        ({ was, is }) => {
          // Dates and levels are told in whole numbers.
          const seconds = Math.max(0, is.at - was.at) + 1;
          const most = was.remaining + ((rateOf(is.policy) * is.limit) / capacityOf(is.policy)) * seconds + 1;
          return is.remaining <= most
            ? null
            : `what is left rose from ${was.remaining} to ${is.remaining} within ${seconds} s, at ${rateOf(is.policy)} a second`;
        },
        untold,
      );
    },
  },
];

/** The buckets that are told, each split by who asks alone, and never refunded: else a level may rise by itself. */
function bucketsOf({ rateLimit }: Api): readonly Policy[] {
  return (rateLimit?.policies ?? []).filter(
    ({ algorithm, hidden, partition = [], cost }) =>
      "capacity" in algorithm &&
      algorithm.capacity > 0 &&
      hidden !== true &&
      cost?.response === undefined &&
      partition.every((key) => ["address", "account", "credential", "app"].includes(key)),
  );
}

function hasBucket(api: Api): string | null {
  if (api.rateLimit === null) return "the description names no rate limit";
  return bucketsOf(api).length > 0
    ? null
    : "the description's rate limit has no token or leaky bucket that is told, split by who asks alone, and never refunded";
}

function levelsIn(observed: readonly Observation[], api: Api): readonly Level[] {
  const buckets = bucketsOf(api);
  const told = api.rateLimit?.policies.filter(({ hidden }) => hidden !== true) ?? [];
  return observed.flatMap((observation) => {
    const { response } = observation;
    const at = Date.parse(header(response, "date") ?? "") / 1000;
    if (Number.isNaN(at)) return [];
    const readings = readRateLimit({ ...response, body: text(response) }, at).policies;
    return buckets.flatMap((policy) => {
      const reading = readings.find(({ name }) => name === policy.name || (name === null && told.length === 1));
      return reading === undefined ? [] : levelOf(policy, reading, payerOf(observation), at);
    });
  });
}

function levelOf(policy: Policy, { limit, used, remaining }: PolicyReading, payer: string, at: number): Level[] {
  if (limit === null || used === null || remaining === null) return [];
  return [{ policy, payer, limit, used, remaining, at }];
}

function capacityOf({ algorithm }: Policy): number {
  return "capacity" in algorithm ? algorithm.capacity : 1;
}

function rateOf({ algorithm }: Policy): number {
  return algorithm.kind === "token-bucket"
    ? algorithm.refillPerSecond
    : algorithm.kind === "leaky-bucket"
      ? algorithm.leakPerSecond
      : 0;
}
