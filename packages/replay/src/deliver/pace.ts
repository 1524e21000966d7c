import type { Clock, MovableClock } from "../clock.ts";
import type { Pacer } from "./outcome.ts";

/**
 * How fast a recorded stream is replayed: a multiple of its recorded speed (1, 2, 0.5), 0 for at once, or `"clock"`: a
 * test that moves the player's clock gets the chunks that are due.
 */
export type Pace = number | "clock";

/**
 * Returns a function that makes pacers of this pace; undefined if no chunk has to wait.
 * @throws RangeError for an invalid pace, or `"clock"` with a clock that cannot be moved.
 * @example
 * pacerOf(2, clock)?.()(500, signal); // resolves in a quarter of a second
 */
export function pacerOf(pace: Pace, clock: Clock): (() => Pacer) | undefined {
  if (pace === 0) return undefined;
  if (pace === "clock") {
    if (!("reached" in clock))
      throw new RangeError("Cannot replay at the pace of this clock: make it by stoppedClock() or runningClock()");
    return () => byClock(clock as MovableClock);
  }
  if (!(typeof pace === "number" && pace > 0 && pace < Number.POSITIVE_INFINITY)) {
    const shown = typeof pace === "number" ? pace : JSON.stringify(pace); // JSON has null for NaN and Infinity
    throw new RangeError(`Cannot replay at the pace ${shown}: give a number from 0, or "clock"`);
  }
  return () => timesAsFast(pace);
}

function timesAsFast(pace: number): Pacer {
  // A timer takes at least a millisecond: shorter delays are added to the next one.
  let owed = 0;
  return (afterMs, gone) => {
    owed += afterMs / pace;
    if (owed < 1) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, owed);
    owed = 0;
    const leave = (): void => {
      clearTimeout(timer);
      resolve();
    };
    gone.addEventListener("abort", leave, { once: true });
    return promise.finally(() => gone.removeEventListener("abort", leave));
  };
}

function byClock(clock: MovableClock): Pacer {
  const start = clock();
  let passed = 0;
  return (afterMs, gone) => {
    passed += afterMs;
    return clock.reached(start + passed / 1000, gone);
  };
}
