import type { HeaderList } from "@tapedeck/tape";
import type { ResponseDraft } from "./http/response-draft.ts";
import { type Profile, vendorTitle } from "./profile.ts";
import { cities } from "./route.ts";

const encoder = new TextEncoder();

const usualHeaders = "Accept, Authorization, Content-Type, If-None-Match, If-Modified-Since, Range";

const methods = "GET, HEAD, OPTIONS";

/** The headers that other origins' scripts may read: service-api, section 4.1. */
function exposed(vendor: string): string {
  const word = vendorTitle(vendor);
  return `ETag, Link, Location, Retry-After, X-${word}-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, X-${word}-Media-Type, Deprecation, Sunset`;
}

/** The headers of every answer that no tape gives: service-api, section 4.1. */
function commonHeaders(profile: Profile): HeaderList {
  return [
    ["access-control-allow-origin", "*"],
    ["access-control-expose-headers", exposed(profile.vendor)],
    ["content-security-policy", "default-src 'none'"],
    ["referrer-policy", "origin-when-cross-origin, strict-origin-when-cross-origin"],
    ["server", `${profile.vendor}.example`],
    ["strict-transport-security", "max-age=31536000; includeSubdomains; preload"],
    ["vary", "Accept, Accept-Encoding, X-Requested-With"],
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "deny"],
    [`x-${profile.vendor}-media-type`, `${profile.vendor}.v3; format=json`],
    ["x-xss-protection", "1; mode=block"],
  ];
}

/**
 * An error as the API words it: a JSON object with a message and where to read on.
 * @see beyond-the-spec, "Errors"
 */
function errorDraft(profile: Profile, status: number, message: string, anchor = ""): ResponseDraft {
  return jsonResponse(profile, status, { message, documentation_url: `${profile.documentationUrl}${anchor}` });
}

/** 401: an operation that needs a credential was asked without one. */
export function authenticationRequired(profile: Profile): ResponseDraft {
  return errorDraft(profile, 401, "Requires authentication");
}

/** 401: the credential is malformed, or none that the replay knows. */
export function badCredentials(profile: Profile): ResponseDraft {
  return errorDraft(profile, 401, "Bad credentials");
}

/** 404: what a miss becomes where the profile says so. */
export function notFound(profile: Profile): ResponseDraft {
  return errorDraft(profile, 404, "Not Found");
}

/** 405: the API is read-only. */
export function methodNotAllowed(profile: Profile): ResponseDraft {
  const draft = errorDraft(profile, 405, "Method Not Allowed");
  return { ...draft, headers: [["allow", methods], ...draft.headers] };
}

/**
 * 403 (or 429): the limit is used up.
 * @param who What the message names: an account, or an address.
 * @param wait Seconds to the end of the window, told only where the profile tells it.
 */
export function limitExceeded(profile: Profile, who: string, wait: number): ResponseDraft {
  const { status, retryAfter } = profile.refusal;
  const draft = errorDraft(profile, status, `API rate limit exceeded for ${who}.`, "#rate-limiting");
  return retryAfter ? { ...draft, headers: [...draft.headers, ["retry-after", String(wait)]] } : draft;
}

/**
 * 403 (or 429): asked too fast, whatever is left of the hour's limit.
 * @param wait Seconds until one may go on, told only where the profile tells it.
 * @see beyond-the-spec, "Errors", the row "secondary limit"
 */
export function secondaryLimitExceeded(profile: Profile, wait: number): ResponseDraft {
  const { status = 403, retryAfter = false } = profile.secondaryLimit ?? {};
  const message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
  const draft = errorDraft(profile, status, message, "#about-secondary-rate-limits");
  return retryAfter ? { ...draft, headers: [...draft.headers, ["retry-after", String(wait)]] } : draft;
}

/** 416: a range beyond the end. */
export function rangeNotSatisfiable(profile: Profile, length: number): ResponseDraft {
  const draft = errorDraft(profile, 416, "Range Not Satisfiable");
  return { ...draft, headers: [["content-range", `bytes */${length}`], ...draft.headers] };
}

/** 404 of the city counts: the message names the cities there are. It has none of the other API's headers. */
export function unknownCity(city: string): ResponseDraft {
  return {
    status: 404,
    headers: [["content-type", "application/json; charset=utf-8"]],
    body: encoder.encode(JSON.stringify({ message: `Unknown city ${city}: one of ${cities.join(", ")}` })),
  };
}

/**
 * 204: what a browser asks before it asks across origins.
 * @param wanted The headers that its script wants to send; all are let through.
 * @see Fetch standard, "CORS-preflight request"
 */
export function preflight(profile: Profile, wanted: string = usualHeaders): ResponseDraft {
  return {
    status: 204,
    headers: [
      ["access-control-allow-headers", wanted],
      ["access-control-allow-methods", methods],
      ["access-control-max-age", "86400"],
      ["allow", methods],
      ...commonHeaders(profile),
    ],
    body: null,
  };
}

/** The headers of a JSON answer that no tape gives. */
export function jsonHeaders(profile: Profile): HeaderList {
  return [["content-type", "application/json; charset=utf-8"], ...commonHeaders(profile)];
}

/** A JSON answer that no tape gives. */
export function jsonResponse(profile: Profile, status: number, value: unknown): ResponseDraft {
  return {
    status,
    headers: jsonHeaders(profile),
    body: encoder.encode(JSON.stringify(value)),
  };
}
