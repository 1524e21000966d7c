import { memoize } from "../memoize.ts";

/** The validators of a cached copy. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/**
 * Returns whether the copy that a client holds is still good, so that a 304 is enough. `If-None-Match` is compared
 * weakly and may be a list or `*`; `If-Modified-Since` counts only without it.
 * @see RFC 9110, sections 13.1.2, 13.1.3 and 8.8.3.2
 * @example
 * isFresh('"a", W/"b"', undefined, { etag: '"b"', lastModified: null }); // true
 */
export function isFresh(
  ifNoneMatch: string | undefined,
  ifModifiedSince: string | undefined,
  { etag, lastModified }: Validators,
): boolean {
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch.trim() === "*") return true;
    return etag !== null && opaqueTags(ifNoneMatch).includes(opaqueTags(etag)[0] ?? etag);
  }
  if (ifModifiedSince === undefined || lastModified === null) return false;
  return moment(lastModified) <= moment(ifModifiedSince);
}

/**
 * Returns whether a range may be cut for a client that sent this `If-Range`: only from the exact bytes that it holds a
 * part of, so a weak validator is never enough.
 * @see RFC 9110, section 13.1.5
 */
export function mayCut(ifRange: string | undefined, { etag, lastModified }: Validators): boolean {
  return ifRange === undefined || (ifRange.startsWith('"') ? ifRange === etag : ifRange === lastModified);
}

// Date.parse() accepts nearly anything, so only HTTP dates are passed to it. The one form without a zone (asctime)
// means GMT; Date.parse() would take it for local time.
function moment(date: string): number {
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(date)) return Number.NaN;
  return Date.parse(date.endsWith(" GMT") ? date : `${date} GMT`);
}

// A client repeats its conditions.
const opaqueTags = memoize(64, (list: string): readonly string[] =>
  Array.from(list.matchAll(/"[^"]*"/g), ([tag]) => tag),
);

/** The bytes of a range, first and last inclusive; `unsatisfiable` if there are none. */
export type ByteRange = { readonly first: number; readonly last: number } | "unsatisfiable" | null;

/**
 * Parses a `Range` header that asks for one range of bytes; returns null for anything else, which gets the whole.
 * @param length Length of the whole, in bytes.
 * @see RFC 9110, section 14.1.2
 * @example
 * byteRange("bytes=-5", 100); // { first: 95, last: 99 }
 */
export function byteRange(range: string | undefined, length: number): ByteRange {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(range?.trim() ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  if (from === "") {
    const count = Math.min(Number(to), length);
    return count === 0 ? "unsatisfiable" : { first: length - count, last: length - 1 };
  }
  const first = Number(from);
  if (to !== "" && Number(to) < first) return null;
  return first >= length ? "unsatisfiable" : { first, last: Math.min(to === "" ? length - 1 : Number(to), length - 1) };
}
