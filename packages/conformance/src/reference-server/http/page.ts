/** A page of a list. */
interface Page {
  readonly number: number;
  readonly size: number;
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : otherwise;
}

/**
 * Reads `page` and `per_page`; of a repeated parameter the last counts.
 * @example
 * pageAsked(new URLSearchParams("page=2&per_page=500")); // { number: 2, size: 100 }
 */
export function pageAsked(query: URLSearchParams): Page {
  return {
    number: Math.max(1, wholeNumber(query.getAll("page").at(-1), 1)),
    size: Math.min(100, Math.max(1, wholeNumber(query.getAll("per_page").at(-1), 30))),
  };
}

/**
 * Returns a page of a whole list.
 * @example
 * cut(["a", "b", "c"], { number: 2, size: 2 }); // ["c"]
 */
export function cut<Item>(list: readonly Item[], page: Page): readonly Item[] {
  return list.slice((page.number - 1) * page.size, page.number * page.size);
}

/**
 * Writes the `Link` header of a page; returns null if there is only one page. Beyond the end, the previous page is the
 * last one.
 * @example
 * linkTo("https://api.example/user/repos", new URLSearchParams(), { number: 1, size: 30 }, 36);
 * // '<https://api.example/user/repos?page=2>; rel="next", <https://api.example/user/repos?page=2>; rel="last"'
 */
export function linkTo(url: string, query: URLSearchParams, page: Page, length: number): string | null {
  const last = Math.ceil(length / page.size);
  if (last <= 1) return null;
  const to = (number: number, rel: string): string => {
    const asked = new URLSearchParams(query);
    asked.set("page", String(number));
    return `<${url}?${asked}>; rel="${rel}"`;
  };
  const back = to(Math.min(page.number - 1, last), "prev");
  const onward = [to(page.number + 1, "next"), to(last, "last")];
  if (page.number === 1) return onward.join(", ");
  if (page.number < last) return [back, ...onward, to(1, "first")].join(", ");
  return [back, to(1, "first")].join(", ");
}
