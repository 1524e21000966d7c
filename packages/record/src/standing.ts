import { type HeaderList, headerOf, isRefusal, type RecordedResponse } from "@tapedeck/tape";

/** What a service said of a caller's quota. */
export interface Standing {
  readonly limit: number;
  readonly remaining: number;
  /** Epoch seconds, by the clock of this machine. */
  readonly resetsAt: number;
}

/** Why a request has to wait. */
export type WaitReason =
  | "reserve"
  | "spread"
  | "rate limit"
  | "secondary limit"
  | "retry-after"
  | "server error"
  | "no answer";

/** A wait that an answer asks for. */
export interface Pause {
  readonly reason: WaitReason;
  readonly seconds: number;
}

// Where the service does not say when its window ends.
const unknownWindowSeconds = 60;
const longestBackoffSeconds = 60;

/**
 * Reads where a caller stands out of the headers of an answer; null where they do not say. The end of the window is
 * brought to this machine's clock by the answer's own date: clocks differ.
 * @param now Epoch seconds.
 * @example
 * standingOf([["x-ratelimit-limit", "60"], ["x-ratelimit-remaining", "59"]], now); // { limit: 60, remaining: 59, … }
 */
export function standingOf(headers: HeaderList, now: number): Standing | null {
  const limit = wholeNumber(headerOf(headers, "x-ratelimit-limit"));
  const remaining = wholeNumber(headerOf(headers, "x-ratelimit-remaining"));
  if (limit === null || remaining === null) return null;
  const reset = wholeNumber(headerOf(headers, "x-ratelimit-reset"));
  const seconds = reset === null ? unknownWindowSeconds : reset - sentAt(headers, now);
  return { limit, remaining, resetsAt: now + Math.max(0, seconds) };
}

/**
 * The wait that an answer asks for before the next request; null where it asks for none.
 * @param attempt How often this very request was sent, from 1: each time the wait is twice as long.
 * @see beyond-the-spec, "Errors", the rows "limit exhausted" and "secondary limit"
 * @example
 * pauseAfter({ status: 503, headers: [], body: null }, 2, now); // { reason: "server error", seconds: 2 }
 */
export function pauseAfter({ status, headers, body }: RecordedResponse, attempt: number, now: number): Pause | null {
  const after = retryAfter(headers, now);
  const twice = 2 ** (attempt - 1);
  if (isRefusal(status, headers)) {
    const standing = standingOf(headers, now);
    const untilReset = standing === null ? unknownWindowSeconds : standing.resetsAt - now;
    // The live service's reset is off by a second, now and then.
    return { reason: "rate limit", seconds: after ?? untilReset + 1 };
  }
  if (status === 403 || status === 429) {
    const secondary = /secondary[ -]rate[ -]limit/i.test(body?.encoding === "utf8" ? body.text : "");
    if (secondary) return { reason: "secondary limit", seconds: after ?? unknownWindowSeconds * twice };
    if (after !== null) return { reason: "retry-after", seconds: after };
    return status === 429 ? { reason: "rate limit", seconds: unknownWindowSeconds * twice } : null;
  }
  if (status === 500 || status === 502 || status === 503 || status === 504)
    return backoff("server error", attempt, after);
  return null;
}

/** The wait before a request is sent again that got no good answer. */
export function backoff(
  reason: "server error" | "no answer",
  attempt: number,
  retryAfterSeconds: number | null = null,
): Pause {
  return { reason, seconds: retryAfterSeconds ?? Math.min(longestBackoffSeconds, 2 ** (attempt - 1)) };
}

function retryAfter(headers: HeaderList, now: number): number | null {
  const value = headerOf(headers, "retry-after");
  if (value === null) return null;
  const seconds = wholeNumber(value) ?? Date.parse(value) / 1000 - sentAt(headers, now);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

function sentAt(headers: HeaderList, now: number): number {
  const date = Date.parse(headerOf(headers, "date") ?? "") / 1000;
  return Number.isNaN(date) ? now : date;
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
