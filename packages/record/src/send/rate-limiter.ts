import { setTimeout as later } from "node:timers/promises";
import type { AnyResponse } from "@tapedeck/rate-limit";
import type { Principal } from "@tapedeck/tape";
import { RecorderError } from "../recorder-error.ts";
import { type Pause, type PrincipalStanding, principalStanding, type WaitReason } from "../standing.ts";
import { createQuotaFinder, type QuotaFinder } from "./quota-finder.ts";

/** How a recorder treats the quota of the credentials that it was given. */
export interface PaceOptions {
  /** Requests of a window that stay unspent, for others with the same credential. Default: a tenth of its limit, of 1 none. */
  readonly reserve?: number;
  /** Returns epoch seconds. Default: the machine's clock. */
  readonly now?: () => number;
  /** Resolves after a number of seconds; rejects with the signal's reason once that is aborted. Default: a timer. */
  readonly wait?: (seconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Called when requests begin to wait, once for all that wait for the same reason. */
  readonly onWait?: (event: Waiting) => void;
}

/** Requests wait: until when, and why. */
export interface Waiting {
  readonly principal: Principal;
  readonly reason: WaitReason;
  readonly seconds: number;
  /** Epoch seconds. */
  readonly until: number;
}

/** Conditions under which a request may go out. */
interface Admission {
  /** Whether it may use up the reserve. */
  readonly spend?: boolean | undefined;
  /** Each ends a wait. */
  readonly signals?: readonly AbortSignal[];
  /** Longest wait in seconds; beyond it the request is refused. Default: any. */
  readonly patienceSeconds?: number;
}

/** A request that may go out. */
export interface AdmittedRequest {
  /** Notes its result: its answer, or null if there was none. */
  settle(response: AnyResponse | null): void;
  /** Makes the next requests wait: those that spend the same quota where that is used up, else all of the caller. */
  pause(pause: Pause): void;
}

/** Admits requests so that no caller's quota goes below its reserve. */
export interface RateLimiter {
  /**
   * Resolves when a request may go out. An admitted request must be settled.
   * @param asked Its method and path: of several quotas, it is taken to spend the one that the paths most like it did.
   * @throws TooSoonError if the wait would be longer than the patience.
   * @throws RecorderError if the reserve leaves nothing to spend.
   */
  admit(principal: Principal, asked: string, admission?: Admission): Promise<AdmittedRequest>;
  /** Announces the number of requests ahead, so that a quota that is too small for them is spread over its window. */
  expect(principal: Principal, requests: number): void;
  /** Returns the quota of each caller that the service has told: of several, the one with the smallest share left. */
  standings(): Readonly<Record<Principal, PrincipalStanding>>;
}

/** A request would have to wait longer than its client will. */
export class TooSoonError extends Error {
  override readonly name = "TooSoonError";
  readonly seconds: number;
  /** Whether a smaller reserve would have admitted it. */
  readonly byReserve: boolean;
  constructor({ principal, reason, seconds }: Waiting, reserve: number) {
    const byReserve = reserve > 0 && (reason === "reserve" || reason === "spread");
    const wait = `ask again in ${Math.ceil(seconds)} s${byReserve ? ", or lower the reserve" : ""}`;
    super(`Cannot ask as ${principal} now: ${whyWait[reason]}\n  - ${wait}`);
    this.seconds = Math.ceil(seconds);
    this.byReserve = byReserve;
  }
}

const whyWait: Readonly<Record<WaitReason, string>> = {
  reserve: "what is left of the rate limit is the reserve",
  spread: "what is left of the rate limit is spread over its window",
  "rate limit": "the rate limit is used up",
  "secondary limit": "the service spoke of a secondary rate limit",
  "retry-after": "the service asked to wait",
  "server error": "the service had an error",
  "no answer": "the service gave no answer",
};

// Maximum difference between the window ends that two answers of one window tell: dates have whole seconds, and answers
// take time.
const jitterSeconds = 5;

// A service that names a new one in each answer is taken to have one.
const mostQuotas = 100;

/** A quota of a caller. */
interface Lane {
  readonly caller: Caller;
  /** `unknown` until an answer tells, `none` if answers advertise no limit. */
  standing: PrincipalStanding | "unknown" | "none";
  underway: number;
  /** Number of requests sent since the standing was told, and not yet counted in it. */
  sent: number;
  /** Number of requests that spent it, or were taken to. */
  answered: number;
  /** Whether others spend the same quota: more of it is gone than this caller sent. */
  shared: boolean;
  nextSlot: number;
  paused: Paused;
  announced: number;
  changed: PromiseWithResolvers<void>;
}

interface Caller {
  /** By the names that answers have for them: GitHub has one for searches, and one for most else. */
  readonly lanes: Map<string, Lane>;
  readonly quotas: QuotaFinder;
  ahead: number;
  paused: Paused;
}

interface Paused {
  readonly until: number;
  readonly reason: WaitReason;
}

/**
 * Makes a limiter. The first request of a caller, and the first of each window, goes out alone: its answer tells the
 * quota.
 * @example
 * const limiter = createRateLimiter({ reserve: 10 });
 * await limiter.admit("full");
 * limiter.settle("full", response);
 */
export function createRateLimiter({
  reserve,
  now = machineClock(),
  wait = timer,
  onWait,
}: PaceOptions = {}): RateLimiter {
  const callers = new Map<Principal, Caller>();
  const callerOf = (principal: Principal): Caller => {
    const caller = callers.get(principal) ?? { lanes: new Map(), quotas: createQuotaFinder(), ahead: 0, paused: never };
    callers.set(principal, caller);
    return caller;
  };
  const laneOf = (caller: Caller, quota: string): Lane => {
    const lane = caller.lanes.get(quota) ?? newLane(caller);
    caller.lanes.set(quota, lane);
    return lane;
  };
  const keptBack = ({ limit }: PrincipalStanding): number => reserve ?? (limit > 1 ? Math.ceil(limit / 10) : 0);

  // Returns the quota left for other clients if every request in flight is charged to it.
  const headroom = (lane: Lane, standing: PrincipalStanding, isSame: (other: Lane) => boolean): number => {
    const same = [...callers.values()]
      .flatMap(({ lanes }) => [...lanes.values()])
      .filter((other) => other === lane || isSame(other));
    const underway = same.reduce((sum, other) => sum + other.underway, 0);
    const left = same.map((other) =>
      isKnown(other.standing) ? other.standing.remaining - other.sent + other.underway : Number.POSITIVE_INFINITY,
    );
    return Math.min(...left) - underway - keptBack(standing);
  };

  // Returns null if it may go; else how long it has to wait, or that an answer has to come first.
  const hold = (lane: Lane, spend: boolean): Paused | "answer" | null => {
    const time = now();
    const { caller } = lane;
    const paused = [caller.paused, lane.paused].find(({ until }) => time < until);
    if (paused !== undefined) return paused;
    if (spend || lane.standing === "none") return null;
    if (isKnown(lane.standing) && time >= lane.standing.resetsAt) lane.standing = "unknown";
    const { standing } = lane;
    if (!isKnown(standing)) return lane.underway > 0 ? "answer" : null;
    const alike = (other: Lane): boolean => isSameWindow(other.standing, standing);
    const free = headroom(lane, standing, (other) => lane.shared && other.shared && alike(other));
    // Which quotas the requests ahead will spend is unknown: as those before them did.
    const answered = [...caller.lanes.values()].reduce((sum, other) => sum + other.answered, 0);
    const isScarce = free < 1 || caller.ahead * (lane.answered / Math.max(1, answered)) > free;
    // A request in flight may already be counted in an answer that overtook its own: then more is left than it seems.
    if (isScarce && lane.underway > 0) return "answer";
    if (free < 1) return { until: standing.resetsAt + 1, reason: "reserve" };
    // Two credentials of one account spend the same quota. If that is possible, one request alone finds out.
    if (headroom(lane, standing, alike) < 1) return lane.underway > 0 ? "answer" : null;
    if (isScarce && time < lane.nextSlot) return { until: lane.nextSlot, reason: "spread" };
    if (isScarce) lane.nextSlot = time + (standing.resetsAt - time) / free;
    return null;
  };

  return {
    async admit(principal, asked, { spend = false, signals = [], patienceSeconds = Number.POSITIVE_INFINITY } = {}) {
      const caller = callerOf(principal);
      let lane = laneOf(caller, caller.quotas.find(asked));
      for (let held = hold(lane, spend); held !== null; held = hold(lane, spend)) {
        // Most requests wait for nothing, and to join signals takes as long as the rest of this.
        const signal = AbortSignal.any([...signals]);
        signal.throwIfAborted();
        if (held === "answer") {
          await lane.changed.promise;
          // Nothing may hold it any longer.
          signal.throwIfAborted();
        } else {
          const { until, reason } = held;
          if (reason === "reserve" && isKnown(lane.standing) && reserve && reserve >= lane.standing.limit) {
            const { limit } = lane.standing;
            throw new RecorderError(
              `Cannot ask as ${principal}: a reserve of ${reserve} leaves nothing of a limit of ${limit}\n` +
                `  - give a smaller one`,
              "ERESERVE",
            );
          }
          // The clock has moved on since it was held.
          const event: Waiting = { principal, reason, seconds: Math.max(0, until - now()), until };
          if (event.seconds > patienceSeconds)
            throw new TooSoonError(event, isKnown(lane.standing) ? keptBack(lane.standing) : 0);
          // Spread requests wait one after the other, for one reason: the window.
          const mark = reason === "spread" && isKnown(lane.standing) ? lane.standing.resetsAt : until;
          if (Math.abs(lane.announced - mark) > 1) onWait?.(event);
          lane.announced = mark;
          await wait(event.seconds, signal);
        }
        // Meanwhile an answer may have told which quota it spends.
        lane = laneOf(caller, caller.quotas.find(asked));
      }
      const admitted = lane;
      admitted.underway += 1;
      admitted.sent += 1;
      caller.ahead = Math.max(0, caller.ahead - 1);
      return {
        settle(response) {
          admitted.underway -= 1;
          const told = response === null ? null : principalStanding(response, now());
          const quota =
            told === null || (caller.lanes.size >= mostQuotas && !caller.lanes.has(told.quota)) ? "" : told.quota;
          const spent = told === null ? admitted : laneOf(caller, quota);
          if (told !== null) {
            learn(spent, told);
            caller.quotas.note(asked, quota);
          } else if (response !== null && admitted.standing === "unknown") admitted.standing = "none";
          if (told === null ? response !== null : spent !== admitted) {
            // It spent none of this quota: an answer that advertises no limit spends none at all.
            admitted.sent = Math.max(admitted.underway, admitted.sent - 1);
          }
          spent.answered += 1;
          for (const each of new Set([admitted, spent])) {
            const { changed } = each;
            each.changed = Promise.withResolvers();
            changed.resolve();
          }
        },
        pause({ reason, seconds }) {
          const until = now() + seconds;
          const paused = reason === "rate limit" ? laneOf(caller, caller.quotas.find(asked)) : caller;
          if (until > paused.paused.until) paused.paused = { until, reason };
        },
      };
    },
    expect(principal, requests) {
      callerOf(principal).ahead += requests;
    },
    standings: () =>
      Object.fromEntries(
        [...callers].flatMap(([principal, { lanes }]) => {
          const known = [...lanes.values()].flatMap(({ standing }) => (isKnown(standing) ? [standing] : []));
          const least = known.sort((a, b) => a.remaining / a.limit - b.remaining / b.limit)[0];
          return least === undefined ? [] : [[principal, least]];
        }),
      ),
  };
}

function learn(lane: Lane, told: PrincipalStanding): void {
  const { standing, sent, underway } = lane;
  if (isSameWindow(standing, told)) {
    if (told.remaining < standing.remaining - sent) lane.shared = true;
    // Answers may overtake each other: the lowest number is the latest.
    lane.standing = { ...told, remaining: Math.min(told.remaining, standing.remaining) };
  } else {
    lane.standing = told;
  }
  lane.sent = underway;
}

function isKnown(standing: Lane["standing"]): standing is PrincipalStanding {
  return typeof standing === "object";
}

function isSameWindow(standing: Lane["standing"], other: PrincipalStanding): standing is PrincipalStanding {
  return (
    isKnown(standing) &&
    standing.quota === other.quota &&
    standing.limit === other.limit &&
    Math.abs(standing.resetsAt - other.resetsAt) <= jitterSeconds
  );
}

const never: Paused = { until: 0, reason: "server error" };

function newLane(caller: Caller): Lane {
  return {
    caller,
    ...{
      standing: "unknown",
      underway: 0,
      sent: 0,
      answered: 0,
      shared: false,
      nextSlot: 0,
      paused: never,
      announced: 0,
    },
    changed: Promise.withResolvers(),
  };
}

/**
 * Makes a clock of epoch seconds that never goes back, since requests would have to wait until a machine's clock that is
 * set back catches up. It follows a clock that is set forward, or that slept.
 */
export function machineClock(): () => number {
  // The largest observed difference between the machine's clock and the steady clock, in milliseconds.
  let ahead = Number.NEGATIVE_INFINITY;
  return () => {
    const steady = performance.now();
    ahead = Math.max(ahead, Date.now() - steady);
    return (steady + ahead) / 1000;
  };
}

async function timer(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  // Timers take at most 24.8 days.
  await later(Math.min(seconds * 1000, 2 ** 31 - 1), undefined, { signal }).catch(() => signal?.throwIfAborted());
}
