/**
 * Groups jobs for a task: those that arrive while it works on a group form the next one.
 * @param most Maximum number of jobs in a group.
 */
export function groupJobs<Job>(
  task: (jobs: readonly Job[]) => Promise<void>,
  most: number = Number.POSITIVE_INFINITY,
): (job: Job) => void {
  const waiting: Job[] = [];
  let atWork = false;
  const work = async (): Promise<void> => {
    atWork = true;
    while (waiting.length > 0) await task(waiting.splice(0, most));
    atWork = false;
  };
  return (job) => {
    waiting.push(job);
    if (!atWork) void work();
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
