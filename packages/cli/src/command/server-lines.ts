import type { Failure, WorkerEnd } from "@tapedeck/serve";

/** How long requests in flight may take once a command is stopped, in seconds. */
export const defaultGrace = 5;

/** Returns a number of exchanges, in words. */
export function exchangeCount(count: number): string {
  return count === 1 ? "1 exchange" : `${count} exchanges`;
}

/** Returns the line for a request that was refused, or could not be answered, or not to its end. */
export function refusedLine({ status, reason, breaksOff = false }: Failure): string {
  return `tapedeck: ${breaksOff ? "broke an answer off" : `answered ${status}`}: ${reason}`;
}

/** Returns the line for a recording that cannot be read, and what requests for it get. */
export function unreadableLine(reason: string): string {
  return `tapedeck: ${reason}\n  until then requests for it fail; all other recordings are replayed`;
}

/** Returns the line for a worker that ended, and what follows. */
export function workerLine({ worker, reason }: WorkerEnd): string {
  return `tapedeck: worker ${worker} ended: ${reason}; its connections are cut, and another takes its place`;
}

/** Returns the line for requests in flight when the command ended. */
export function cutLine(cut: number, graceSeconds: number): string {
  const requests = cut === 1 ? "1 request was" : `${cut} requests were`;
  return `tapedeck: ${requests} cut, which did not end within ${graceSeconds} s; --grace SECONDS allows more`;
}
