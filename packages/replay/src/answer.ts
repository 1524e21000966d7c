import { conditionalResponse } from "./http/conditional-response.ts";
import type { OutgoingResponse } from "./http/message.ts";
import { finalize, withoutBody } from "./http/response-draft.ts";
import type { PlayCounts } from "./index/lookup.ts";
import type { PreparedExchange } from "./index/prepared-exchange.ts";
import type { JournalEntry } from "./journal.ts";
import { limitOf, secondaryBucket } from "./limit/buckets.ts";
import { advertised, currentQuota, freshQuota, type Quota, spend } from "./limit/quota.ts";
import { rateLimited, secondaryLimited } from "./limit/rate-limited.ts";
import { graphqlOperation } from "./match/graphql.ts";
import { accountOf, bucketOf } from "./principal.ts";
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

/** An answer, and what becomes true once it is given. Not to give it leaves the state as it is. */
export interface Answer {
  readonly reply: OutgoingResponse;
  readonly entry: JournalEntry;
  /** The buckets that it was paid from. */
  readonly quotas: ReadonlyArray<readonly [bucket: string, quota: Quota]>;
  /** The sequence whose turn was taken. */
  readonly sequence: string | null;
  /** The recordings that it was made of. */
  readonly plays: readonly PreparedExchange[];
}

/**
 * Answers one request: selects what it gets, lets the principal pay, and finishes the answer. Pure: the same arguments
 * give the same answer, and nothing is changed.
 * @param contexts The request, understood.
 * @param now Epoch seconds.
 * @example
 * const { reply, ...changes } = answer(settings, state, resolve(settings, ask), clock());
 */
export function answer(
  settings: Settings,
  state: State,
  contexts: readonly [RequestContext, ...RequestContext[]],
  now: number,
): Answer {
  const { selected, context } = selectResponse(settings, state.turns, contexts, (each) => {
    const held = heldBy(each, state, now);
    return held && tell(each, held, state);
  });
  const { api, ask, request } = context;
  const wanted = conditionalResponse(selected, context);
  const bucket = bucketIn(context);
  const held = heldBy(context, state, now);
  const cost = wanted.cost ?? 0;
  const pace = held && paceOf(context, state, now);
  const slow = pace && spend(pace, Math.min(cost, 1), now);
  const primary = held && spend(held, cost, now);
  const given =
    primary?.allowed === false
      ? rateLimited(settings, context, primary.quota.resetsAt - now)
      : slow?.allowed === false
        ? secondaryLimited(context, slow.quota.resetsAt - now)
        : wanted;

  const paid = given === wanted ? (primary?.quota ?? null) : held;
  const metered = given.cost !== null && paid !== null;
  const reply = finalize(given.draft, {
    now,
    quota: metered && api.rateLimit ? { ...tell(context, paid, state), names: api.rateLimit.headers } : null,
    requestId: given.identified ? requestIdOf(context, state.asked) : null,
  });
  return {
    reply: ask.method === "HEAD" ? withoutBody(reply) : reply,
    sequence: given.sequence,
    plays: given.plays,
    quotas: metered
      ? [[bucket, paid], ...(slow && given === wanted ? [[secondaryBucket(bucket), slow.quota] as const] : [])]
      : [],
    entry: {
      at: now,
      method: ask.method,
      target: request.target,
      ...operationOf(context),
      principal: request.principal,
      status: given.draft.status,
      cost: given.cost ?? 0,
      bucket,
      source: given.source,
    },
  };
}

/** What a request asks for, where its description or its GraphQL document names it. */
function operationOf({ route, request }: RequestContext): { readonly operation?: string } {
  const operation = route.operation?.id ?? graphqlOperation(request);
  return operation === null ? {} : { operation };
}

/** The bucket that a request is paid from: of the first API by the caller's name alone, of others by theirs too. */
export function bucketIn({ api, ask, caller, scope }: RequestContext): string {
  const bucket = bucketOf(caller, ask.address);
  return scope === "" ? bucket : `${api.name}: ${bucket}`;
}

/** What the caller's bucket holds now; null where no limit is simulated. */
function heldBy(context: RequestContext, { quotas }: State, now: number): Quota | null {
  const { rateLimit } = context.api;
  if (rateLimit === null) return null;
  const fresh = (): Quota => freshQuota(limitOf(rateLimit, accountOf(context.caller)), rateLimit.windowSeconds, now);
  return currentQuota(quotas.get(bucketIn(context)) ?? fresh(), now);
}

function tell({ api }: RequestContext, quota: Quota, { asked }: State): Quota {
  return advertised(quota, asked, api.rateLimit?.resetJitterSeconds ?? 0);
}

/** The bucket in which the secondary limit counts; null where the API has none. */
function paceOf(context: RequestContext, { quotas }: State, now: number): Quota | null {
  const secondary = context.api.rateLimit?.secondary ?? null;
  if (secondary === null) return null;
  const { requests, seconds } = secondary;
  return currentQuota(quotas.get(secondaryBucket(bucketIn(context))) ?? freshQuota(requests, seconds, now), now);
}

function requestIdOf({ api }: RequestContext, asked: number): readonly [string, string] | null {
  if (api.requestId === null) return null;
  const [name, value] = api.requestId;
  return [name, value.replace("{n}", asked.toString(16).padStart(8, "0"))];
}
