import { jsonDraft } from "./decisions.ts";
import type { Draft } from "./draft.ts";
import type { Profile } from "./profile.ts";
import type { Quota } from "./quota.ts";

/**
 * The overview of a caller's limits. Looking costs nothing.
 * @see beyond-the-spec, "Rate limit"
 */
export function overview(profile: Profile, { limit, used, resetsAt }: Quota): Draft {
  const core = { limit, used, remaining: limit - used, reset: resetsAt };
  return jsonDraft(profile, 200, { resources: { core }, rate: core });
}
