import { isToken } from "@tapedeck/tape/internal";
import { memoize } from "../memoize.ts";

/**
 * Returns whether a header can have this name.
 * @see RFC 9110, section 5.1
 */
export const isHeaderName: (name: string) => boolean = memoize(1024, isToken);

/**
 * Returns whether a header can have this value, one character for each byte.
 * @see RFC 9110, section 5.5
 */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
