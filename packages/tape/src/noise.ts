import { pinParts } from "./body/multipart.ts";
import type { Exchange, HeaderList, RecordedRequest } from "./exchange.ts";
import { headerOf } from "./http/headers.ts";
import { findPlaceholders, placeholderFor } from "./redact/placeholder.ts";
import { isRequestIdName, pinnedRequestId } from "./request-id.ts";
import { rememberLast } from "./text/remember-last.ts";

/** The default time in recordings: 2026-01-01T00:00:00Z, in epoch seconds. */
export const pinnedMoment: number = 1_767_225_600;

/**
 * The headers in which a request says when it was sent: RFC 9110's (section 6.6.1), and those of signatures over a
 * time.
 */
export const requestDates = ["date", "x-amz-date", "x-goog-date", "x-ms-date"] as const;

// Headers that a client library, a browser or an intermediary sets on every request, or for one transfer: they do not
// distinguish a program's requests, and differ between two recordings of the same answer. Headers that a program
// chooses are kept, so that they can be matched: accept-language, idempotency-key, cookie, x-tenant and any other name.
const transientRequestHeaders: ReadonlySet<string> = new Set([
  ...requestDates,
  "accept-encoding",
  "amz-sdk-invocation-id",
  "amz-sdk-request",
  "content-length",
  "dnt",
  "forwarded",
  "host",
  "origin",
  "priority",
  "referer",
  "upgrade-insecure-requests",
  "via",
  "x-goog-api-client",
]);
// A digest of the body says nothing that the body does not, and is of it as it was sent (RFC 9530; RFC 1864).
// What a proxy forwards of a connection; whom a gateway lets in is told by what it forwards of a user alone.
const transientRequestFamilies =
  /^(?:sec-|x-stainless-|x-amz-checksum-)|^x-forwarded-(?:by|client-(?:cert|ip)|context|for(?:-original)?|host|method|path|port|prefix|proto(?:col)?(?:-version)?|root|scheme|server|ssl|start|tls-client-cert(?:-info)?|uri)$|^(?:x-amz-content-sha256|x-goog-hash|content-md5|(?:content-|repr-)?digest)$|(?:^|-)user-?agent$|-client-(?:info|meta|telemetry)$/;
// Of one request, on both sides: https://www.w3.org/TR/trace-context/ and its predecessors.
const tracing =
  /^(?:traceparent|tracestate|baggage|b3|x-b3-.*|x-amzn-trace-id|x-cloud-trace-context|uber-trace-id|sentry-trace|x-datadog-.*)$/;
const transientResponseHeaders: ReadonlySet<string> = new Set([
  "age",
  "alt-svc",
  "cf-ray",
  "nel",
  "report-to",
  "server-timing",
  "via",
  "x-amz-cf-id",
  "x-cache",
  "x-cache-hits",
  "x-gitlab-meta",
  "x-response-time",
  "x-runtime",
  "x-runtime-rack",
  "x-served-by",
  "x-timer",
]);

// Of a URL or a form, by the parameters that tell it: the moment, and what depends on it. First of one that a client signs.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
// https://cloud.google.com/storage/docs/authentication/canonical-requests
// https://datatracker.ietf.org/doc/html/rfc5849#section-3.5
// https://developers.binance.com/docs/binance-spot-api-docs/rest-api/request-security
// https://learn.microsoft.com/rest/api/storageservices/create-service-sas
const signed: ReadonlyArray<readonly [marks: readonly RegExp[], changing: RegExp]> = [
  [[/[?&]x-(?:amz|goog)-signature=/i], /(?<=[?&]x-(?:amz|goog)-(?:credential|date|security-token|signature)=)[^&]+/gi],
  [[/[?&](?:AWSAccessKeyId|GoogleAccessId|Key-Pair-Id)=/], /(?<=[?&](?:Expires|Policy|Signature)=)[^&]+/g],
  [[/[?&]oauth_signature=/], /(?<=[?&]oauth_(?:nonce|signature|timestamp)=)[^&]+/g],
  [[/[?&]timestamp=\d/i, /[?&]signature=/i], /(?<=[?&](?:signature|timestamp)=)[^&]+/gi],
  [[/[?&]sv=\d{4}-\d\d-\d\d/, /[?&]sig=/], /(?<=[?&](?:se|sig|ske|skt|st)=)[^&]+/g],
  // What keeps caches from answering, and is never the same twice:
  // https://github.com/socketio/socket.io/blob/main/docs/engine.io-protocol/v4-current.md
  [[/[?&]EIO=\d/, /[?&]transport=/], /(?<=[?&]t=)[^&]+/g],
];

/** Returns whether a target has a time that keeps caches from answering, as engine.io's. */
export function avoidsCaches(target: string): boolean {
  return /[?&]EIO=\d/.test(target);
}

/**
 * Pins the time and signature of a URL that its client signed, like those of a signed header, and the time that keeps
 * caches from answering: each run has others.
 * @example
 * pinSignedUrl("/a?X-Amz-Date=20261122T164258Z&X-Amz-Signature=8b1a"); // "/a?X-Amz-Date=__redacted-parameter__&X-Amz-Signature=__redacted-parameter__"
 */
export function pinSignedUrl(target: string): string {
  if (!/sig|-Pair-Id=|AccessId=|AccessKeyId=|[?&]EIO=/i.test(target)) return target;
  const [, changing] = signed.find(([marks]) => marks.every((mark) => mark.test(target))) ?? [];
  return changing === undefined ? target : target.replace(changing, placeholderFor("parameter"));
}

// RFC 9421, section 2.3, and the draft that it replaced (Signing HTTP Messages, 12, section 2.1): what stays is whose key it is.
const signedAt = /[;,]?\s*\b(?:created|expires|nonce|signature)=(?:"[^"]*"|[\w.-]+)/gi;

function pinSignedHeaders(headers: HeaderList): HeaderList {
  const isPinned = headers.some(([name]) => name === "signature-input");
  return headers.flatMap((header): HeaderList => {
    const [name, value] = header;
    if (name === "signature" && isPinned) return [];
    const isSigned = name === "signature-input" || (name === "signature" && /\bkeyid=/i.test(value));
    return [isSigned ? [name, value.replace(signedAt, "")] : header];
  });
}

/** Does the same for a request that its client signed, in the URL, in a form or by HTTP message signatures. */
export function pinSigned(request: RecordedRequest): RecordedRequest {
  const target = pinSignedUrl(request.target);
  const headers = pinSignedHeaders(request.headers);
  const { body } = request;
  const isForm = body?.encoding === "utf8" && /^[\w.-]+=[^\s"<>{}]*$/.test(body.text);
  return {
    ...request,
    target,
    headers,
    body: isForm ? { ...body, text: pinSignedUrl(`?${body.text}`).slice(1) } : body,
  };
}

/**
 * Pins what changes between two recordings of the same answer: dates and the request id (in its form) get fixed values, and headers
 * that only describe one transfer go, of the request as well. Counters of a rate limit are pinned by the package that
 * knows how APIs tell them (`pinRateLimit` in `@tapedeck/rate-limit`).
 * @param recordedAt Time that the tape carries, in epoch seconds.
 * @example
 * pinNoise(exchange, pinnedMoment).response.headers; // […, ["date", "Thu, 01 Jan 2026 00:00:00 GMT"], …]
 */
export function pinNoise(exchange: Exchange, recordedAt: number): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: pinParts(
      pinSigned({
        ...request,
        headers: request.headers.filter(([name, value]) => !isTransientOfRequest(name, value)),
      }),
    ),
    response: {
      ...response,
      ...(response.trailers && { trailers: response.trailers.filter(isOfResponse) }),
      headers: response.headers
        .filter(isOfResponse)
        .map(([name, value]) => [name, pinned(name, value, response.headers, recordedAt)] as const),
    },
  };
}

/**
 * Returns whether a request field means the same as its absence: that any media type, or any language, is accepted (RFC
 * 9110, sections 12.5.1 and 12.5.4). `fetch`, curl and others send it with each request.
 * @example
 * takesAnything("accept", "*\/*"); // true
 */
export function takesAnything(name: string, value: string): boolean {
  return (name === "accept" && value === "*/*") || (name === "accept-language" && value === "*");
}

/**
 * Returns the headers to send a recorded request with again. The origin of a page is not kept; without one many a service
 * answers without CORS headers, and refuses a preflight.
 * @example
 * const request = { method: "GET", target: "/", principal: "anonymous", headers: [], body: null };
 * const response = { status: 200, headers: [["access-control-allow-origin", "*"]], body: null };
 * headersToSend({ request, response }); // { origin: "http://localhost" }
 */
export function headersToSend({ request, response }: Exchange): Record<string, string> {
  const headers = Object.fromEntries(request.headers);
  const allowed = headerOf(response.headers, "access-control-allow-origin");
  const isCrossOrigin = allowed !== null || headers["access-control-request-method"] !== undefined;
  return isCrossOrigin ? { ...headers, origin: allowed?.includes("://") ? allowed : "http://localhost" } : headers;
}

function isOfResponse([name]: HeaderList[number]): boolean {
  return !transientResponseHeaders.has(name) && !tracing.test(name);
}

/** Returns whether a request field tells no two requests of a program apart. */
export function isTransientOfRequest(name: string, value: string): boolean {
  // Browsers can send a WebSocket's credential nowhere else.
  if (name === "sec-websocket-protocol" && findPlaceholders(value).length > 0) return false;
  return (
    takesAnything(name, value) ||
    transientRequestHeaders.has(name) ||
    transientRequestFamilies.test(name) ||
    tracing.test(name) ||
    isRequestIdName(name)
  );
}

function pinned(name: string, value: string, headers: HeaderList, recordedAt: number): string {
  if (name === "date") return dateOf(recordedAt);
  if (name === "set-cookie") return pinnedCookie(value, headerOf(headers, "date"));
  if (name === "expires") return pinnedExpiry(value, headerOf(headers, "date"), recordedAt);
  return isRequestIdName(name) ? pinnedRequestId(value) : value;
}

const dateOf = rememberLast((seconds: number) => new Date(seconds * 1000).toUTCString());

const [firstMoment, lastMoment] = ["Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"];

// A cookie that stays valid does so in each replay, whatever the client's clock; one that is removed stays removed, though
// the service said "an hour ago".
function pinnedCookie(value: string, date: string | null): string {
  return value.replace(/(;\s*expires\s*=\s*)([^;]+)/i, (whole, name: string, moment: string) => {
    const validFor = Date.parse(moment) - Date.parse(date ?? "");
    if (Number.isNaN(validFor)) return whole;
    return name + (validFor > 0 ? lastMoment : firstMoment);
  });
}

// Seconds. A date further away is intended, as 1970, PHP's 1981 and nginx's 2037 are.
const longestExpiry = 5 * 365 * 86_400;

// At the same distance after the date. "0" and "-1", which mean "already expired", stay. Many servers write the date last:
// if a second began meanwhile, the distance is one short of a whole minute.
function pinnedExpiry(value: string, date: string | null, recordedAt: number): string {
  const seconds = (Date.parse(value) - Date.parse(date ?? "")) / 1000;
  const meant = (seconds + 1) % 60 === 0 ? seconds + 1 : seconds;
  return /^[A-Z]/.test(value) && Math.abs(seconds) < longestExpiry ? dateOf(recordedAt + meant) : value;
}

// OAuth 2.0 (RFC 6749, section 4.1.1; RFC 7636, section 4.3; RFC 9449, section 4.2), OpenID Connect, and common names.
const stateNames = /^(?:state|nonce|code_challenge|code_verifier|jti|_|(?:request|correlation|trace)[_-]?id)$/i;

/** Returns whether a name is one of a state: what a client makes up for one request or conversation. */
export function isStateName(name: string): boolean {
  return stateNames.test(name);
}
