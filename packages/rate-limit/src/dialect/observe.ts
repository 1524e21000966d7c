// What this is: writes a scheme out of the answers of a service, as far as they tell one.
// What it is not: certain. A window is at least as long as was seen, and what no header tells is not in it.
// Read next: read.ts, which reads each answer; ../scheme/check-scheme.ts, which takes what comes of it.

import { accountOf } from "../limiter/partition.ts";
import { type CompiledPolicy, compilePolicy } from "../limiter/policy.ts";
import type { LimitedRequest } from "../limiter/request.ts";
import type { Preset } from "../preset/preset.ts";
import { presets } from "../preset/presets.ts";
import type { Algorithm, Policy, Refusal, SchemeFile } from "../scheme/scheme.ts";
import { formOfMoment } from "./moment.ts";
import { type PolicyReading, readRateLimit } from "./read.ts";
import { type AnyResponse, headerMap } from "./response.ts";

/** Collects what the answers of one service tell of its rate limit. */
export interface RateLimitObserver {
  /**
   * Takes note of an answer.
   * @param now Epoch seconds, by the caller's clock.
   * @param request Limits differ by whether it has a credential; by its path, a preset says of which policy it tells.
   */
  observe(response: AnyResponse, now: number, request: LimitedRequest): void;
  /** The scheme, as a file has it; null where no answer told a limit. A preset that fits is built on. */
  scheme(): SchemeFile | null;
}

/** What was seen of one policy. */
interface Seen {
  readonly name: string;
  readonly unit: string | null;
  /** By kind of caller. */
  readonly limits: { anonymous?: number; token?: number };
  seconds: number;
  /** Units a second, of a bucket that tells when it is full. */
  rate: number;
}

// Windows are of lengths that people choose; the shortest that is not less than what was seen is meant.
const usualSeconds = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400];
// These tell when a bucket is full again, and not when a window ends.
const buckets: ReadonlySet<string | null> = new Set(["openai", "anthropic"]);
const mostPolicies = 64;

/**
 * Makes an observer of a service.
 * @example
 * const observer = createObserver();
 * const headers = [["x-ratelimit-limit", "60"], ["x-ratelimit-remaining", "59"]] as const;
 * observer.observe({ status: 200, headers }, 1_767_225_600, { address: "::1", method: "GET", path: "/things" });
 * observer.scheme()?.tell; // "x-ratelimit"
 */
export function createObserver(): RateLimitObserver {
  const dialects = new Map<string, number>();
  const seen = new Map<string, Seen>();
  let refusal: Refusal | null = null;

  const note = (policy: PolicyReading, now: number, kind: "anonymous" | "token", unnamed: string): void => {
    const { limit, used, unit, resetsAt, windowSeconds } = policy;
    const name = /^[A-Za-z0-9][\w.-]{0,63}$/.test(policy.name ?? "") ? String(policy.name) : unnamed;
    if (limit === null || (!seen.has(name) && seen.size >= mostPolicies)) return;
    const known = seen.get(name) ?? { name, unit, limits: {}, seconds: 0, rate: 0 };
    seen.set(name, known);
    // Of limits that differ by what was asked, the largest refuses nothing that was answered.
    known.limits[kind] = Math.max(known.limits[kind] ?? 0, limit);
    const left = resetsAt === null ? 0 : resetsAt - now;
    known.seconds = Math.max(known.seconds, windowSeconds ?? left);
    if (used !== null && used > 0 && left > 0) known.rate = Math.max(known.rate, used / left);
  };

  return {
    observe(response, now, request) {
      const read = readRateLimit(response, now);
      if (read.dialect !== null) dialects.set(read.dialect, (dialects.get(read.dialect) ?? 0) + 1);
      const kind = accountOf(request) === undefined ? "anonymous" : "token";
      for (const policy of read.policies) note(policy, now, kind, policyFor(read.dialect, request));
      if (read.refusal === "quota" || (read.refusal === "unspecified" && refusal === null))
        refusal = refusalIn(response);
    },
    scheme() {
      const [dialect] = [...dialects].toSorted(([, a], [, b]) => b - a)[0] ?? [];
      if (dialect === undefined || seen.size === 0) return null;
      const policies = [...seen.values()];
      const preset = presetOf(dialect);
      const bases = policies.map(({ name }) => preset?.policies.find((policy) => policy.name === name));
      if (preset === null || bases.includes(undefined)) {
        const own = policies.map((each) => policyOf(each, dialect));
        return { name: "observed", policies: own, tell: dialect, refusal: refusal ?? { status: 429 } };
      }
      return {
        preset: dialect,
        policies: policies.map((each, at) => changeOf(each, bases[at] as Policy)),
        // A preset words its refusal, which an observer does not.
        ...(refusal !== null && refusal.status !== preset.refusal.status && { refusal }),
      };
    },
  };
}

function presetOf(dialect: string | null): Preset | null {
  return Object.hasOwn(presets, dialect ?? "") ? (presets[dialect ?? ""] ?? null) : null;
}

/** The policy of which a dialect without names tells: that of its preset which counts the request. */
function policyFor(dialect: string | null, request: LimitedRequest): string {
  const known = compiled.get(dialect) ?? presetOf(dialect)?.policies.map(compilePolicy) ?? [];
  compiled.set(dialect, known);
  return known.find(({ hidden, applies }) => !hidden && applies(request))?.name ?? "default";
}
const compiled = new Map<string | null, readonly CompiledPolicy[]>();

function policyOf({ name, unit, limits, seconds, rate }: Seen, dialect: string): Policy {
  const limit = most(limits);
  return {
    name,
    ...((unit === "points" || unit === "tokens" || unit === "content-bytes") && { unit }),
    partition: ["account"],
    algorithm:
      buckets.has(dialect) && rate > 0
        ? { kind: "token-bucket", capacity: limit, refillPerSecond: rate }
        : { kind: "fixed-window", limit, seconds: usual(seconds) },
    limits,
  };
}

/** What a policy of a preset allows here. */
function changeOf(
  { name, limits, seconds, rate }: Seen,
  { algorithm, partition = [], ...base }: Policy,
): Partial<Policy> & { readonly name: string } {
  const limit = most(limits);
  const byAccount = partition.some((key) => key === "account" || key === "credential");
  const differ = limits.anonymous !== undefined && limits.token !== undefined && limits.anonymous !== limits.token;
  return {
    name,
    algorithm: algorithmLike(algorithm, limit, seconds, rate),
    ...(byAccount && (differ || base.limits !== undefined) && { limits }),
  };
}

function algorithmLike(algorithm: Algorithm, limit: number, seconds: number, rate: number): Algorithm {
  switch (algorithm.kind) {
    case "token-bucket": {
      const { capacity, refillPerSecond } = algorithm;
      return {
        ...algorithm,
        capacity: limit,
        refillPerSecond: rate > 0 ? rate : (refillPerSecond * limit) / capacity || refillPerSecond,
      };
    }
    case "leaky-bucket":
      return { ...algorithm, capacity: limit };
    case "concurrency":
      return { ...algorithm, limit };
    default:
      return "seconds" in algorithm ? { ...algorithm, limit, seconds: usual(seconds) } : { ...algorithm, limit };
  }
}

function most({ anonymous = 0, token = 0 }: Seen["limits"]): number {
  return Math.max(anonymous, token);
}

function usual(seconds: number): number {
  return Math.max(1, usualSeconds.find((each) => each >= seconds - 1) ?? Math.ceil(seconds));
}

function refusalIn(response: AnyResponse): Refusal {
  const headers = headerMap(response);
  const after = headers.get("retry-after");
  const form = after === undefined ? null : formOfMoment(after);
  const contentType = headers.get("content-type");
  return {
    status: response.status,
    ...(form !== null && { retryAfter: form === "http-date" ? form : form === "delta-decimal" ? form : "delta" }),
    ...(contentType !== undefined && { contentType }),
  };
}
