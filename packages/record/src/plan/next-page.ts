import { type Exchange, headerOf } from "@tapedeck/tape";
import { linksIn } from "@tapedeck/tape/internal";

/**
 * Returns the target of the next page, by the `Link` header; null on the last one. A relative link becomes a path.
 * @see RFC 8288, section 3
 * @example
 * nextPage(exchange); // "https://api.service.example/user/1/repos?page=2"
 */
export function nextPage({ request, response }: Exchange): string | null {
  const next = linksIn(headerOf(response.headers, "link")).find(({ rel }) => rel === "next");
  return next === undefined ? null : absolute(next.url, request.target);
}

function absolute(url: string, target: string): string {
  if (URL.canParse(url)) return url;
  const { pathname, search } = new URL(url, new URL(target, "http://localhost"));
  return pathname + search;
}
