import type { BucketChange } from "@tapedeck/rate-limit";
import type { Outcome } from "./deliver/outcome.ts";
import { finalize, withoutBody } from "./http/response-draft.ts";
import type { PlayCounts } from "./index/lookup.ts";
import type { PreparedExchange } from "./index/prepared-exchange.ts";
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
import { bucketOf } from "./request/principal.ts";
import type { RequestContext, ResolvedRequest, Settings } from "./request/request-context.ts";
import { ChosenResponse } from "./response/chosen-response.ts";
import { type SocketScripts, scriptsOf } from "./response/script.ts";
import { chooseOnce } from "./response/select-response.ts";

/** The part of a player that changes with each request. */
interface State {
  readonly buckets: HeldBuckets;
  readonly counts: PlayCounts;
  /** Number of requests answered so far; the request id is made from it. */
  readonly asked: number;
}

/** An answer, and the changes that it makes once it is sent. If it is never sent, the state stays as it is. */
export interface Answer {
  readonly reply: Outcome;
  /** What the journal notes of it. */
  readonly chosen: ChosenResponse;
  /** Epoch seconds. */
  readonly at: number;
  readonly cost: number;
  readonly bucket: string;
  readonly turn: number | null;
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
  /** The conversations over the WebSocket that it opens; null if it opens none. */
  readonly scripts: SocketScripts | null;
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
 * @param resolved The request. Its selected response is cached there, if the same request would get the same one
 *   again.
 * @param now Epoch seconds.
 */
export function answer(settings: Settings, state: State, resolved: ResolvedRequest, now: number): Answer {
  const { buckets, counts, asked } = state;
  const wanted = chooseOnce(
    settings,
    counts,
    resolved,
    ({ limits, limited }) =>
      limits && limited && limits.limiter.overview(bucketsOf(limits, buckets), limited, now, asked),
  );
  const { context, limits, limited, counting } = wanted;
  const decision = limits && limited && decide(limits, buckets, limited, wanted, wanted.isFree, now, counting);
  const given =
    limits && decision?.refusedBy
      ? new ChosenResponse(settings, rateLimited(settings, context, limits, decision, now), context)
      : wanted;

  const shown = decision?.standings.find(({ policy }) => !policy.hidden);
  const reply = finalize(
    limits && decision ? tellInBody(limits, given, decision, now, asked) : given,
    given.date ?? now,
    limits && decision ? limits.writer.headers(decision, now, asked) : [],
    given.requestIdAt(asked),
  );
  const cost = decision?.refusedBy ? 0 : (shown?.charged ?? 0);
  const bucket = limits && shown ? toldName(limits, shown.bucket) : bucketIn(context);
  return {
    reply: given.method === "HEAD" ? withoutBody(reply) : reply,
    chosen: given,
    at: now,
    cost,
    bucket,
    turn: given.turn(counts),
    sequence: given.sequence,
    states: given.states,
    plays: given.plays,
    scripts: given.status === 101 ? scriptsOf(settings, context, given.plays) : null,
    changes: decision === null ? [] : withPrefix(limits?.prefix ?? "", decision.changes),
    holding: limits && decision && holdingOf(limits, decision),
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
