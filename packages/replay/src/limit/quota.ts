/** What a principal may spend in a window, and has spent. Plain data: it survives `JSON.stringify`. */
export interface Quota {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly used: number;
  /** Epoch seconds at which the window ends. */
  readonly resetsAt: number;
}

/** Whether something could be paid, and the quota after it: unchanged where it could not. */
export interface Spending {
  readonly allowed: boolean;
  readonly quota: Quota;
}

/**
 * A quota of which nothing is spent, its window opened now: a principal's first request opens it.
 * @param limit Requests a window, a whole number from 0.
 * @param windowSeconds Length of a window.
 * @param now Epoch seconds.
 * @see beyond-the-spec, "Rate limit"
 * @example
 * freshQuota(60, 3600, 1000).resetsAt; // 4600
 */
export function freshQuota(limit: number, windowSeconds: number, now: number): Quota {
  return { limit, windowSeconds, used: 0, resetsAt: now + windowSeconds };
}

/**
 * The quota as it stands at a moment: a window that has ended gives way to a new one, opened now. Windows are fixed,
 * not sliding, and inside one nothing is ever given back, also when the clock is set back a little.
 * @see beyond-the-spec, "Rate limit"
 * @example
 * currentQuota(freshQuota(60, 3600, 1000), 4600); // { …, used: 0, resetsAt: 8200 }
 */
export function currentQuota(quota: Quota, now: number): Quota {
  return now < quota.resetsAt ? quota : freshQuota(quota.limit, quota.windowSeconds, now);
}

/**
 * Pays for a request, or refuses and changes nothing.
 * @param cost What it costs; 0 is always allowed.
 * @param now Epoch seconds.
 * @example
 * const { allowed, quota } = spend(freshQuota(1, 3600, 1000), 1, 1000);
 * allowed; // true
 * spend(quota, 1, 1001).allowed; // false
 */
export function spend(quota: Quota, cost: number, now: number): Spending {
  const current = currentQuota(quota, now);
  const used = current.used + cost;
  return used > current.limit ? { allowed: false, quota: current } : { allowed: true, quota: { ...current, used } };
}

/**
 * The quota as it is told: the end of its window is up to so many seconds late in every other window, and early in those
 * between, by turns. Told twice in one window, it is never further apart. The window itself stays where it is.
 * @param asked Requests answered so far.
 * @see beyond-the-spec, "Rate limit": the live service is off by a second
 * @example
 * told({ limit: 60, windowSeconds: 3600, used: 1, resetsAt: 3600 }, 1, 1).resetsAt; // 3599
 */
export function advertised(quota: Quota, asked: number, jitterSeconds: number): Quota {
  if (jitterSeconds === 0) return quota;
  const { resetsAt, windowSeconds } = quota;
  const sign = Math.floor(resetsAt / windowSeconds) % 2 === 0 ? 1 : -1;
  return { ...quota, resetsAt: resetsAt + sign * (asked % (jitterSeconds + 1)) };
}

/** The names of the headers that tell a client how it stands. */
export interface QuotaHeaderNames {
  readonly limit: string;
  readonly remaining: string;
  readonly reset: string;
  readonly used: string;
}

/** The headers that tell a client how it stands. */
export function quotaHeaders(
  { limit, used, resetsAt }: Quota,
  names: QuotaHeaderNames,
): ReadonlyArray<readonly [string, string]> {
  return [
    [names.limit, String(limit)],
    [names.remaining, String(limit - used)],
    [names.reset, String(resetsAt)],
    [names.used, String(used)],
  ];
}
