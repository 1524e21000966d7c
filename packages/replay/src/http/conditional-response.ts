import { headerOf as recordedHeaderOf } from "@tapedeck/tape";
import { isReading, type RequestContext } from "../request/request-context.ts";
import { errorDraft } from "../response/made-response.ts";
import type { SelectedResponse } from "../response/selected-response.ts";
import { byteRange, isFresh, mayCut } from "./conditional.ts";
import { requestHeader } from "./message.ts";
import { notModified, partial, privateToCaller, type ResponseDraft } from "./response-draft.ts";

/**
 * Cuts a full answer to what this client needs: a 304 if its copy is still good, or a part if it wants one and the
 * answer allows ranges.
 * @see RFC 9110, sections 13 and 14
 */
export function conditionalResponse(selected: SelectedResponse, context: RequestContext): SelectedResponse {
  const { ask, caller, api } = context;
  const known = caller.kind === "known";
  const draft = api.privateWithCredential && known ? privateToCaller(selected.draft) : selected.draft;
  const { validators } = selected;
  const withDraft = (other: ResponseDraft): SelectedResponse =>
    other === selected.draft ? selected : { ...selected, draft: other };
  if (validators === null || !isReading(ask)) return withDraft(draft);
  if (isFresh(requestHeader(ask, "if-none-match"), requestHeader(ask, "if-modified-since"), validators)) {
    return withDraft(notModified(draft));
  }
  const range = ask.method === "GET" ? requestHeader(ask, "range") : undefined;
  const wanted = range !== undefined && mayCut(requestHeader(ask, "if-range"), validators) && comesInParts(draft);
  return withDraft(wanted ? partOf(draft, range, context) : draft);
}

/** @see RFC 9110, section 14.3 */
function comesInParts({ headers }: ResponseDraft): boolean {
  return recordedHeaderOf(headers, "accept-ranges") === "bytes";
}

function partOf(draft: ResponseDraft, wanted: string, { api }: RequestContext): ResponseDraft {
  const length = draft.body?.length ?? 0;
  const range = byteRange(wanted, length);
  if (range === null) return draft;
  if (range !== "unsatisfiable") return partial(draft, range.first, range.last);
  const bare: ResponseDraft = { status: 416, headers: [["content-range", `bytes */${length}`]], body: null };
  return errorDraft(api, "rangeNotSatisfiable", { length: String(length) }) ?? bare;
}
