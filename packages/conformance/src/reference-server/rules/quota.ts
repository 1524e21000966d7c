/** The limit of a bucket in a window, and its use. */
export interface ReferenceQuota {
  readonly limit: number;
  readonly used: number;
  /** End of the window, in epoch seconds. */
  readonly resetsAt: number;
}

/** The result of a charge; a refusal does not change the quota. */
interface Spending {
  readonly allowed: boolean;
  readonly quota: ReferenceQuota;
}

/** Returns the current window, or a new one if there is none. */
export function currentQuota(
  last: ReferenceQuota | undefined,
  limit: number,
  windowSeconds: number,
  now: number,
): ReferenceQuota {
  return last !== undefined && now < last.resetsAt ? last : { limit, used: 0, resetsAt: now + windowSeconds };
}

/** Charges a quota if enough is left. A free request is never refused. */
export function spend(quota: ReferenceQuota, cost: number): Spending {
  const used = quota.used + cost;
  if (cost > 0 && used > quota.limit) return { allowed: false, quota };
  return { allowed: true, quota: { ...quota, used } };
}

/** The four counters, as in `/rate_limit`. */
interface RateLimitStatus {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly reset: number;
}

/** Returns the counters of a quota. */
export function rateLimitStatus(quota: ReferenceQuota): RateLimitStatus {
  return { limit: quota.limit, used: quota.used, remaining: quota.limit - quota.used, reset: quota.resetsAt };
}

/** Returns the headers with the counters. */
export function quotaHeaders(quota: ReferenceQuota): Readonly<Record<string, string>> {
  const { limit, remaining, reset, used } = rateLimitStatus(quota);
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-used": String(used),
  };
}
