import { checkArgument } from "@tapedeck/tape/internal";

/** Returns the current time in epoch seconds. Nothing below the player reads another clock. */
export type Clock = () => number;

/** A clock that a test controls. */
export interface MovableClock {
  (): number;
  /** Whether it runs by itself; otherwise it stands still until it is moved. */
  readonly runs: boolean;
  /** Sets the time, epoch seconds. */
  readonly set: (seconds: number) => void;
  /** Moves the time by a number of seconds, forward or (if negative) back. */
  readonly advance: (seconds: number) => void;
  /**
   * Resolves once the clock has reached this time (epoch seconds), or the client has gone; undefined if it has already.
   */
  readonly reached: (seconds: number, gone: AbortSignal) => Promise<void> | undefined;
}

/**
 * Makes a clock that stands still until it is moved.
 * @param seconds Initial time, in epoch seconds.
 * @example
 * const clock = stoppedClock(1_767_225_600);
 * clock.advance(3600);
 * clock(); // 1767229200
 */
export function stoppedClock(seconds: number): MovableClock {
  checkFinite(seconds);
  return movable(() => 0, seconds, false);
}

/**
 * Makes a clock that follows another one, usually `Date.now`, and can still be moved.
 * @param milliseconds The clock to follow, in epoch milliseconds.
 * @example
 * const player = createPlayer({ tapes, clock: runningClock(Date.now) });
 */
export function runningClock(milliseconds: () => number): MovableClock {
  checkArgument("make a clock", "the function of its milliseconds", milliseconds, "function");
  return movable(() => Math.floor(milliseconds() / 1000), 0, true);
}

function checkFinite(seconds: number): void {
  if (Number.isFinite(seconds)) return;
  const found = typeof seconds === "number" ? seconds : `a value of type ${typeof seconds}`;
  throw new RangeError(`Cannot set the clock: found ${found}; give epoch seconds, such as Date.now() / 1000`);
}

/** Tolerance for rounding errors in sums of fractional seconds: half a millisecond. */
const tolerance = 0.0005;

function movable(base: Clock, offset: number, runs: boolean): MovableClock {
  let shift = offset;
  const waiting = new Set<() => void>();
  const now = (): number => base() + shift;
  const moved = (): void => {
    for (const check of [...waiting]) check();
  };
  return Object.assign(now, {
    runs,
    set: (seconds: number) => {
      checkFinite(seconds);
      shift = seconds - base();
      moved();
    },
    advance: (seconds: number) => {
      checkFinite(seconds);
      shift += seconds;
      moved();
    },
    reached: (seconds: number, gone: AbortSignal) => {
      const left = (): number => seconds - tolerance - now();
      if (left() <= 0 || gone.aborted) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = (): void => {
        if (left() <= 0) resolve();
      };
      // A running clock does not signal when it reaches a time.
      const timer = runs ? setInterval(check, Math.min(1000, Math.max(1, left() * 1000))) : undefined;
      waiting.add(check);
      const leave = (): void => resolve();
      gone.addEventListener("abort", leave, { once: true });
      return promise.finally(() => {
        gone.removeEventListener("abort", leave);
        waiting.delete(check);
        clearInterval(timer);
      });
    },
  });
}
