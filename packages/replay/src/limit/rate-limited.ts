import type { ResponseDraft } from "../http/response-draft.ts";
import { recordedRefusal } from "../index/lookup.ts";
import { errorDraft } from "../made-response.ts";
import type { RequestContext, Settings } from "../request-context.ts";
import { made, played, type SelectedResponse } from "../select-response.ts";

/**
 * The answer to a caller that has nothing left: as it was recorded, or else as the API words it. It costs nothing.
 * @param wait Seconds to the end of the window.
 */
export function rateLimited({ index }: Settings, context: RequestContext, wait: number): SelectedResponse {
  const { api, ask, caller, request, scope, base } = context;
  const recorded = recordedRefusal(index, request, scope);
  if (recorded) {
    const source = { kind: "refused", limit: "window" } as const;
    return { ...played(recorded.card, null, base), sequence: recorded.sequence, cost: 0, validators: null, source };
  }
  const who = caller.kind === "known" ? caller.account : ask.address;
  const { status = 429, retryAfter = false } = api.rateLimit?.refusal ?? {};
  const draft = errorDraft(api, "rateLimited", { who, wait: String(wait) });
  return refusal({ ...(draft ?? bare), status }, retryAfter ? wait : null, "window");
}

/**
 * The answer to a caller that asks too fast, whatever is left to it. It costs nothing.
 * @param wait Seconds until it may go on.
 */
export function secondaryLimited({ api }: RequestContext, wait: number): SelectedResponse {
  const { status = 403, retryAfter = false } = api.rateLimit?.secondary ?? {};
  return refusal({ ...(errorDraft(api, "secondaryLimited") ?? bare), status }, retryAfter ? wait : null, "secondary");
}

const bare: ResponseDraft = { status: 429, headers: [], body: null };

function refusal(draft: ResponseDraft, wait: number | null, limit: "window" | "secondary"): SelectedResponse {
  const told: ResponseDraft["headers"] = wait === null ? [] : [["retry-after", String(wait)]];
  return {
    ...made("limit exceeded", { ...draft, headers: [...draft.headers, ...told] }, 0),
    source: { kind: "refused", limit },
  };
}
