import { bodyOf, type Exchange, type HeaderList, normalize, pinnedMoment } from "@tapedeck/tape";

/** What of an exchange is not as usual: GET, nobody in particular, 200, without a body. */
export interface Recorded {
  readonly as?: string;
  readonly method?: string;
  readonly asked?: HeaderList;
  readonly status?: number;
  /** These stand in for the usual ones of the same name. */
  readonly headers?: HeaderList;
  /** Text and bytes as they are, anything else as JSON. */
  readonly body?: unknown;
}

// Contract 4.1, in the vendor's word "service"; the live ones among them are pinned as a recording has them.
const apiHeaders: HeaderList = [
  ["accept-ranges", "bytes"],
  ["access-control-allow-origin", "*"],
  [
    "access-control-expose-headers",
    "ETag, Link, Location, Retry-After, X-Service-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, X-Service-Media-Type, Deprecation, Sunset",
  ],
  ["cache-control", "public, max-age=60, s-maxage=60"],
  ["content-security-policy", "default-src 'none'"],
  ["content-type", "application/json; charset=utf-8"],
  ["date", "Sun, 01 Mar 2026 10:00:00 GMT"],
  ["referrer-policy", "origin-when-cross-origin, strict-origin-when-cross-origin"],
  ["server", "service.example"],
  ["strict-transport-security", "max-age=31536000; includeSubdomains; preload"],
  ["vary", "Accept, Accept-Encoding"],
  ["vary", "X-Requested-With"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "deny"],
  ["x-service-media-type", "service.v3; format=json"],
  ["x-service-request-id", "1A2B:3C4D5E:0000001:0000002:69A40FA0"],
  ["x-xss-protection", "1; mode=block"],
];

// A message without a body has nothing to say about one.
const contentHeaders: readonly string[] = ["accept-ranges", "content-type"];

/**
 * An exchange of interface A, as a recording of it reads.
 * @example
 * recorded("/users/nobody", { status: 404, body: { message: "Not Found" } });
 */
export function recorded(
  target: string,
  { as = "anonymous", method = "GET", asked = [], status = 200, headers = [], body }: Recorded,
): Exchange {
  const limit = as === "anonymous" ? 60 : 5000;
  const used = status === 403 ? limit : 7;
  const counters: HeaderList = [
    ["x-ratelimit-limit", String(limit)],
    ["x-ratelimit-remaining", String(limit - used)],
    ["x-ratelimit-reset", String(pinnedMoment + 1200)],
    ["x-ratelimit-used", String(used)],
  ];
  const empty = status === 204 || status === 304;
  const without = new Set([...headers.map(([name]) => name), ...(empty ? contentHeaders : [])]);
  const exchange: Exchange = {
    request: { method, target, principal: as, headers: asked, body: null },
    response: {
      status,
      headers: [...apiHeaders.filter(([name]) => !without.has(name)), ...counters, ...headers],
      body: bodyFrom(body),
    },
  };
  return normalize(exchange, pinnedMoment);
}

/** Text and bytes as a body as they are, anything else as JSON; nothing as no body. */
export function bodyFrom(value: unknown): Exchange["response"]["body"] {
  if (value === undefined) return null;
  if (value instanceof Uint8Array) return bodyOf(value);
  return bodyOf(new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)));
}
