/** Which part of a list is meant, counted from 1. */
export interface Page {
  readonly number: number;
  readonly size: number;
}

/** Items on a page where a request does not say. */
export const usualSize = 30;

/** As many items as a page may have. */
const largestSize = 100;

/**
 * The page that parameters ask for: `page` from 1, `per_page` from 1 to 100; what is no whole number is not heard.
 * @see beyond-the-spec, "Pagination"
 * @example
 * pageIn(new Map([["per_page", "500"]])); // { number: 1, size: 100 }
 */
export function pageIn(parameters: ReadonlyMap<string, string> | URLSearchParams): Page {
  return {
    number: Math.max(1, wholeNumber(parameters.get("page")) ?? 1),
    size: Math.min(largestSize, Math.max(1, wholeNumber(parameters.get("per_page")) ?? usualSize)),
  };
}

/**
 * The `Link` header of a page, in the live service's order; null where there is one page alone. Behind the end, the
 * page before is the last there is.
 * @param url Scheme, host, port and path of the list.
 * @param asked The parameters that the caller sent; they are kept.
 * @param length Items in the whole list.
 * @see RFC 8288; beyond-the-spec, "Pagination"
 * @example
 * linkOf("http://localhost/user/repos", new URLSearchParams(), { number: 1, size: 30 }, 36);
 * // '<http://localhost/user/repos?page=2>; rel="next", <http://localhost/user/repos?page=2>; rel="last"'
 */
export function linkOf(url: string, asked: URLSearchParams, { number, size }: Page, length: number): string | null {
  const last = Math.ceil(length / size);
  if (last <= 1) return null;
  const to = (page: number, rel: string): string => {
    const query = new URLSearchParams(asked);
    query.set("page", String(page));
    return `<${url}?${query}>; rel="${rel}"`;
  };
  const before = number > 1 ? [to(Math.min(number - 1, last), "prev")] : [];
  const after = number < last ? [to(number + 1, "next"), to(last, "last")] : [];
  const first = number > 1 ? [to(1, "first")] : [];
  return [...before, ...after, ...first].join(", ");
}

function wholeNumber(text: string | null | undefined): number | null {
  return text && /^-?\d+$/.test(text) ? Number(text) : null;
}
