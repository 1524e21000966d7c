/** What a cached copy is compared with. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/**
 * Whether the copy that a client holds is still good, so that a 304 will do. `If-None-Match` is compared weakly and may
 * be a list or `*`; `If-Modified-Since` counts only without it.
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
  const since = Date.parse(ifModifiedSince);
  return !Number.isNaN(since) && Date.parse(lastModified) <= since;
}

function opaqueTags(list: string): string[] {
  return Array.from(list.matchAll(/"[^"]*"/g), ([tag]) => tag);
}
