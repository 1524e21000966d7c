import type { BucketChange } from "@tapedeck/rate-limit";
import { redirectedTo } from "@tapedeck/tape/internal";
import type { Outcome } from "./deliver/outcome.ts";
import { requestHeader } from "./http/message.ts";
import { readableBy } from "./http/page-origin.ts";
import { finalize, withoutBody } from "./http/response-draft.ts";
import { statedMoment } from "./http/stated-moment.ts";
import type { PlayCounts } from "./index/lookup.ts";
import type { PreparedExchange } from "./index/prepared-exchange.ts";
import type { JournalEntry } from "./journal.ts";
import {
  bucketsOf,
  decide,
  type HeldBuckets,
  type Holding,
  holdingOf,
  tellInBody,
  toldName,
  withPrefix,
} from "./limit/limits.ts";
import { rateLimited } from "./limit/rate-limited.ts";
import { memoizeObject } from "./memoize.ts";
import { bucketOf } from "./principal.ts";
import type { RequestContext, Settings, Understood } from "./request-context.ts";
import { type SocketScript, scriptOf } from "./script.ts";
import { selectOnce, sourceNow } from "./select-response.ts";

/** The part of a player that changes with each request. */
interface State {
  readonly buckets: HeldBuckets;
  readonly turns: PlayCounts;
  /** Number of requests answered so far; the request id is made from it. */
  readonly asked: number;
}

/** An answer, and the changes that it makes once it is sent. If it is never sent, the state stays as it is. */
export interface Answer {
  readonly reply: Outcome;
  readonly entry: JournalEntry;
  /** Changes to the buckets that pay for it. */
  readonly changes: readonly BucketChange[];
  /** What it holds of a concurrency limit, to be released once its delivery has ended; null for nothing. */
  readonly holding: Holding | null;
  /** The sequence whose play count goes up. */
  readonly sequence: number | null;
  /** What its request sent in place of recorded states; null for nothing. */
  readonly states: ReadonlyMap<string, string> | null;
  /** The recordings that it was made from. */
  readonly plays: readonly PreparedExchange[];
  /** The conversation over the WebSocket that it opens; null if it opens none. */
  readonly script: SocketScript | null;
}

/** An answer that is not committed yet. */
export interface Preview {
  /** Changes to the buckets that would pay for it. */
  readonly changes: Answer["changes"];
  /**
   * Makes the changes. `take` takes the answer's part of a concurrency limit and returns the function that releases it.
   * Default: the player itself does.
   */
  readonly commit: (take?: (holding: Holding) => () => void) => Outcome;
}

/**
 * Answers one request: selects the response, charges the principal, and finishes the response. Pure: the same arguments
 * give the same answer, and nothing is changed.
 * @param understood The request. Its selected response is cached there, if the same request would get the same one
 *   again.
 * @param now Epoch seconds.
 * @example
 * const { reply, ...changes } = answer(settings, state, resolve(settings, ask), clock());
 */
export function answer(settings: Settings, state: State, understood: Understood, now: number): Answer {
  const { selected: wanted, context } = selectOnce(
    settings,
    state.turns,
    understood,
    ({ limits, limited }) =>
      limits && limited && limits.limiter.overview(bucketsOf(limits, state.buckets), limited, now, state.asked),
  );
  const { ask, request, limits, limited, counting } = context;
  const counted = limits !== null && limited !== null && wanted.cost !== null;
  const decision = counted
    ? decide(limits, state.buckets, limited, wanted.draft, wanted.cost === 0, now, counting)
    : null;
  const given = counted && decision?.refusedBy ? rateLimited(settings, context, limits, decision, now) : wanted;

  const elsewhere = redirectedTo(given.draft, context.base);
  const shown = decision?.standings.find(({ policy }) => !policy.hidden);
  const draft = readableBy(given.draft, requestHeader(ask, "origin") ?? null);
  const reply = finalize(counted && decision ? tellInBody(limits, draft, decision, now, state.asked) : draft, {
    // If the date of an error differs from its own, a client that signs requests with the time assumes that its clock
    // is wrong, and retries.
    date: (limits === null ? statedMoment(ask) : null) ?? now,
    counters: counted && decision ? limits.writer.headers(decision, now, state.asked) : [],
    requestId: given.identified ? requestIdOf(context, state.asked) : null,
  });
  return {
    reply: ask.method === "HEAD" ? withoutBody(reply) : reply,
    sequence: given.sequence,
    states: given.states ?? null,
    plays: given.plays,
    script: given.draft.status === 101 ? scriptOf(settings, context, given.plays) : null,
    changes: withPrefix(limits?.prefix ?? "", decision?.changes ?? []),
    holding: limits && decision && holdingOf(limits, decision),
    entry: {
      at: now,
      method: ask.method,
      target: request.target,
      ...(context.operation !== null && { operation: context.operation }),
      principal: request.principal,
      status: given.draft.status,
      ...(elsewhere !== null && { redirectsTo: elsewhere }),
      cost: decision?.refusedBy ? 0 : (shown?.charged ?? 0),
      bucket: limits && shown ? toldName(limits, shown.bucket) : bucketIn(context),
      source: sourceNow(given, state.turns),
    },
  };
}

/**
 * Returns the bucket that pays for a request: of the first API by the caller's name alone, of the others by the API's
 * name too.
 */
export function bucketIn({ api, ask, caller, scope }: RequestContext): string {
  const bucket = bucketOf(caller, ask.address);
  return scope === "" ? bucket : `${api.name}: ${bucket}`;
}

const partsOfRequestId = memoizeObject(([name, value]: readonly [string, string]) => {
  const [before = "", ...after] = value.split("{n}");
  return [name, before, after.join("{n}")] as const;
});

function requestIdOf({ api }: RequestContext, asked: number): readonly [string, string] | null {
  if (api.requestId === null) return null;
  const [name, before, after] = partsOfRequestId(api.requestId);
  return [name, before + asked.toString(16).padStart(8, "0") + after];
}
