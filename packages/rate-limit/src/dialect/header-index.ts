import type { ToldValue } from "../generated/scheme.ts";
import { memoizeShort } from "../limiter/memoize.ts";
import { dialects } from "./dialects.ts";
import { valueNamed } from "./header-words.ts";
import type { MomentForm } from "./moment.ts";

/** The value that a header tells, in any dialect, and its policy if its name says so. */
export interface ToldHeader {
  readonly value: ToldValue | "window";
  readonly policy: string | null;
  /** The unit of a plain number in seconds, if the name says so. */
  readonly unit?: number | null;
  /** Whether it is a share of the limit, in percent. */
  readonly isShare?: boolean;
}

/** Headers that tell when to retry, the most reliable first, and the form of a plain number in each if it is known. */
export const retryHeaders: Readonly<Record<string, MomentForm | undefined>> = {
  "retry-after-ms": "delta-ms",
  // However large.
  "retry-after": "delta",
  "x-ratelimit-retry-after": undefined,
  // Bucket4j's example for servlets, and OpenSky
  "x-rate-limit-retry-after-seconds": "delta",
  "x-ratelimit-next": undefined,
};

// What these tell as JSON, or as a ratio, is used within so many seconds:
// https://developers.facebook.com/docs/graph-api/overview/rate-limiting (a rolling hour; a day for pages),
// https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/headers_api_usage.htm (a rolling day).
/** Seconds of the window in which headers of several values tell the use. */
export const usageSeconds: Readonly<Record<string, number>> = {
  ...{ "x-app-usage": 3600, "x-business-use-case-usage": 3600, "x-ad-account-usage": 3600 },
  ...{ "x-page-usage": 86_400, "sforce-limit-info": 86_400 },
};

const longestName = 128;

const fixed = new Map<string, ToldHeader>(
  Object.keys(retryHeaders).map((name) => [name, { value: "retry", policy: null }]),
);
for (const name of Object.keys(usageSeconds)) fixed.set(name, { value: "template", policy: null });
const templates: Array<readonly [before: string, after: string, value: ToldValue]> = [];
for (const { tell } of Object.values(dialects)) {
  for (const { header, value, form, policy = null } of tell) {
    // composite.ts reads headers of several values, by the words of their names if these say which.
    if (header === undefined || (value === "template" && valueNamed(header) !== null)) continue;
    const [before = "", after] = header.split("{policy}");
    if (after === undefined) fixed.set(header, { value, policy, ...(form === "delta-ms" && { unit: 1e-3 }) });
    else templates.push([before, after, value]);
  }
}

/**
 * Returns what a header tells of a rate limit: by the table of dialects, else by the words of its name; null if it
 * tells nothing of it.
 * @param name In lower case.
 * @example
 * toldHeader("x-ratelimit-reset-tokens"); // { value: "reset", policy: "tokens" }
 */
export function toldHeader(name: string): ToldHeader | null {
  return name.length > longestName ? null : known(name);
}

const known = memoizeShort((name: string): ToldHeader | null => {
  const own = fixed.get(name);
  if (own !== undefined) return own;
  const named = valueNamed(name);
  for (const [before, after, value] of templates) {
    if (name.length <= before.length + after.length || !name.startsWith(before) || !name.endsWith(after)) continue;
    const policy = name.slice(before.length, name.length - after.length);
    // A vendor's word is not part of the policy's name.
    if (named?.value === value && named.policy?.endsWith(policy)) return { value, policy };
  }
  return named;
});

const volatile: ReadonlySet<ToldHeader["value"]> = new Set<ToldHeader["value"]>([
  "remaining",
  "used",
  "reset",
  "standings",
  "template",
]);

/**
 * Returns whether a header is a counter, which differs between two recordings of the same answer.
 * @param name In any case.
 * @example
 * isCounter("RateLimit-Remaining"); // true
 */
export function isCounter(name: string): boolean {
  const told = toldHeader(name.toLowerCase());
  return told !== null && volatile.has(told.value);
}
