// What this is: writes a scheme out of the answers of a service, as far as they tell one.
// What it is not: certain. A window is at least as long as was seen, and what no header tells is not in it.
// Read next: read.ts, which reads each answer; ../scheme/check-scheme.ts, which takes what comes of it.
import { presets } from "../preset/presets.ts";
import type { Algorithm, Policy, Refusal, SchemeFile } from "../scheme/scheme.ts";
import { formOfMoment } from "./moment.ts";
import { type PolicyReading, readRateLimit } from "./read.ts";
import { type AnyResponse, headerMap } from "./response.ts";

/** Collects what the answers of one service tell of its rate limit. */
export interface RateLimitObserver {
  /**
   * Takes note of an answer.
   * @param now Epoch seconds, by the clock of whoever asked.
   * @param hasCredential Whether it was given to a caller with a credential: limits differ by that.
   */
  observe(response: AnyResponse, now: number, hasCredential: boolean): void;
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
 * observer.observe(response, now, false);
 * observer.scheme(); // { name: "observed", policies: [{ name: "default", … }], tell: "x-ratelimit", … }
 */
export function createObserver(): RateLimitObserver {
  const dialects = new Map<string, number>();
  const seen = new Map<string, Seen>();
  let refusal: Refusal | null = null;

  const note = (policy: PolicyReading, now: number, kind: "anonymous" | "token"): void => {
    const { limit, used, unit, resetsAt, windowSeconds } = policy;
    const name = /^[A-Za-z0-9][\w.-]{0,63}$/.test(policy.name ?? "") ? String(policy.name) : "default";
    if (limit === null || (!seen.has(name) && seen.size >= mostPolicies)) return;
    const known = seen.get(name) ?? { name, unit, limits: {}, seconds: 0, rate: 0 };
    seen.set(name, known);
    known.limits[kind] = limit;
    const left = resetsAt === null ? 0 : resetsAt - now;
    known.seconds = Math.max(known.seconds, windowSeconds ?? left);
    if (used !== null && used > 0 && left > 0) known.rate = Math.max(known.rate, used / left);
  };

  return {
    observe(response, now, hasCredential) {
      const read = readRateLimit(response, now);
      if (read.dialect !== null) dialects.set(read.dialect, (dialects.get(read.dialect) ?? 0) + 1);
      for (const policy of read.policies) note(policy, now, hasCredential ? "token" : "anonymous");
      if (read.refusal === "quota" || (read.refusal === "unspecified" && refusal === null))
        refusal = refusalIn(response);
    },
    scheme() {
      const [dialect] = [...dialects].toSorted(([, a], [, b]) => b - a)[0] ?? [];
      if (dialect === undefined || seen.size === 0) return null;
      const policies = [...seen.values()].map((each) => policyOf(each, dialect));
      const own = Object.hasOwn(presets, dialect) ? presets[dialect] : undefined;
      const fits =
        own !== undefined && policies.every(({ name }) => own.policies.some((policy) => policy.name === name));
      return fits
        ? { preset: dialect, policies, ...(refusal && { refusal }) }
        : { name: "observed", policies, tell: dialect, refusal: refusal ?? { status: 429 } };
    },
  };
}

function policyOf({ name, unit, limits, seconds, rate }: Seen, dialect: string): Policy {
  const limit = Math.max(limits.anonymous ?? 0, limits.token ?? 0);
  const length = usualSeconds.find((usual) => usual >= seconds - 1) ?? Math.ceil(seconds);
  const algorithm: Algorithm =
    buckets.has(dialect) && rate > 0
      ? { kind: "token-bucket", capacity: limit, refillPerSecond: rate }
      : { kind: "fixed-window", limit, seconds: Math.max(1, length) };
  return {
    name,
    ...((unit === "points" || unit === "tokens" || unit === "content-bytes") && { unit }),
    partition: ["account"],
    algorithm,
    limits,
  };
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
