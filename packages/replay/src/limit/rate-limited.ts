import { limitExceeded, secondaryLimitExceeded } from "../decisions.ts";
import { recordedRefusal } from "../index/lookup.ts";
import type { RequestContext, Settings } from "../request-context.ts";
import { decided, played, type SelectedResponse } from "../select-response.ts";

/**
 * The answer to one who has nothing left: as it was recorded, or else as the profile words it. It costs nothing.
 * @param wait Seconds to the end of the window.
 */
export function refusal(
  { deck, profile }: Settings,
  { ask, caller, request, base }: RequestContext,
  wait: number,
): SelectedResponse {
  const recorded = recordedRefusal(deck, request);
  const who = caller.kind === "known" ? caller.account : ask.address;
  const candidate =
    recorded?.card.exchange.response.status === profile.refusal.status && !profile.refusal.retryAfter
      ? { ...played(recorded.card, null, base), sequence: recorded.sequence }
      : decided("limit exceeded", limitExceeded(profile, who, wait), 0);
  return { ...candidate, cost: 0, validators: null, source: { kind: "refused", limit: "window" } };
}

/**
 * The answer to one who asks too fast, whatever is left to him. It costs nothing.
 * @param wait Seconds until he may go on.
 */
export function secondaryRefusal({ profile }: Settings, wait: number): SelectedResponse {
  return {
    ...decided("secondary limit exceeded", secondaryLimitExceeded(profile, wait), 0),
    source: { kind: "refused", limit: "secondary" },
  };
}
