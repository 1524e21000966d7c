import type { Captured, PrincipalStanding, Summary, Unanswered, Waiting } from "@tapedeck/record";
import type { Principal } from "@tapedeck/tape";
import { exchangeLine, failureLine, skippedText, summaryText, waitingLine } from "./report.ts";

/** The progress of a recording. */
export interface Progress {
  readonly done: number;
  /** Null if the total is unknown: through a server. */
  readonly of: number | null;
  readonly standings: Readonly<Record<Principal, PrincipalStanding>>;
}

/** Reports what a recording does. */
export interface Report {
  say(event: string, fields: object, line: string): void;
  exchange(event: Captured): void;
  failure(event: Unanswered): void;
  waiting(event: Waiting): void;
  progress(progress: Progress): void;
  skipped(skipped: readonly Unanswered[]): void;
  summary(summary: Summary, out: string, again: string | null): void;
}

/** Reports as JSON, one event a line. */
export function jsonReport(write: (line: string) => void): Report {
  const say: Report["say"] = (event, fields) => write(JSON.stringify({ event, ...fields }));
  return {
    say,
    exchange: (event) => say("exchange", event, ""),
    failure: (event) => say("failure", event, ""),
    waiting: (event) => say("waiting", event, ""),
    progress: (progress) => say("progress", progress, ""),
    skipped: (requests) => say("skipped", { requests }, ""),
    summary: (summary, _out, again) => say("summary", { ...summary, ...(again !== null && { again }) }, ""),
  };
}

/** Reports in lines. */
export function plainReport(write: (line: string) => unknown): Report {
  return {
    say: (_event, _fields, line) => write(line),
    exchange: (event) => write(exchangeLine(event)),
    failure: (event) => write(failureLine(event)),
    waiting: (event) => write(waitingLine(event)),
    progress: () => {},
    skipped: (skipped) => write(skippedText(skipped)),
    summary: (summary, out, again) => write(summaryText(summary, out, again)),
  };
}

/** Seconds between two lines of progress. */
const lineEverySeconds = 2;

/**
 * Reports in lines, with a line of progress now and then: for a terminal that a command also prints to, and would print
 * into a bar.
 * @param now Returns seconds, by any clock that runs.
 */
export function lineReport(write: (line: string) => void, now: () => number): Report {
  const plain = plainReport(write);
  const start = now();
  let told = { done: 0, at: start };
  let last: Progress | null = null;
  const tell = (): void => {
    if (last === null || last.done === told.done) return;
    told = { done: last.done, at: now() };
    write(`tapedeck: ${progressText({ ...last, kept: last.done, seconds: now() - start, wait: null })}`);
  };
  return {
    ...plain,
    progress(progress) {
      last = progress;
      if (now() - told.at >= lineEverySeconds) tell();
    },
    summary(summary, out, again) {
      tell();
      plain.summary(summary, out, again);
    },
  };
}

/**
 * Returns the text beside a bar: progress, speed, the rest of each quota, and the remaining time.
 * @example
 * progressText({ done: 30, of: 120, kept: 40, seconds: 10, standings, wait: null });
 * // "30/120 · 4.0/s · left: full 4960/5000 · 30 s to go"
 */
export function progressText(
  at: Progress & { readonly kept: number; readonly seconds: number; readonly wait: Waiting | null },
): string {
  const { done, of, kept, seconds, standings, wait } = at;
  const quotas = Object.entries(standings).map(
    ([principal, { remaining, limit }]) => `${principal} ${remaining}/${limit}`,
  );
  return [
    of === null ? `${done} answered` : `${done}/${of}`,
    seconds > 0 ? `${(kept / seconds).toFixed(1)}/s` : "",
    quotas.length > 0 ? `left: ${quotas.join(", ")}` : "",
    wait !== null
      ? `waiting ${duration(wait.seconds)} (${wait.reason})`
      : of !== null && done > 0 && done < of
        ? `${duration(((of - done) * seconds) / done)} to go`
        : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/**
 * Returns a number of seconds in words.
 * @example
 * duration(3725); // "1 h 2 min"
 */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 120) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
