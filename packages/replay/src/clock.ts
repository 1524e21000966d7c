/** Says what time it is, in epoch seconds. Below the player nothing else does. */
export type Clock = () => number;

/** A clock that a test holds in its hand. */
export interface MovableClock {
  (): number;
  /** Whether it goes by itself; else it stands until it is moved. */
  readonly runs: boolean;
  /** Sets the time, epoch seconds. */
  readonly set: (seconds: number) => void;
  /** Moves the time by so many seconds, forward or (below zero) back. */
  readonly advance: (seconds: number) => void;
  /** Resolves once it is that late, epoch seconds, or the client has gone; undefined where it is already. */
  readonly reached: (seconds: number, gone: AbortSignal) => Promise<void> | undefined;
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
  return movable(() => 0, seconds, false);
}

/**
 * Makes a clock that goes with another one, `Date.now` as a rule, and can be moved all the same.
 * @param milliseconds The clock to go with: epoch milliseconds.
 * @example
 * const player = createPlayer({ tapes, clock: runningClock(Date.now) });
 */
export function runningClock(milliseconds: () => number): MovableClock {
  return movable(() => Math.floor(milliseconds() / 1000), 0, true);
}

/** Seconds are sums of fractions: less than half a millisecond is no difference. */
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
      shift = seconds - base();
      moved();
    },
    advance: (seconds: number) => {
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
      // A clock that goes by itself does not tell when it is late enough.
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
