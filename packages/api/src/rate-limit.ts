import {
  type Cost,
  checkScheme,
  type Policy,
  type RateLimitScheme,
  type Refusal,
  SchemeError,
} from "@tapedeck/rate-limit";
import type { Operation } from "./api.ts";
import type { ApiDescription, RateLimitDescription, SecondaryLimit } from "./description.ts";

const counters = ["limit", "remaining", "reset", "used"] as const;

/** Defaults for a limit that a description gives only in part. */
const usualLimit: RateLimitScheme = {
  name: "usual",
  policies: [
    {
      name: "core",
      partition: ["account"],
      algorithm: { kind: "fixed-window", limit: 5000, seconds: 3600 },
      limits: { anonymous: 60, token: 5000 },
      cost: { byMethod: { OPTIONS: 0 }, byStatus: { "304": 1, "5xx": 0 } },
    },
  ],
  tell: counters.map((value) => ({
    header: `x-ratelimit-${value}`,
    value,
    form: value === "reset" ? "epoch" : "integer",
  })),
  refusal: { status: 429, retryAfter: "delta" },
};

/** The policy that the secondary limit belongs to. */
const secondaryName = "secondary";

/**
 * Returns the policy that a scheme advertises first: the one that a description speaks of, and whose bucket needs no
 * name.
 */
export function toldPolicy({ policies }: RateLimitScheme): Policy | null {
  return policies.find(({ hidden }) => hidden !== true) ?? null;
}

/**
 * Returns the scheme of a description: its own, or that of the API it extends, with its changes.
 * @param operations The operations whose path parameters a policy may be partitioned by.
 * @throws SchemeError for an invalid scheme; RangeError for a window of a limit that has none.
 */
export function rateLimitOf(
  base: RateLimitScheme | null,
  { rateLimits, rateLimit }: Pick<ApiDescription, "rateLimits" | "rateLimit">,
  operations: readonly Operation[],
): RateLimitScheme | null {
  if (rateLimit === null) return null;
  const ground = rateLimits === undefined ? base : checkScheme(rateLimits, "rateLimits");
  if (rateLimits !== undefined && ground !== null) checkParameters(ground, operations);
  return rateLimit === undefined ? ground : changed(ground ?? usualLimit, rateLimit);
}

/** Refuses a partition by a parameter that no request can have. */
function checkParameters({ policies }: RateLimitScheme, operations: readonly Operation[]): void {
  policies.forEach(({ partition = [], when }, nth) => {
    // The policy's own path templates were searched.
    if (when?.paths !== undefined) return;
    partition.forEach((key, place) => {
      const [, name] = /^param:(.*)$/s.exec(key) ?? [];
      if (name === undefined || operations.some(({ path }) => path.includes(`{${name}}`))) return;
      throw new SchemeError(
        `rateLimits/policies/${nth}/partition/${place}`,
        `no operation's path has a parameter ${JSON.stringify(name)}: describe one ("operations", "openapi"), or give "when" its paths`,
      );
    });
  });
}

function changed(ground: RateLimitScheme, own: RateLimitDescription): RateLimitScheme {
  const { headers, resetJitterSeconds, refusal, overview } = own;
  const core = toldPolicy(ground);
  if (core === null) throw new RangeError("rateLimit: the scheme tells of no policy whose limit could be changed");
  const counted = policyOf(core, own);
  const others = ground.policies.map((policy) =>
    policy === core ? counted : policy.name === secondaryName ? { ...policy, cost: counted.cost ?? {} } : policy,
  );
  const kept = own.secondary === undefined ? others : others.filter(({ name }) => name !== secondaryName);
  const { overview: before, ...rest } = ground;
  const path = overview === undefined ? before?.path : overview?.path;
  return {
    ...rest,
    policies: own.secondary ? [...kept, secondaryOf(own.secondary, counted)] : kept,
    tell: ground.tell.map((told) => {
      const header = headers?.[told.value as (typeof counters)[number]]?.toLowerCase() ?? told.header;
      const jitter = told.value === "reset" ? (resetJitterSeconds ?? told.jitter) : undefined;
      return { ...told, ...(header !== undefined && { header }), ...(jitter !== undefined && { jitter }) };
    }),
    refusal: refusal === undefined ? ground.refusal : changedRefusal(ground.refusal, refusal),
    ...(path !== undefined && { overview: { path, rate: before?.rate ?? core.name } }),
  };
}

function policyOf(core: Policy, { limits, windowSeconds, notModifiedCost }: RateLimitDescription): Policy {
  const { algorithm, partition = [] } = core;
  if (windowSeconds !== undefined && !("seconds" in algorithm))
    throw new RangeError(`rateLimit/windowSeconds: the limit "${core.name}" is a ${algorithm.kind}, without a window`);
  if (limits !== undefined && !partition.some((key) => key === "account" || key === "credential"))
    throw new RangeError(`rateLimit/limits: the limit "${core.name}" does not tell accounts apart`);
  const { "304": price = 1, ...byStatus } = core.cost?.byStatus ?? {};
  const unmodified = typeof price === "number" ? { anonymous: price, token: price } : price;
  const cost: Cost = { ...core.cost, byStatus: { ...byStatus, "304": { ...unmodified, ...notModifiedCost } } };
  return {
    ...core,
    ...(windowSeconds !== undefined && { algorithm: { ...algorithm, seconds: windowSeconds } as Policy["algorithm"] }),
    ...(limits !== undefined && { limits: { ...core.limits, ...limits } }),
    ...(notModifiedCost !== undefined && { cost }),
  };
}

function secondaryOf({ requests, seconds, status = 403, retryAfter = false }: SecondaryLimit, core: Policy): Policy {
  return {
    name: secondaryName,
    partition: ["account"],
    hidden: true,
    algorithm: { kind: "fixed-window", limit: requests, seconds },
    ...(core.cost !== undefined && { cost: core.cost }),
    refusal: changedRefusal({ status }, { retryAfter }),
  };
}

function changedRefusal(
  before: Refusal,
  { status, retryAfter }: NonNullable<RateLimitDescription["refusal"]>,
): Refusal {
  const { retryAfter: told, ...rest } = before;
  const tells = retryAfter === undefined ? told : retryAfter ? (told ?? "delta") : undefined;
  return { ...rest, ...(status !== undefined && { status }), ...(tells !== undefined && { retryAfter: tells }) };
}
