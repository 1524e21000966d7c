import type { Decision } from "@tapedeck/rate-limit";
import type { ResponseDraft } from "../http/response-draft.ts";
import { recordedRefusal } from "../index/lookup.ts";
import { accountOf } from "../request/principal.ts";
import type { RequestContext, Settings } from "../request/request-context.ts";
import { errorDraft, made } from "../response/made-response.ts";
import { played } from "../response/select-response.ts";
import type { SelectedResponse } from "../response/selected-response.ts";
import type { Limits } from "./limits.ts";

/**
 * Returns the answer to a refused caller: the recorded refusal, if the advertised limit is used up; else as the scheme
 * words it, or the API.
 * @param now Epoch seconds.
 */
export function rateLimited(
  { index }: Settings,
  context: RequestContext,
  { writer, scheme }: Limits,
  decision: Decision,
  now: number,
): SelectedResponse {
  const { api, ask, caller, request, scope, base } = context;
  const limit = decision.refusedBy?.policy.hidden ? "secondary" : "window";
  const recorded = limit === "window" ? recordedRefusal(index, request, scope) : undefined;
  const { seen = false } = decision.refusedBy?.policy.source.refusal ?? scheme.refusal;
  const source = { kind: "refused", limit, as: recorded || seen ? "recorded" : "dialect" } as const;
  if (recorded)
    return { ...played(recorded.prepared, null, base), sequence: recorded.sequence, validators: null, source };
  const { status = 429, headers = [], body = "" } = writer.refusal(decision, now) ?? {};
  const words = { who: accountOf(caller) ?? ask.address, wait: String(Math.ceil((decision.retryAt ?? now) - now)) };
  const worded = body === "" ? errorDraft(api, limit === "window" ? "rateLimited" : "secondaryLimited", words) : null;
  const draft: ResponseDraft = {
    status,
    headers: [...(worded?.headers ?? api.headers), ...headers],
    body: worded === null ? (body === "" ? null : new TextEncoder().encode(body)) : worded.body,
  };
  return { ...made("limit exceeded", draft, 0), source };
}
