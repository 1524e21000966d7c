import { jsonResponse } from "./decisions.ts";
import type { ResponseDraft } from "./http/response-draft.ts";
import type { Quota } from "./limit/quota.ts";
import type { Profile } from "./profile.ts";

/**
 * The overview of a caller's limits. Looking costs nothing.
 * @see beyond-the-spec, "Rate limit"
 */
export function overview(profile: Profile, { limit, used, resetsAt }: Quota): ResponseDraft {
  const core = { limit, used, remaining: limit - used, reset: resetsAt };
  return jsonResponse(profile, 200, { resources: { core }, rate: core });
}
