import type { Clock, MovableClock } from "../clock.ts";
import type { Pacer } from "./outcome.ts";

/**
 * How fast a recorded stream is replayed: so many times as fast as it was recorded (1, 2, 0.5), 0 for at once, or by the
 * player's clock, so that a test that moves it gets the chunks that are due.
 */
export type Pace = number | "clock";

/**
 * Makes the pacers of a pace; undefined where no chunk waits.
 * @throws RangeError for a pace that is none, and for the pace of a clock that cannot be moved.
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
  if (!(typeof pace === "number" && pace > 0 && pace < Number.POSITIVE_INFINITY))
    throw new RangeError(`Cannot replay at the pace ${JSON.stringify(pace)}: give a number from 0, or "clock"`);
  return () => timesAsFast(pace);
}

function timesAsFast(pace: number): Pacer {
  // A timer takes a millisecond at least: less than that is waited for with what comes next.
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
