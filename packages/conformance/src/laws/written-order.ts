/** As much of fast-check's scheduler as the laws need. */
export interface Timing {
  /** Resolves when its turn has come. */
  readonly schedule: (task: Promise<void>, label: string) => Promise<void>;
  /** Gives turns until a promise is settled. */
  readonly waitFor: <Value>(awaited: Promise<Value>) => Promise<Value>;
}

/**
 * A scheduler that gives turns in an order that was written down: tasks are numbered from 1 as they come. Where the order
 * says nothing, the one that waits longest is next: once the code is mended, there may be more tasks, or fewer.
 * @example
 * const timing = writtenOrder([2, 1]);
 */
export function writtenOrder(order: readonly number[]): Timing {
  const waiting = new Map<number, () => void>();
  const left = [...order];
  let count = 0;
  return {
    schedule: (task) => {
      count += 1;
      const number = count;
      return new Promise((resolve) => waiting.set(number, () => resolve(task)));
    },
    waitFor: async (awaited) => {
      let settled = false;
      const done = (): void => {
        settled = true;
      };
      awaited.then(done, done);
      while (!settled) {
        // Not before all that follows from the turn before has come about.
        await new Promise((resolve) => setTimeout(resolve, 0));
        const next = left.find((number) => waiting.has(number)) ?? waiting.keys().next().value;
        if (next === undefined) continue;
        if (left.includes(next)) left.splice(left.indexOf(next), 1);
        waiting.get(next)?.();
        waiting.delete(next);
      }
      return awaited;
    },
  };
}
