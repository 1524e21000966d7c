import type { Standing } from "./policy.ts";

/**
 * The end of a window as it is told: up to so many seconds late in every other window, and early in those between, by
 * turns. Told twice in one window, it is never further apart. The window itself stays.
 * @param answered Requests answered so far.
 */
export function jittered({ resetsAt, policy }: Standing, jitter: number, answered: number): number {
  if (jitter === 0) return resetsAt;
  const sign = Math.floor(resetsAt / policy.seconds) % 2 === 0 ? 1 : -1;
  return resetsAt + sign * (answered % (jitter + 1));
}
