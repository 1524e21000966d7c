import { ExactParameters } from "@tapedeck/tape/internal";
import type { Paging } from "../api.ts";

/** The requested part of a list, counted from 1. */
export interface Page {
  readonly number: number;
  readonly size: number;
}

/**
 * Reads the page that parameters ask for: pages count from 1, sizes from 1 to the maximum; values that are not whole
 * numbers are ignored. Of a repeated parameter the last one counts.
 * @example
 * const paging = { style: "page", page: "page", size: "per_page", default: 30, max: 100 };
 * pageIn(new URLSearchParams("per_page=500"), paging); // { number: 1, size: 100 }
 */
export function pageIn(parameters: URLSearchParams, paging: Paging): Page {
  return {
    number: Math.max(1, wholeNumber(parameters.getAll(paging.page).at(-1)) ?? 1),
    size: Math.min(paging.max, Math.max(1, wholeNumber(parameters.getAll(paging.size).at(-1)) ?? paging.default)),
  };
}

/**
 * Returns the `Link` header of a page; null if there is only one page. Behind the end, the previous page is the last
 * one.
 * @param url Scheme, host, port and path of the list.
 * @param asked The parameters that the caller sent, which are kept.
 * @param length Items in the whole list.
 * @param parameter The parameter that counts pages.
 * @see RFC 8288
 * @example
 * linkOf("http://localhost/user/repos", new URLSearchParams(), { number: 1, size: 30 }, 36, "page");
 * // '<http://localhost/user/repos?page=2>; rel="next", <http://localhost/user/repos?page=2>; rel="last"'
 */
export function linkOf(
  url: string,
  asked: URLSearchParams,
  { number, size }: Page,
  length: number,
  parameter: string,
): string | null {
  const last = Math.ceil(length / size);
  if (last <= 1) return null;
  const to = (page: number, rel: string): string => {
    const query = new ExactParameters(asked.toString());
    query.set(parameter, String(page));
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
