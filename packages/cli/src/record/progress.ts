import type { PrincipalStanding, Waiting } from "@tapedeck/record";
import type { Principal } from "@tapedeck/tape";
import type { Tell } from "../command/tell.ts";

/** The progress of a recording. */
export interface Progress {
  readonly done: number;
  /** Null if the total is unknown: through a server. */
  readonly of: number | null;
  readonly standings: Readonly<Record<Principal, PrincipalStanding>>;
}

/** Seconds between two lines of progress. */
const lineEverySeconds = 2;

/**
 * Tells events in lines, with a line of progress now and then: for a terminal that a command also prints to, and would
 * print into a bar.
 * @param now Returns seconds, by any clock that runs.
 */
export function lineTeller(write: (line: string) => void, now: () => number): Tell {
  const start = now();
  let told = { done: 0, at: start };
  let last: Progress | null = null;
  const tellProgress = (): void => {
    if (last === null || last.done === told.done) return;
    told = { done: last.done, at: now() };
    write(`tapedeck: ${progressText({ ...last, kept: last.done, seconds: now() - start, wait: null })}`);
  };
  return (event, fields, line) => {
    if (event === "progress") last = fields as Progress;
    if (event === "summary" || (event === "progress" && now() - told.at >= lineEverySeconds)) tellProgress();
    if (line !== null) write(line);
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
