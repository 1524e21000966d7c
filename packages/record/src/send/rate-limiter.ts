import { setTimeout as later } from "node:timers/promises";
import type { AnyResponse } from "@tapedeck/rate-limit";
import type { Principal } from "@tapedeck/tape";
import { RecorderError } from "../recorder-error.ts";
import { type Pause, type PrincipalStanding, principalStanding, type WaitReason } from "../standing.ts";

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

/** Admits requests so that no caller's quota goes below its reserve. */
export interface RateLimiter {
  /**
   * Resolves when a request may go out. An admitted request must be settled.
   * @throws TooSoonError if the wait would be longer than the patience.
   * @throws RecorderError if the reserve leaves nothing to spend.
   */
  admit(principal: Principal, admission?: Admission): Promise<void>;
  /** Notes the result of a request: its answer, or null if there was none. */
  settle(principal: Principal, response: AnyResponse | null): void;
  /** Makes the next requests of a caller wait. */
  pause(principal: Principal, pause: Pause): void;
  /** Announces the number of requests ahead, so that a quota that is too small for them is spread over its window. */
  expect(principal: Principal, requests: number): void;
  /** Returns the quota of each caller that the service has told. */
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

/** The state of one caller. */
interface PrincipalState {
  /** `unknown` until an answer tells, `none` if answers advertise no limit. */
  standing: PrincipalStanding | "unknown" | "none";
  underway: number;
  /** Number of requests sent since the standing was told, and not yet counted in it. */
  sent: number;
  /** Whether others spend the same quota: more of it is gone than this caller sent. */
  shared: boolean;
  ahead: number;
  nextSlot: number;
  pausedUntil: number;
  pausedFor: WaitReason;
  announced: number;
  changed: PromiseWithResolvers<void>;
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
  const lanes = new Map<Principal, PrincipalState>();
  const stateOf = (principal: Principal): PrincipalState => {
    const lane = lanes.get(principal) ?? newState();
    lanes.set(principal, lane);
    return lane;
  };
  const keptBack = ({ limit }: PrincipalStanding): number => reserve ?? (limit > 1 ? Math.ceil(limit / 10) : 0);

  // Returns the quota left for other clients if every request in flight is charged to it.
  const headroom = (
    lane: PrincipalState,
    standing: PrincipalStanding,
    isSame: (other: PrincipalState) => boolean,
  ): number => {
    const same = [...lanes.values()].filter((other) => other === lane || isSame(other));
    const underway = same.reduce((sum, other) => sum + other.underway, 0);
    const left = same.map((other) =>
      isKnown(other.standing) ? other.standing.remaining - other.sent + other.underway : Number.POSITIVE_INFINITY,
    );
    return Math.min(...left) - underway - keptBack(standing);
  };

  // Returns null if it may go; else how long it has to wait, or that an answer has to come first.
  const hold = (lane: PrincipalState, spend: boolean): { until: number; reason: WaitReason } | "answer" | null => {
    const time = now();
    if (time < lane.pausedUntil) return { until: lane.pausedUntil, reason: lane.pausedFor };
    if (spend || lane.standing === "none") return null;
    if (isKnown(lane.standing) && time >= lane.standing.resetsAt) lane.standing = "unknown";
    const { standing } = lane;
    if (!isKnown(standing)) return lane.underway > 0 ? "answer" : null;
    const alike = ({ standing: other }: PrincipalState): boolean => isSameWindow(other, standing);
    const free = headroom(lane, standing, (other) => lane.shared && other.shared && alike(other));
    const isScarce = free < 1 || lane.ahead > free;
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
    async admit(principal, { spend = false, signals = [], patienceSeconds = Number.POSITIVE_INFINITY } = {}) {
      const lane = stateOf(principal);
      for (let held = hold(lane, spend); held !== null; held = hold(lane, spend)) {
        // Most requests wait for nothing, and to join signals takes as long as the rest of this.
        const signal = AbortSignal.any([...signals]);
        signal.throwIfAborted();
        if (held === "answer") {
          await lane.changed.promise;
          // Nothing may hold it any longer.
          signal.throwIfAborted();
          continue;
        }
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
      lane.underway += 1;
      lane.sent += 1;
      lane.ahead = Math.max(0, lane.ahead - 1);
    },
    settle(principal, response) {
      const lane = stateOf(principal);
      lane.underway -= 1;
      const told = response === null ? null : principalStanding(response, now());
      if (told !== null) {
        learn(lane, told);
      } else if (response !== null) {
        if (lane.standing === "unknown") lane.standing = "none";
        // An answer that advertises no limit spends none.
        lane.sent = Math.max(lane.underway, lane.sent - 1);
      }
      const { changed } = lane;
      lane.changed = Promise.withResolvers();
      changed.resolve();
    },
    pause(principal, { reason, seconds }) {
      const lane = stateOf(principal);
      const until = now() + seconds;
      if (until <= lane.pausedUntil) return;
      lane.pausedUntil = until;
      lane.pausedFor = reason;
    },
    expect(principal, requests) {
      stateOf(principal).ahead += requests;
    },
    standings: () =>
      Object.fromEntries(
        [...lanes].flatMap(([principal, { standing }]) => (isKnown(standing) ? [[principal, standing]] : [])),
      ),
  };
}

function learn(lane: PrincipalState, told: PrincipalStanding): void {
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

function isKnown(standing: PrincipalState["standing"]): standing is PrincipalStanding {
  return typeof standing === "object";
}

function isSameWindow(standing: PrincipalState["standing"], other: PrincipalStanding): standing is PrincipalStanding {
  return (
    isKnown(standing) && standing.limit === other.limit && Math.abs(standing.resetsAt - other.resetsAt) <= jitterSeconds
  );
}

function newState(): PrincipalState {
  return {
    standing: "unknown",
    underway: 0,
    sent: 0,
    shared: false,
    ahead: 0,
    nextSlot: 0,
    pausedUntil: 0,
    pausedFor: "server error",
    announced: 0,
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
