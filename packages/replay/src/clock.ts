/** Says what time it is, in epoch seconds. Below the player nothing else does. */
export type Clock = () => number;

/** A clock that a test holds in its hand. */
export interface MovableClock {
  (): number;
  /** Sets the time, epoch seconds. */
  readonly set: (seconds: number) => void;
  /** Moves the time by so many seconds, forward or (below zero) back. */
  readonly advance: (seconds: number) => void;
}

/**
 * Makes a clock that stands still until it is moved.
 * @param seconds Where it stands at first, epoch seconds.
 * @example
 * const clock = stoppedClock(1_767_225_600);
 * clock.advance(3600);
 * clock(); // 1767229200
 */
export function stoppedClock(seconds: number): MovableClock {
  return movable(() => 0, seconds);
}

/**
 * Makes a clock that goes with another one, `Date.now` as a rule, and can be moved all the same.
 * @param milliseconds The clock to go with: epoch milliseconds.
 * @example
 * const player = createPlayer({ tapes, clock: runningClock(Date.now) });
 */
export function runningClock(milliseconds: () => number): MovableClock {
  return movable(() => Math.floor(milliseconds() / 1000), 0);
}

function movable(base: Clock, offset: number): MovableClock {
  let shift = offset;
  return Object.assign(() => base() + shift, {
    set: (seconds: number) => {
      shift = seconds - base();
    },
    advance: (seconds: number) => {
      shift += seconds;
    },
  });
}
