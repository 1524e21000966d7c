import type { Standing } from "./policy.ts";

/**
 * Returns the end of a window as it is told: up to `jitter` seconds late in every other window, and early in those
 * between. The window itself does not change.
 * @param jitter Seconds.
 * @param answered Number of requests answered so far.
 */
export function jittered({ resetsAt, policy }: Standing, jitter: number, answered: number): number {
  if (jitter === 0) return resetsAt;
  const sign = Math.floor(resetsAt / policy.seconds) % 2 === 0 ? 1 : -1;
  return resetsAt + sign * (answered % (jitter + 1));
}
