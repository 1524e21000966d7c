import type { Exchange } from "../exchange.ts";
import { headerList, headerOf } from "./headers.ts";

/**
 * Adds the time of arrival to an answer that says when it or a cookie expires, and not when it was sent: without it, a
 * cookie that is valid now would be stored as one that has expired by the time of a replay.
 * @param arrived Epoch seconds; NaN if it is not known.
 * @see RFC 9110, section 6.6.1
 * @example
 * withArrivalDate(exchange, 1_767_225_600).response.headers; // […, ["date", "Thu, 01 Jan 2026 00:00:00 GMT"], …]
 */
export function withArrivalDate(exchange: Exchange, arrived: number): Exchange {
  const { headers } = exchange.response;
  const expires = headers.some(
    ([name, value]) => name === "expires" || (name === "set-cookie" && /;\s*expires\s*=/i.test(value)),
  );
  if (!expires || Number.isNaN(arrived) || headerOf(headers, "date") !== null) return exchange;
  const date = new Date(arrived * 1000).toUTCString();
  return { ...exchange, response: { ...exchange.response, headers: headerList([...headers, ["date", date]]) } };
}
