/**
 * Groups jobs for a task: those that come while it is at work on some wait, and are its next group.
 * @param most How many there are in a group.
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

/** Why a job failed: what keeps everything from being written, or else its own error. */
export function reasonOf(error: unknown, check: () => void): unknown {
  try {
    check();
    return error;
  } catch (reason) {
    return reason;
  }
}
