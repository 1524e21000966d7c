import type { ReferenceCaller } from "../rules/caller.ts";
import type { Vendor } from "../rules/vendor.ts";

/** Headers by lower-case name, in the order in which they are sent. */
export type Headers = Readonly<Record<string, string>>;

/** The methods of the API, for `allow`. */
export const allowedMethods = "GET, HEAD, OPTIONS";

/** Returns the headers that scripts of other origins may read. */
function exposed({ title }: Vendor): string {
  return [
    "ETag, Link, Location, Retry-After",
    `X-${title}-OTP`,
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Reset",
    "X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval",
    `X-${title}-Media-Type`,
    "Deprecation, Sunset",
  ].join(", ");
}

/** Returns the headers of every answer. */
export function constantHeaders(vendor: Vendor): Headers {
  return {
    server: "stand-in",
    vary: "Accept, Accept-Encoding, X-Requested-With",
    [`x-${vendor.word}-media-type`]: `${vendor.word}.v3; format=json`,
    "access-control-expose-headers": exposed(vendor),
    "access-control-allow-origin": "*",
    "strict-transport-security": "max-age=31536000; includeSubdomains; preload",
    "x-frame-options": "deny",
    "x-content-type-options": "nosniff",
    "x-xss-protection": "1; mode=block",
    "referrer-policy": "origin-when-cross-origin, strict-origin-when-cross-origin",
    "content-security-policy": "default-src 'none'",
  };
}

/** Returns the further headers of the answer to a preflight. */
export function preflightHeaders(): Headers {
  return {
    "access-control-allow-headers":
      "Authorization, Content-Type, If-Modified-Since, If-None-Match, Range, X-Requested-With",
    "access-control-allow-methods": allowedMethods,
    "access-control-max-age": "86400",
  };
}

/** Returns `cache-control`. */
export function cacheControl(caller: ReferenceCaller, vendor: Vendor): string {
  const kept = vendor.privateCache && caller.credential === "valid" ? "private" : "public";
  return `${kept}, max-age=60, s-maxage=60`;
}
