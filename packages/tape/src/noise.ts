import type { Exchange, HeaderList } from "./exchange.ts";
import { headerOf } from "./headers.ts";

/** The moment that recordings carry unless told otherwise: 2026-01-01T00:00:00Z, in epoch seconds. */
export const pinnedMoment: number = 1_767_225_600;

/** Seconds from the pinned moment to the pinned end of the rate-limit window. */
const pinnedWindowSeconds = 3600;

// A year; what is greater is a moment.
const longestWindowSeconds = 31_536_000;

const pinnedRequestId = "0000:000000:0000000:0000000:00000000";

// What a client or a server in between adds of its own; it differs between two recordings of the same answer.
const transientRequestHeaders: ReadonlySet<string> = new Set([
  "accept-encoding",
  "accept-language",
  "content-length",
  "date",
  "dnt",
  "forwarded",
  "host",
  "idempotency-key",
  "origin",
  "priority",
  "referer",
  "upgrade-insecure-requests",
  "user-agent",
  "via",
  "x-amz-date",
]);
const transientRequestFamilies = /^(?:sec-|x-forwarded-)/;
// Of one request, on both sides: https://www.w3.org/TR/trace-context/ and what came before it.
const tracing = /^(?:traceparent|tracestate|baggage|b3|x-b3-.*|x-amzn-trace-id|x-cloud-trace-context|uber-trace-id)$/;
const transientResponseHeaders: ReadonlySet<string> = new Set([
  "age",
  "alt-svc",
  "cf-ray",
  "nel",
  "report-to",
  "server-timing",
  "via",
  "x-amz-cf-id",
  "x-amz-request-id",
  "x-amzn-requestid",
  "x-cache",
  "x-cache-hits",
  "x-fastly-request-id",
  "x-gitlab-meta",
  "x-response-time",
  "x-runtime",
  "x-runtime-rack",
  "x-served-by",
  "x-timer",
]);

const requestId = /^(?:[a-z]+-)*(?:correlation|request|trace)-id$/;

/**
 * Pins what changes between two recordings of the same answer: dates, the request id and the rate-limit counters get
 * fixed values that keep their laws (remaining + used = limit; a refusal has nothing left), and headers that only
 * describe one transfer go, of the request as well.
 * @param recordedAt The moment that the tape carries, epoch seconds.
 * @example
 * pinNoise(exchange, pinnedMoment).response.headers; // […, ["date", "Thu, 01 Jan 2026 00:00:00 GMT"], …]
 */
export function pinNoise(exchange: Exchange, recordedAt: number): Exchange {
  const { request, response } = exchange;
  const refused = isRefusal(response.status, response.headers);
  return {
    request: { ...request, headers: request.headers.filter(([name]) => !isTransientOfRequest(name)) },
    response: {
      ...response,
      headers: response.headers
        .filter(([name]) => !transientResponseHeaders.has(name) && !tracing.test(name))
        .map(([name, value]) => [name, pinned(name, value, response.headers, refused, recordedAt)] as const),
    },
  };
}

/**
 * Whether a response says that the rate limit is used up.
 * @see beyond-the-spec, "Errors", the row "limit exhausted"
 */
export function isRefusal(status: number, headers: HeaderList): boolean {
  return (status === 403 || status === 429) && headerOf(headers, "x-ratelimit-remaining") === "0";
}

function isTransientOfRequest(name: string): boolean {
  return (
    transientRequestHeaders.has(name) ||
    transientRequestFamilies.test(name) ||
    tracing.test(name) ||
    requestId.test(name)
  );
}

function pinned(name: string, value: string, headers: HeaderList, refused: boolean, recordedAt: number): string {
  if (name === "date") return dateOf(recordedAt);
  if (name === "expires") return pinnedExpiry(value, headerOf(headers, "date"), recordedAt);
  const counter = /^((?:x-)?ratelimit)-(limit|observed|remaining|reset|used)$/.exec(name);
  if (counter) return pinnedCounter(counter[1] ?? "", counter[2] ?? "", value, headers, refused, recordedAt);
  return requestId.test(name) ? pinnedRequestId : value;
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toUTCString();
}

// As long after the date as it was. "0" and "-1", which say "already", stay.
function pinnedExpiry(value: string, date: string | null, recordedAt: number): string {
  const seconds = (Date.parse(value) - Date.parse(date ?? "")) / 1000;
  return /^[A-Z]/.test(value) && Number.isFinite(seconds) ? dateOf(recordedAt + seconds) : value;
}

function pinnedCounter(
  family: string,
  name: string,
  value: string,
  headers: HeaderList,
  refused: boolean,
  recordedAt: number,
): string {
  if (name === "limit") return value;
  if (name === "reset") {
    // A moment, or how long from now: https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
    const isWhile = recordedAt > longestWindowSeconds && Number(value) <= longestWindowSeconds;
    return String(family === "ratelimit" && isWhile ? pinnedWindowSeconds : recordedAt + pinnedWindowSeconds);
  }
  const limit = Number(headerOf(headers, `${family}-limit`) ?? Number.NaN);
  if (!Number.isSafeInteger(limit)) return value;
  const used = refused ? limit : Math.min(1, limit);
  return String(name === "remaining" ? limit - used : used);
}
