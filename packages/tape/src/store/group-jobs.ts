/** An item to work on, and the ends of the promise that its caller has. */
export interface Job<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups jobs for a task: those that arrive while it works on a group form the next one.
 * @param most Maximum number of jobs in a group.
 */
export function groupJobs<Item, Result>(
  task: (jobs: readonly Job<Item, Result>[]) => Promise<void>,
  most: number = Number.POSITIVE_INFINITY,
): (item: Item) => Promise<Result> {
  const waiting: Job<Item, Result>[] = [];
  let atWork = false;
  const work = async (): Promise<void> => {
    atWork = true;
    while (waiting.length > 0) await task(waiting.splice(0, most));
    atWork = false;
  };
  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!atWork) void work();
    return promise;
  };
}

/** Returns why a job failed: what prevents all writing, or else its own error. */
export function reasonOf(error: unknown, check: () => void): unknown {
  try {
    check();
    return error;
  } catch (reason) {
    return reason;
  }
}
