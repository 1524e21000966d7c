import type { Failure, WorkerEnd } from "@tapedeck/serve";

/** How long, in seconds, requests under way may still take once a command is asked to stop. */
export const defaultGrace = 5;

/** Says that a request was refused, or could not be answered. */
export function refusedLine({ status, reason }: Failure): string {
  return `tapedeck: answered ${status}: ${reason}`;
}

/** Says that a recording cannot be read, and what becomes of requests for it. */
export function unreadableLine(reason: string): string {
  return `tapedeck: ${reason}\n  until then requests for it fail; all other recordings are replayed`;
}

/** Says that a worker ended, and what becomes of it. */
export function workerLine({ worker, reason }: WorkerEnd): string {
  return `tapedeck: worker ${worker} ended: ${reason}; its connections are cut, and another takes its place`;
}

/** Says that requests were under way when the command ended. */
export function cutLine(cut: number, graceSeconds: number): string {
  const requests = cut === 1 ? "1 request was" : `${cut} requests were`;
  return `tapedeck: ${requests} cut, which did not end within ${graceSeconds} s; --grace SECONDS allows more`;
}
