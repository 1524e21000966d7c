/** The bytes that a `Range` header selects, both ends included. */
type Picked =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

/**
 * Reads a `Range` header for a body of a length. Several ranges, or an invalid one, select the whole.
 * @example
 * pickRange("bytes=0-3", 10); // { kind: "part", first: 0, last: 3 }
 * pickRange("bytes=10-", 10); // { kind: "unsatisfiable" }
 */
export function pickRange(range: string | undefined, length: number): Picked {
  const [found, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/i.exec((range ?? "").trim()) ?? [];
  if (found === undefined || (from === "" && to === "")) return { kind: "whole" };
  if (from === "") {
    const count = Number(to);
    if (count === 0 || length === 0) return { kind: "unsatisfiable" };
    return { kind: "part", first: Math.max(0, length - count), last: length - 1 };
  }
  const first = Number(from);
  const last = to === "" ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== "" && Number(to) < first) return { kind: "whole" };
  return first < length ? { kind: "part", first, last } : { kind: "unsatisfiable" };
}
