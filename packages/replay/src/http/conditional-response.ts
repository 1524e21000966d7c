import { rangeNotSatisfiable } from "../decisions.ts";
import type { Profile } from "../profile.ts";
import { isReading, type RequestContext } from "../request-context.ts";
import type { SelectedResponse } from "../select-response.ts";
import { isFresh, mayCut } from "./conditional.ts";
import { headerOf } from "./message.ts";
import { byteRange } from "./range.ts";
import { notModified, partial, privateToCaller, type ResponseDraft } from "./response-draft.ts";

/**
 * Cuts a full answer to what this client needs: a 304 if it holds a good copy, a part if it wants a part.
 * @see beyond-the-spec, "Conditional and partial requests"
 */
export function conditionalResponse(
  candidate: SelectedResponse,
  { ask, caller }: RequestContext,
  profile: Profile,
): SelectedResponse {
  const known = caller.kind === "known";
  const draft = profile.privateCache && known ? privateToCaller(candidate.draft) : candidate.draft;
  const { cost, validators } = candidate;
  const unmodifiedCost = cost && profile.notModifiedCost[known ? "token" : "anonymous"];
  if (draft.status === 304) return { ...candidate, draft, cost: unmodifiedCost };
  if (validators === null || !isReading(ask)) return { ...candidate, draft };
  if (isFresh(headerOf(ask, "if-none-match"), headerOf(ask, "if-modified-since"), validators)) {
    return { ...candidate, draft: notModified(draft), cost: unmodifiedCost };
  }
  const wanted = ask.method === "GET" && mayCut(headerOf(ask, "if-range"), validators);
  return { ...candidate, draft: wanted ? partOf(draft, headerOf(ask, "range"), profile) : draft };
}

function partOf(draft: ResponseDraft, wanted: string | undefined, profile: Profile): ResponseDraft {
  const length = draft.body?.length ?? 0;
  const range = byteRange(wanted, length);
  if (range === null) return draft;
  return range === "unsatisfiable" ? rangeNotSatisfiable(profile, length) : partial(draft, range.first, range.last);
}
