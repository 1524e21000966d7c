import { type AnyResponse, readRateLimit, refusalOf } from "@tapedeck/rate-limit";

/** A caller's quota as the service advertised it. */
export interface PrincipalStanding {
  /** The names of the policies that the answer told of; empty if they have none. */
  readonly quota: string;
  readonly limit: number;
  readonly remaining: number;
  /** Epoch seconds, by this machine's clock. */
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

// For a service that does not say when its window ends.
const unknownWindowSeconds = 60;
const longestBackoffSeconds = 60;

/**
 * Reads a caller's quota from an answer, in any dialect of `@tapedeck/rate-limit`; returns null if there is none. Of
 * several policies that count requests it takes the one with the smallest share left.
 * @param now Epoch seconds, by this machine's clock.
 */
export function principalStanding(response: AnyResponse, now: number): PrincipalStanding | null {
  const { policies } = readRateLimit(response, now);
  const quota = policies.map(({ name, partitionKey }) => [name, partitionKey].filter(Boolean).join(" ")).join(", ");
  let least: PrincipalStanding | null = null;
  for (const { name, unit, limit, remaining, resetsAt, windowSeconds } of policies) {
    // How many more requests a number of tokens allows is unknown.
    if (limit === null || remaining === null || /token|point|byte/.test(unit ?? name ?? "")) continue;
    if (least !== null && remaining * least.limit >= least.remaining * limit) continue;
    least = { quota, limit, remaining, resetsAt: resetsAt ?? now + (windowSeconds ?? unknownWindowSeconds) };
  }
  return least;
}

/**
 * Returns whether an answer refuses because nothing is left, which is what a plan that exhausts a limit wants: not
 * because requests come too fast.
 * @see beyond-the-spec, "Errors", the row "limit exhausted"
 */
export function isExhausted(response: AnyResponse): boolean {
  const refusal = refusalOf(response);
  if (refusal !== "unspecified") return refusal === "quota";
  return readRateLimit(response, 0).policies.every(({ remaining }) => remaining === null || remaining === 0);
}

/**
 * Returns the wait that an answer asks for before the next request; null if it asks for none.
 * @param attempt How often this request was sent, from 1: the wait doubles each time.
 * @see beyond-the-spec, "Errors", the rows "limit exhausted" and "secondary limit"
 * @example
 * pauseAfter({ status: 503, headers: [], body: null }, 2, now); // { reason: "server error", seconds: 2 }
 */
export function pauseAfter(response: AnyResponse, attempt: number, now: number): Pause | null {
  const { status } = response;
  const isServerError = status === 500 || status === 502 || status === 503 || status === 504;
  if (refusalOf(response) === null && status !== 403 && !isServerError) return null;
  const { refusal, retryAt, retryFrom } = readRateLimit(response, now);
  const wait = retryAt === null ? null : retryAt - now;
  const unknown = unknownWindowSeconds * 2 ** (attempt - 1);
  if (refusal === "quota") {
    // The live service's reset is sometimes off by a second.
    return { reason: "rate limit", seconds: (wait ?? unknownWindowSeconds) + (retryFrom === "response" ? 0 : 1) };
  }
  if (refusal === "secondary") return { reason: "secondary limit", seconds: wait ?? unknown };
  if (status === 403 || refusal !== null) {
    if (wait !== null) return { reason: "retry-after", seconds: wait };
    return refusal === null ? null : { reason: "rate limit", seconds: unknown };
  }
  return backoff("server error", attempt, wait);
}

/** Returns the wait before a request without a good answer is sent again. */
export function backoff(
  reason: "server error" | "no answer",
  attempt: number,
  retryAfterSeconds: number | null = null,
): Pause {
  return { reason, seconds: retryAfterSeconds ?? Math.min(longestBackoffSeconds, 2 ** (attempt - 1)) };
}
