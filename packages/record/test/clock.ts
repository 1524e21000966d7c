/** A clock that stands, and moves by as much as the recorder waits. */
export interface Clock {
  readonly now: () => number;
  readonly wait: (seconds: number, signal?: AbortSignal) => Promise<void>;
  /** Every wait, in whole seconds. */
  readonly waits: number[];
}

/** Starts a clock at a moment of its own, epoch seconds. */
export function clockAt(start: number): Clock {
  let time = start;
  const waits: number[] = [];
  return {
    now: () => time,
    waits,
    wait: async (seconds) => {
      waits.push(Math.round(seconds));
      // Those who wait side by side wait the same while.
      const until = time + seconds;
      await Promise.resolve();
      time = Math.max(time, until);
    },
  };
}
