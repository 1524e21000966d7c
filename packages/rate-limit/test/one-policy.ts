import type { Algorithm, Bucket, Decision, Limiter, Policy, RateLimitScheme } from "../src/index.ts";
import { checkScheme, commit, createLimiter } from "../src/index.ts";

/** A moment that is a moment in every form: 2026-01-01T00:00:00Z. */
export const noon = 1_767_225_600;

export const caller = { address: "192.0.2.1", method: "GET", path: "/things" };

/** A scheme of given policies, told in a dialect. */
export function schemeOf(policies: readonly Policy[], tell = "x-ratelimit", rest: object = {}): RateLimitScheme {
  return checkScheme({ name: "test", policies, tell, refusal: { status: 429 }, ...rest }, "test");
}

/** A limiter of one policy and its buckets, which have been through JSON between any two calls. */
export function limitBy(algorithm: Algorithm, rest: Partial<Policy> = {}): Counting {
  const limiter = createLimiter(schemeOf([{ name: "only", algorithm, ...rest }]));
  let stored = "{}";
  const buckets = (): Map<string, Bucket> => new Map(Object.entries(JSON.parse(stored) as Record<string, Bucket>));
  const keep = (changes: Decision["changes"]): void => {
    const held = buckets();
    commit(held, changes);
    stored = JSON.stringify(Object.fromEntries(held));
  };
  return {
    limiter,
    buckets,
    keep,
    take(now, cost) {
      const decision = limiter.take(buckets(), { ...caller, ...(cost && { body: JSON.stringify({ cost }) }) }, now);
      keep(decision.changes);
      return decision;
    },
    settle: (decision, now, cost) =>
      keep(limiter.settle(buckets(), decision, { status: 200, body: JSON.stringify({ cost }) }, now)),
  };
}

export interface Counting {
  readonly limiter: Limiter;
  readonly buckets: () => Map<string, Bucket>;
  readonly keep: (changes: Decision["changes"]) => void;
  readonly take: (now: number, cost?: number) => Decision;
  readonly settle: (decision: Decision, now: number, cost?: number) => void;
}
