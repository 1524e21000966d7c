import type { ToldValue } from "../scheme/scheme.ts";
import { dialects } from "./dialects.ts";

/** What a header tells, whichever dialect it is of, and of which policy where its name says so. */
export interface ToldHeader {
  readonly value: ToldValue;
  readonly policy: string | null;
}

// Beside the dialects: what clients read of services that tell when to come again in their own words.
const retryHeaders = ["retry-after", "retry-after-ms", "x-ratelimit-retry-after", "x-ratelimit-next"];

const longestName = 128;

const fixed = new Map<string, ToldHeader>(retryHeaders.map((name) => [name, { value: "retry", policy: null }]));
const templates: Array<readonly [before: string, after: string, value: ToldValue]> = [];
for (const { tell } of Object.values(dialects)) {
  for (const { header, value } of tell) {
    if (header === undefined) continue;
    const [before = "", after] = header.split("{policy}");
    if (after === undefined) fixed.set(header, { value, policy: null });
    else templates.push([before, after, value]);
  }
}

/**
 * Tells what a header tells of a rate limit; null for one that tells nothing of it.
 * @param name In lower case.
 * @example
 * toldHeader("x-ratelimit-reset-tokens"); // { value: "reset", policy: "tokens" }
 */
export function toldHeader(name: string): ToldHeader | null {
  const known = fixed.get(name);
  if (known !== undefined || name.length > longestName) return known ?? null;
  for (const [before, after, value] of templates) {
    if (name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after))
      return { value, policy: name.slice(before.length, name.length - after.length) };
  }
  return null;
}

const volatile: ReadonlySet<ToldValue> = new Set<ToldValue>(["remaining", "used", "reset", "ratio", "standings"]);

/**
 * Whether the value of a header counts, so that it differs between two recordings of the same answer.
 * @param name In any case.
 * @example
 * isCounter("RateLimit-Remaining"); // true
 */
export function isCounter(name: string): boolean {
  const told = toldHeader(name.toLowerCase());
  return told !== null && volatile.has(told.value);
}
