import { conditionalResponse } from "./http/conditional-response.ts";
import type { OutgoingResponse } from "./http/message.ts";
import { finalize, withoutBody } from "./http/response-draft.ts";
import type { PlayCounts } from "./index/lookup.ts";
import type { JournalEntry } from "./journal.ts";
import { secondaryBucket } from "./limit/buckets.ts";
import { advertised, at, freshQuota, type Quota, spend } from "./limit/quota.ts";
import { refusal, secondaryRefusal } from "./limit/rate-limited.ts";
import { accountOf, bucketOf } from "./principal.ts";
import { limitOf, type Profile } from "./profile.ts";
import type { RequestContext, Settings } from "./request-context.ts";
import { selectResponse } from "./select-response.ts";

/** What changes from one request to the next. */
export interface State {
  /** By bucket. */
  readonly quotas: ReadonlyMap<string, Quota>;
  readonly turns: PlayCounts;
  /** Requests answered so far; the request id is made from it. */
  readonly asked: number;
}

/** An answer, and what becomes true once it is given. Whoever does not give it leaves the state as it is. */
export interface Answer {
  readonly reply: OutgoingResponse;
  readonly entry: JournalEntry;
  /** The buckets that it was paid from. */
  readonly quotas: ReadonlyArray<readonly [bucket: string, quota: Quota]>;
  /** The sequence whose turn was taken. */
  readonly sequence: string | null;
}

/**
 * Answers one request: finds what it gets, lets the principal pay, and finishes the answer. Pure: the same arguments
 * give the same answer, and nothing is changed.
 * @param inquiry The request, understood.
 * @param now Epoch seconds.
 * @example
 * const { reply, ...changes } = answer(settings, state, inquire(settings, ask), clock());
 */
export function answer(settings: Settings, state: State, inquiry: RequestContext, now: number): Answer {
  const { profile } = settings;
  const { ask, caller, request } = inquiry;
  const bucket = bucketOf(caller, ask.address);
  const limit = limitOf(profile, accountOf(caller));
  const held = at(state.quotas.get(bucket) ?? freshQuota(limit, profile.windowSeconds, now), now);

  const tell = (quota: Quota): Quota => advertised(quota, state.asked, profile.resetJitterSeconds);
  const wanted = conditionalResponse(selectResponse(settings, state.turns, inquiry, tell(held)), inquiry, profile);
  const cost = wanted.cost ?? 0;
  const pace = paceOf(profile, state, bucket, now);
  const slow = pace === null ? null : spend(pace, Math.min(cost, 1), now);
  const primary = spend(held, cost, now);
  const given = !primary.allowed
    ? refusal(settings, inquiry, held.resetsAt - now)
    : slow?.allowed === false
      ? secondaryRefusal(settings, slow.quota.resetsAt - now)
      : wanted;

  const metered = given.cost !== null;
  const paid = given === wanted ? primary.quota : held;
  const reply = finalize(given.draft, {
    now,
    quota: metered ? tell(paid) : null,
    requestId: given.identified ? requestIdOf(profile, state.asked) : null,
  });
  return {
    reply: ask.method === "HEAD" ? withoutBody(reply) : reply,
    sequence: given.sequence,
    quotas: metered
      ? [[bucket, paid], ...(slow && given === wanted ? [[secondaryBucket(bucket), slow.quota] as const] : [])]
      : [],
    entry: {
      at: now,
      method: ask.method,
      target: request.target,
      principal: request.principal,
      status: given.draft.status,
      cost: given.cost ?? 0,
      bucket,
      source: given.source,
    },
  };
}

/** The bucket in which the secondary limit counts; null where the profile has none. */
function paceOf({ secondaryLimit }: Profile, { quotas }: State, bucket: string, now: number): Quota | null {
  if (secondaryLimit === null) return null;
  const { requests, seconds } = secondaryLimit;
  return at(quotas.get(secondaryBucket(bucket)) ?? freshQuota(requests, seconds, now), now);
}

function requestIdOf({ vendor }: Profile, asked: number): readonly [string, string] {
  return [`x-${vendor}-request-id`, `0000:000000:0000000:0000000:${asked.toString(16).padStart(8, "0")}`];
}
