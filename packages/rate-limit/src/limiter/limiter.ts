import type { Bucket } from "../algorithm/meter.ts";
import type { RateLimitScheme } from "../generated/scheme.ts";
import { refuseUnread } from "../scheme/scheme-error.ts";
import { type BucketChange, type BucketReader, type BucketSetting, changeBucket } from "./change-bucket.ts";
import { jittered } from "./jitter.ts";
import { memoizeShort } from "./memoize.ts";
import { limitedAccount } from "./partition.ts";
import { type CompiledPolicy, compilePolicy, type Standing } from "./policy.ts";
import type { LimitedAnswer, LimitedRequest } from "./request.ts";

/** A decision on a request: whether it is allowed, its caller's standings, and the changes to commit. */
export interface Decision {
  readonly allowed: boolean;
  readonly request: LimitedRequest;
  /** The standing in each policy that counts the request, in the scheme's order. */
  readonly standings: readonly Standing[];
  /** The first standing whose policy refuses; null if the request is allowed. */
  readonly refusedBy: Standing | null;
  /** Epoch seconds from which the request would be allowed without other requests; null if it is allowed now. */
  readonly retryAt: number | null;
  readonly changes: readonly BucketChange[];
}

/** Decides on requests by a scheme. */
export interface Limiter {
  readonly scheme: RateLimitScheme;
  readonly policies: readonly CompiledPolicy[];
  /**
   * Decides on a request and charges for it. A refused request costs only what `onRefusal` says.
   * @param now Epoch seconds.
   * @param answer The answer, if it is known already: costs that depend on it are charged at once.
   * @param counting The result of {@link Limiter.counting} for the request, if the caller has it.
   */
  take(
    buckets: BucketReader,
    request: LimitedRequest,
    now: number,
    answer?: LimitedAnswer,
    counting?: readonly CompiledPolicy[],
  ): Decision;
  /** Returns the policies that count a request. */
  counting(request: LimitedRequest): readonly CompiledPolicy[];
  /**
   * Ends an allowed request: charges or refunds the difference to the cost of its answer, and releases its concurrency.
   * Call it once, when the answer has ended, failed or was aborted (`null`): a second call refunds again, except for
   * concurrency.
   */
  settle(buckets: BucketReader, decision: Decision, answer: LimitedAnswer | null, now: number): readonly BucketChange[];
  /**
   * Renews the concurrency lease of a request while its answer is in progress. Call it before half of the shortest
   * `leaseSeconds` has passed: a lease that ends belongs to a process that was killed.
   */
  renew(buckets: BucketReader, decision: Decision, now: number): readonly BucketChange[];
  /** Returns a caller's standing in every advertised policy, and charges nothing. */
  peek(buckets: BucketReader, request: LimitedRequest, now: number): readonly Standing[];
  /**
   * Returns the content of the scheme's overview for a caller, as JSON.
   * @param answered Number of requests answered so far: a reset with jitter depends on it.
   */
  overview(buckets: BucketReader, request: LimitedRequest, now: number, answered?: number): OverviewBody;
  /**
   * Returns the change of a bucket to given settings, also before its first request.
   * @throws RangeError if no policy has such a bucket, or a number is invalid.
   */
  change(buckets: BucketReader, bucket: string, setting: BucketSetting, now: number): BucketChange;
}

/** @see https://docs.github.com/rest/rate-limit */
export interface OverviewBody {
  readonly resources: Readonly<Record<string, OverviewResource>>;
  readonly rate: OverviewResource | undefined;
}

export interface OverviewResource {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly reset: number;
}

/**
 * Makes a limiter of a scheme. It has no state: it reads buckets from their store, and each decision lists their
 * changes. A store can be a map, a file, or a shared store with compare-and-swap.
 * @example
 * const limiter = createLimiter(presetNamed("github"));
 * const buckets = new Map<string, Bucket>();
 * const decision = limiter.take(buckets, { address: "::1", method: "GET", path: "/user" }, 1_767_225_600);
 * commit(buckets, decision.changes);
 * decision.standings[0]?.remaining; // 59
 */
export function createLimiter(scheme: RateLimitScheme): Limiter {
  refuseUnread(scheme);
  const policies = scheme.policies.map(compilePolicy);
  const counting = countingBy(policies);
  const byName = new Map(policies.map((policy) => [policy.name, policy]));
  const { jitter = 0 } = scheme.tell.find(({ value }) => value === "reset") ?? {};

  return {
    scheme,
    policies,
    take: (buckets, request, now, answer, known = counting(request)) => take(known, buckets, request, now, answer),
    counting,
    settle,
    renew,
    peek: (buckets, request, now) => peek(policies, buckets, request, now),
    overview(buckets, request, now, answered = 0) {
      const standings = peek(policies, buckets, request, now);
      const resources = standings.map((standing) => {
        const { policy, limit, used, remaining } = standing;
        return [
          policy.name,
          { limit, used, remaining, reset: Math.ceil(jittered(standing, jitter, answered)) },
        ] as const;
      });
      const all = Object.fromEntries(resources);
      return { resources: all, rate: all[scheme.overview?.rate ?? ""] };
    },
    change: (buckets, bucket, setting, now) => changeBucket(byName, buckets, bucket, setting, now),
  };
}

/**
 * Applies changes to a map of buckets.
 * @example
 * const buckets = new Map<string, Bucket>();
 * commit(buckets, [{ bucket: "core", from: null, to: { used: 1, resetsAt: 60 } }]);
 * buckets.get("core"); // { used: 1, resetsAt: 60 }
 */
export function commit(buckets: Map<string, Bucket>, changes: readonly BucketChange[]): void {
  for (const { bucket, to } of changes) {
    if (to === null) buckets.delete(bucket);
    else buckets.set(bucket, to);
  }
}

function take(
  policies: readonly CompiledPolicy[],
  buckets: BucketReader,
  request: LimitedRequest,
  now: number,
  answer: LimitedAnswer | undefined,
): Decision {
  let refusedBy: CompiledPolicy | null = null;
  let retryAt: number | null = null;
  const counts = policies.map((policy): Count => {
    const bucket = policy.bucketOf(request);
    const before = buckets.get(bucket);
    const limit = policy.limitOf(before, request);
    const held = policy.meter.current(before, limit, now);
    const required = policy.required(request, answer);
    if (policy.refuses(held, limit, required, now)) {
      refusedBy ??= policy;
      retryAt = Math.max(retryAt ?? now, policy.retryAt(held, limit, required, now));
    }
    return { policy, bucket, before, held, limit, required };
  });
  const allowed = refusedBy === null;
  const changes: BucketChange[] = [];
  const standings = counts.map(({ policy, bucket, before, held, limit, required }) => {
    const charged = allowed ? policy.charged(request, answer) : policy.chargedOnRefusal;
    const paid = charged === 0 ? held : policy.meter.charge(held, charged, limit, now);
    const to = policy === refusedBy ? policy.blocked(paid, now) : paid;
    // A refusal opens no window of a hidden policy that does not refuse.
    if (to !== before && (allowed || policy === refusedBy || !policy.hidden || charged > 0))
      changes.push({ bucket, from: before ?? null, to });
    return policy.standing(bucket, to, limit, now, required, charged);
  });
  const refusing = allowed ? null : (standings.find(({ policy }) => policy === refusedBy) ?? null);
  return { allowed, request, standings, refusedBy: refusing, retryAt, changes };
}

/** A policy that counts a request, and its bucket in the store and at present. */
interface Count {
  readonly policy: CompiledPolicy;
  readonly bucket: string;
  readonly before: Bucket | undefined;
  readonly held: Bucket;
  readonly limit: number;
  readonly required: number;
}

/** Makes the function that returns the policies that count a request; it memoizes them for each path or operation. */
function countingBy(policies: readonly CompiledPolicy[]): (request: LimitedRequest) => readonly CompiledPolicy[] {
  interface Latest {
    asked: Pick<LimitedRequest, "method" | "operation" | "path"> & { readonly known: boolean };
    counting: readonly CompiledPolicy[];
  }
  // Where no policy names paths, an operation has many that count alike.
  const isByPath = policies.some(({ source: { when, unless } }) => when?.paths ?? unless?.paths);
  const latestOf = memoizeShort((_place: string): Latest => ({ asked: { method: "", known: false }, counting: [] }));
  return (request) => {
    const { method, operation } = request;
    const path = isByPath ? request.path : undefined;
    const known = limitedAccount(request) !== undefined;
    const latest = latestOf((isByPath ? path : operation) ?? "");
    const { asked } = latest;
    if (asked.method !== method || asked.operation !== operation || asked.path !== path || asked.known !== known) {
      latest.asked = {
        method,
        known,
        ...(operation !== undefined && { operation }),
        ...(path !== undefined && { path }),
      };
      latest.counting = policies.filter((policy) => policy.applies(request));
    }
    return latest.counting;
  };
}

function settle(
  buckets: BucketReader,
  { allowed, request, standings }: Decision,
  answer: LimitedAnswer | null,
  now: number,
): readonly BucketChange[] {
  if (!allowed) return [];
  const changes: BucketChange[] = [];
  for (const { policy, bucket, charged, ticket } of standings) {
    const from = buckets.get(bucket);
    if (from === undefined) continue;
    const difference = policy.releases ? -charged : answer === null ? 0 : policy.charged(request, answer) - charged;
    if (difference === 0) continue;
    const limit = policy.limitOf(from, request);
    const to = policy.meter.adjust(policy.meter.current(from, limit, now), difference, ticket, limit);
    if (to !== from) changes.push({ bucket, from, to });
  }
  return changes;
}

function renew(buckets: BucketReader, { standings }: Decision, now: number): readonly BucketChange[] {
  return standings.flatMap(({ policy, bucket, ticket }) => {
    const from = buckets.get(bucket);
    const to = from && policy.meter.renew?.(from, ticket, now);
    return from && to && to !== from ? [{ bucket, from, to }] : [];
  });
}

function peek(
  policies: readonly CompiledPolicy[],
  buckets: BucketReader,
  request: LimitedRequest,
  now: number,
): readonly Standing[] {
  return policies
    .filter((policy) => !policy.hidden && policy.concerns(request))
    .map((policy) => {
      const bucket = policy.bucketOf(request);
      const held = buckets.get(bucket);
      const limit = policy.limitOf(held, request);
      return policy.standing(bucket, policy.meter.current(held, limit, now), limit, now, 0, 0);
    });
}
