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
