import type { Exchange, HeaderList } from "./exchange.ts";
import { headerOf } from "./headers.ts";

/** The moment that recordings carry unless told otherwise: 2026-01-01T00:00:00Z, in epoch seconds. */
export const pinnedMoment: number = 1_767_225_600;

/** Seconds from the pinned moment to the pinned end of the rate-limit window. */
const pinnedWindowSeconds = 3600;

const pinnedRequestId = "0000:000000:0000000:0000000:00000000";

// What a client or a server in between adds of its own; it differs between two recordings of the same answer.
const transientRequestHeaders: ReadonlySet<string> = new Set([
  "accept-encoding",
  "accept-language",
  "content-length",
  "host",
  "origin",
  "priority",
  "referer",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "sec-fetch-site",
  "user-agent",
  "x-forwarded-for",
]);
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
  "x-cache",
  "x-cache-hits",
  "x-fastly-request-id",
  "x-runtime",
  "x-runtime-rack",
  "x-served-by",
  "x-timer",
]);

/**
 * Pins what changes between two recordings of the same answer: the date, the request id and the rate-limit counters
 * get fixed values that keep their laws (remaining + used = limit; a refusal has nothing left), and headers that
 * only describe one transfer go.
 * @param recordedAt The moment that the tape carries, epoch seconds.
 * @example
 * pinNoise(exchange, pinnedMoment).response.headers; // […, ["date", "Thu, 01 Jan 2026 00:00:00 GMT"], …]
 */
export function pinNoise(exchange: Exchange, recordedAt: number): Exchange {
  const { request, response } = exchange;
  const refused = isRefusal(response.status, response.headers);
  return {
    request: { ...request, headers: request.headers.filter(([name]) => !transientRequestHeaders.has(name)) },
    response: {
      ...response,
      headers: response.headers
        .filter(([name]) => !transientResponseHeaders.has(name))
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

function pinned(name: string, value: string, headers: HeaderList, refused: boolean, recordedAt: number): string {
  if (name === "date") return new Date(recordedAt * 1000).toUTCString();
  if (name === "x-ratelimit-reset") return String(recordedAt + pinnedWindowSeconds);
  if (name === "x-ratelimit-used" || name === "x-ratelimit-remaining") {
    const limit = Number(headerOf(headers, "x-ratelimit-limit") ?? Number.NaN);
    if (!Number.isSafeInteger(limit)) return value;
    const used = refused ? limit : Math.min(1, limit);
    return String(name === "x-ratelimit-used" ? used : limit - used);
  }
  return /^(?:x-(?:[a-z]+-)?)?(?:request|correlation)-id$/.test(name) ? pinnedRequestId : value;
}
