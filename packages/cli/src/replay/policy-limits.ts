import type { Policy, RateLimitScheme } from "@tapedeck/rate-limit";
import { didYouMean } from "@tapedeck/tape/internal";
import { UserError } from "../command/user-error.ts";

/** A limit of `--limit [POLICY/]WHO=NUMBER` or `--limit POLICY=NUMBER`. */
interface PolicyLimit {
  readonly policy: string;
  /** Null for everyone. */
  readonly who: string | null;
  readonly limit: number;
}

/** Separates limits that name a policy from those of the advertised policy. */
export function policyLimitsIn(
  limits: Readonly<Record<string, number>>,
  scheme: RateLimitScheme | null,
): readonly PolicyLimit[] {
  return Object.entries(limits).flatMap(([key, limit]) => {
    const [, policy = key, who = null] = /^([^/]+)\/(.+)$/s.exec(key) ?? [];
    const isPolicy = who !== null || scheme?.policies.some(({ name }) => name === key) === true;
    return isPolicy ? [{ policy, who, limit }] : [];
  });
}

/**
 * Sets limits of single policies of a scheme.
 * @throws UserError for an unknown policy.
 */
export function withPolicyLimits(
  scheme: RateLimitScheme | null,
  limits: readonly PolicyLimit[],
): RateLimitScheme | null {
  const names = scheme?.policies.map(({ name }) => name) ?? [];
  const stranger = limits.find(({ policy }) => !names.includes(policy));
  if (stranger !== undefined) {
    throw new UserError(
      `Cannot set the limit of the policy "${stranger.policy}": there is none of this name${didYouMean(stranger.policy, names)}\n  - policies: ${names.join(", ") || "none; give --rate-limit"}`,
    );
  }
  const changed = (own: Policy): Policy =>
    limits
      .filter(({ policy }) => policy === own.name)
      .reduce((policy, { who, limit }) => limitedTo(policy, who, limit), own);
  return scheme && { ...scheme, policies: scheme.policies.map(changed) };
}

function limitedTo({ limits, ...policy }: Policy, who: string | null, limit: number): Policy {
  if (who !== null) return { ...policy, limits: { ...limits, [who]: limit } };
  const { algorithm } = policy;
  return {
    ...policy,
    algorithm: "capacity" in algorithm ? { ...algorithm, capacity: limit } : { ...algorithm, limit },
  };
}
