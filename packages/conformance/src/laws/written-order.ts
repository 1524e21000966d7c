/** The part of fast-check's scheduler that the laws use. */
export interface Timing {
  /** Resolves when it is the turn of the task. */
  readonly schedule: (task: Promise<void>, label: string) => Promise<void>;
  /** Runs turns until a promise is settled. */
  readonly waitFor: <Value>(awaited: Promise<Value>) => Promise<Value>;
}

/**
 * Makes a scheduler that runs tasks in a given order; they are numbered from 1 as they come. A task that the order does
 * not list waits for those before it: after a fix there may be more or fewer tasks.
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
        // All effects of the previous turn come first.
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
