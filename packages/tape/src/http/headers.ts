import type { HeaderList } from "../exchange.ts";

/**
 * Puts header fields into their one order: names in lower case, sorted; a repeated name keeps its own order.
 * @example
 * headerList([["ETag", 'W/"1"'], ["Date", "…"]]); // [["date", "…"], ["etag", 'W/"1"']]
 */
export function headerList(headers: Iterable<readonly [name: string, value: string]>): HeaderList {
  return Array.from(headers, ([name, value]) => [name.toLowerCase(), value] as const).sort(([a], [b]) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
}

/**
 * Pairs the names and values that Node lists one after the other as `rawHeaders`, in their order, as they were spelled.
 * @example
 * rawFields(["ETag", '"1"']); // [["ETag", '"1"']]
 */
export function rawFields(rawHeaders: readonly string[]): HeaderList {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""] as const] : []));
}

/**
 * The value of a header field, repeated fields joined as one list; null where there is none.
 * @see RFC 9110, section 5.3
 * @example
 * headerOf([["vary", "Accept"], ["vary", "Origin"]], "vary"); // "Accept, Origin"
 */
export function headerOf(headers: HeaderList, name: string): string | null {
  let found: string | null = null;
  for (const [candidate, value] of headers) {
    if (candidate === name) found = found === null ? value : `${found}, ${value}`;
  }
  return found;
}

/** Whether a message says of its body that it is a text. */
export function saysText(headers: HeaderList): boolean {
  return /^text\/|json|xml|javascript|urlencoded/i.test(headerOf(headers, "content-type") ?? "");
}

/**
 * Whether a text can be the name of a field, or a method.
 * @see RFC 9110, section 5.6.2
 */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** The value of a cookie that a `cookie` field names; null where it names none. */
export function cookieIn(field: string, name: string): string | null {
  for (const cookie of field.split(";")) {
    const at = cookie.indexOf("=");
    if (at > 0 && cookie.slice(0, at).trim() === name) return cookie.slice(at + 1).trim();
  }
  return null;
}

/**
 * A field's value as the bytes that are sent, one character each. Values off the wire are that already; one with
 * characters beyond U+00FF comes from a file, and goes out as the UTF-8 that servers send.
 * @see RFC 9110, section 5.5
 * @example
 * byteString('filename="ключ.txt"'); // 'filename="ÐºÐ»ÑÑ.txt"', of which some are control characters
 */
export function byteString(value: string): string {
  if (!/[^\0-\xff]/.test(value)) return value;
  return Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join("");
}

/**
 * Fields that describe how a body was encoded. Bodies are kept and handed on decoded: sent with these as they stand, they
 * make every client unzip plain text.
 */
export const ofEncodedBody: ReadonlySet<string> = new Set(["content-encoding", "content-length"]);

/**
 * Fields that describe one connection or one transfer and not the message. A recording does not keep them and a
 * replay does not send them: both would speak of a connection that is gone.
 * @see RFC 9110, section 7.6.1
 */
export const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
