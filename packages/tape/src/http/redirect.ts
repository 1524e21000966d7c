import type { RecordedResponse } from "../exchange.ts";
import { headerOf } from "./headers.ts";

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Returns the origin that an answer redirects to, if it is another than that of the request; else null.
 * @param base Base URL of the request.
 * @see RFC 9110, section 15.4
 * @example
 * redirectedTo({ status: 302, headers: [["location", "https://objects.example/1"]] }, "https://api.example"); // "https://objects.example"
 */
export function redirectedTo(
  { status, headers }: Pick<RecordedResponse, "status" | "headers">,
  base: string,
): string | null {
  if (!redirects.has(status)) return null;
  const url = URL.parse(headerOf(headers, "location") ?? "", base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.origin === new URL(base).origin) return null;
  return url.origin;
}
