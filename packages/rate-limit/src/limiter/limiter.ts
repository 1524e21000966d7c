// What this is: decides by a scheme whether a request is allowed, and what its buckets hold then.
// What it is not: a store, or headers. Nothing is changed; each decision says what to change.
// Read next: policy.ts, which a scheme's policies become; dialect/write.ts, which tells a decision.
import type { Bucket } from "../algorithm/meter.ts";
import type { RateLimitScheme } from "../scheme/scheme.ts";
import type { BucketChange, BucketReader } from "./bucket-change.ts";
import { type BucketSetting, changeBucket } from "./change-bucket.ts";
import { jittered } from "./jitter.ts";
import { memoizeShort } from "./memoize.ts";
import { limitedAccount } from "./partition.ts";
import { type CompiledPolicy, compilePolicy, type Standing } from "./policy.ts";
import type { LimitedAnswer, LimitedRequest } from "./request.ts";

/** Whether a request is allowed, how its caller stands then, and what to change for it to become true. */
export interface Decision {
  readonly allowed: boolean;
  readonly request: LimitedRequest;
  /** One for each policy that counts the request, in the scheme's order. */
  readonly standings: readonly Standing[];
  /** Of those, the first that refuses. */
  readonly refusedBy: Standing | null;
  /** Epoch seconds from which the request would be allowed, if no other request came; null where it is allowed now. */
  readonly retryAt: number | null;
  readonly changes: readonly BucketChange[];
}

/** A scheme at work. */
export interface Limiter {
  readonly scheme: RateLimitScheme;
  readonly policies: readonly CompiledPolicy[];
  /**
   * Decides on a request, and charges for it. Nothing is charged where it is refused, save what `onRefusal` says.
   * @param answer The answer, where it is known already: costs that depend on it are charged at once.
   * @param now Epoch seconds.
   * @param counting The result of {@link Limiter.counting} for the request, where it is asked about again and again.
   */
  take(
    buckets: BucketReader,
    request: LimitedRequest,
    now: number,
    answer?: LimitedAnswer,
    counting?: readonly CompiledPolicy[],
  ): Decision;
  /** The policies that count a request. */
  counting(request: LimitedRequest): readonly CompiledPolicy[];
  /**
   * Ends an allowed request: charges or refunds the difference to the cost of its answer, and releases its concurrency.
   * Call it once the answer has ended, erred or been aborted (`null`); doing so twice changes nothing more for
   * concurrency, but refunds twice elsewhere.
   */
  settle(buckets: BucketReader, decision: Decision, answer: LimitedAnswer | null, now: number): readonly BucketChange[];
  /**
   * Renews the concurrency lease of a request while its answer is under way: call it before half of the shortest
   * `leaseSeconds` has passed, or the lease is taken for that of a process that was killed.
   */
  renew(buckets: BucketReader, decision: Decision, now: number): readonly BucketChange[];
  /** Tells how a caller stands by every policy that is told, without asking anything. */
  peek(buckets: BucketReader, request: LimitedRequest, now: number): readonly Standing[];
  /**
   * The content of the scheme's overview for a caller, as JSON.
   * @param answered Requests answered so far, by which a told reset jitters.
   */
  overview(buckets: BucketReader, request: LimitedRequest, now: number, answered?: number): OverviewBody;
  /**
   * Changes what a bucket holds, also before its first request.
   * @throws RangeError for a bucket of no policy, or numbers that cannot be.
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
 * Makes a limiter of a scheme. It holds no state: buckets are read where they are kept, and a decision says how they
 * change, so that they can be kept in a map, a file or a shared store with compare-and-swap.
 * @example
 * const limiter = createLimiter(presetNamed("github"));
 * const buckets = new Map<string, Bucket>();
 * const decision = limiter.take(buckets, { address: "::1", method: "GET", path: "/user" }, 1_767_225_600);
 * commit(buckets, decision.changes);
 * decision.standings[0]?.remaining; // 59
 */
export function createLimiter(scheme: RateLimitScheme): Limiter {
  const policies = scheme.policies.map(compilePolicy);
  const counting = countingBy(policies);
  const byName = new Map(policies.map((policy) => [policy.name, policy]));
  const { jitter = 0 } = scheme.tell.find(({ value }) => value === "reset") ?? {};

  return {
    scheme,
    policies,
    take: (buckets, request, now, answer, known = counting(request)) => take(known, buckets, request, now, answer),
    counting,
    settle: (buckets, decision, answer, now) => settle(buckets, decision, answer, now),
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
 * Makes changes true in a map of buckets.
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
  const counts: Count[] = [];
  let refusing = -1;
  let retryAt: number | null = null;
  for (const policy of policies) {
    const bucket = policy.bucketOf(request);
    const before = buckets.get(bucket);
    const limit = policy.limitOf(before, request);
    const held = policy.meter.current(before, limit, now);
    const required = policy.required(request, answer);
    if (policy.refuses(held, limit, required, now)) {
      if (refusing < 0) refusing = counts.length;
      retryAt = Math.max(retryAt ?? now, policy.retryAt(held, limit, required, now));
    }
    counts.push({ policy, bucket, before, held, limit, required });
  }
  const changes: BucketChange[] = [];
  const standings: Standing[] = [];
  for (const { policy, bucket, before, held, limit, required } of counts) {
    const isRefusing = standings.length === refusing;
    const charged = refusing < 0 ? policy.charged(request, answer) : policy.chargedOnRefusal;
    const paid = charged === 0 ? held : policy.meter.charge(held, charged, limit, now);
    const to = isRefusing ? policy.blocked(paid, now) : paid;
    // A refusal opens no window of a policy that neither tells of it nor refuses.
    if (to !== before && (refusing < 0 || isRefusing || !policy.hidden || charged > 0))
      changes.push({ bucket, from: before ?? null, to });
    standings.push(policy.standing(bucket, to, limit, now, required, charged));
  }
  return { allowed: refusing < 0, request, standings, refusedBy: standings[refusing] ?? null, retryAt, changes };
}

/** A policy that counts a request, and its bucket before and now. */
interface Count {
  readonly policy: CompiledPolicy;
  readonly bucket: string;
  readonly before: Bucket | undefined;
  readonly held: Bucket;
  readonly limit: number;
  readonly required: number;
}

/** Finds the policies that count a request; it remembers them for the latest request of each path. */
function countingBy(policies: readonly CompiledPolicy[]): (request: LimitedRequest) => readonly CompiledPolicy[] {
  interface Latest {
    asked: Pick<LimitedRequest, "method" | "operation" | "path"> & { readonly known: boolean };
    counting: readonly CompiledPolicy[];
  }
  const latestOf = memoizeShort((_path: string): Latest => ({ asked: { method: "", known: false }, counting: [] }));
  return (request) => {
    const { method, operation, path } = request;
    const known = limitedAccount(request) !== undefined;
    const latest = latestOf(path ?? "");
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
