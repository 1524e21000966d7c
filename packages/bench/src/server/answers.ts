import type { HeaderList, Tape } from "@tapedeck/tape";

// The answers of every compared server: a number of resources of 5.5 KB, with the headers of a large API.
const origin = "http://api.service.example";

/** Returns the path of a resource. */
export function pathOf(at: number): string {
  return `/users/user-${at}`;
}

/** Returns the body of a resource. */
export function bodyOf(at: number): string {
  return JSON.stringify({ login: `user-${at}`, text: "x".repeat(5500) });
}

export const headers: HeaderList = [
  ["accept-ranges", "bytes"],
  ["access-control-allow-origin", "*"],
  ["access-control-expose-headers", "ETag, Link, Location, Retry-After"],
  ["cache-control", "public, max-age=60, s-maxage=60"],
  ["content-security-policy", "default-src 'none'"],
  ["content-type", "application/json; charset=utf-8"],
  ["etag", '"0123456789abcdef0123456789abcdef"'],
  ["last-modified", "Thu, 01 Jan 2026 00:00:00 GMT"],
  ["referrer-policy", "origin-when-cross-origin, strict-origin-when-cross-origin"],
  ["server", "service.example"],
  ["strict-transport-security", "max-age=31536000; includeSubdomains; preload"],
  ["vary", "Accept, Authorization, Cookie"],
  ["x-accepted-permissions", "metadata=read"],
  ["x-api-version-selected", "2022-11-28"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "deny"],
  ["x-service-media-type", "service.v3; format=json"],
  ["x-xss-protection", "0"],
];

/** Headers that tapedeck generates for each answer; servers without limits send these. */
export const live: HeaderList = [
  ["date", "Thu, 01 Jan 2026 00:00:00 GMT"],
  ["x-ratelimit-limit", "1000000000"],
  ["x-ratelimit-remaining", "999999999"],
  ["x-ratelimit-reset", "1767229200"],
  ["x-ratelimit-used", "1"],
  ["x-service-request-id", "0000:000000:0000000:0000000:00000000"],
];

/** A credential that tapedeck knows; other servers ignore it. */
export const token = "0123456789abcdef0123";

/**
 * The headers of requests, a quarter of them each: none, a known credential, a condition, or both. The condition never
 * matches, so that every server sends the same bytes: a 304 would save them.
 */
export const asked: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  { "if-none-match": '"of-yesterday"' },
].flatMap((condition) => [condition, { ...condition, authorization: `Bearer ${token}` }]);

/** Makes a tape with a number of resources, beginning with one of them. */
export function tapeOf(resources: number, from = 0): Tape {
  return {
    name: `users-${from}`,
    origin,
    recordedAt: 1_767_225_600,
    exchanges: Array.from({ length: resources }, (_, nth) => ({
      request: { method: "GET", target: pathOf(from + nth), principal: "anonymous", headers: [], body: null },
      response: { status: 200, headers, body: { encoding: "utf8", text: bodyOf(from + nth) } },
    })),
  };
}
