import { isCodedByName } from "../body/content-coding.ts";
import type { Body, HeaderList } from "../exchange.ts";

/**
 * Sorts header fields: names in lower case, in alphabetical order; repeated fields keep their order.
 * @example
 * headerList([["ETag", 'W/"1"'], ["Date", "…"]]); // [["date", "…"], ["etag", 'W/"1"']]
 */
export function headerList(headers: Iterable<readonly [name: string, value: string]>): HeaderList {
  // An exchange is sorted ten times on its way into a recording, mostly as it is.
  const list: Array<HeaderList[number]> = [];
  let isSorted = true;
  let last = "";
  for (const [spelled, value] of headers) {
    const name = spelled.toLowerCase();
    isSorted &&= name >= last;
    last = name;
    list.push([name, value]);
  }
  return isSorted ? list : list.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/**
 * Pairs the names and values that Node lists alternately as `rawHeaders`, in order, as they were spelled.
 * @example
 * rawFields(["ETag", '"1"']); // [["ETag", '"1"']]
 */
export function rawFields(rawHeaders: readonly string[]): HeaderList {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""] as const] : []));
}

/**
 * Returns the value of a header field, with repeated fields joined as one list; null if there is none.
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

/** Returns whether a message declares its body as text. */
export function saysText(headers: HeaderList): boolean {
  return /^text\/|json|xml|javascript|urlencoded/i.test(headerOf(headers, "content-type") ?? "");
}

/**
 * Returns whether a message declares its body as bytes. Such a body may be all text and still count its own bytes, so
 * nothing in it is replaced.
 */
export function saysBytes(headers: HeaderList): boolean {
  return !saysText(headers) && bytesTypes.test(headerOf(headers, "content-type") ?? "");
}

const bytesTypes =
  /^(?:application\/(?:octet-stream|(?:[\w.-]+[.+-])?(?:protobuf|proto|grpc|msgpack|cbor|avro|thrift|parquet|eventstream|zip|gzip|tar|git-[\w-]+)\b|pdf|wasm|bson)|binary\/|audio\/(?!.*mpegurl)|font\/|image\/|video\/)/i;

const unreadTypes = /(?:^|[/.+-])(?:protobuf|proto|grpc|msgpack|cbor|avro|thrift|bson)\b/i;

/** Returns the type or coding of a message in which no secret is recognized by its name, such as `application/grpc-web+proto`; else null. */
export function unreadType({
  headers,
  body,
}: {
  readonly headers: HeaderList;
  readonly body: Body | null;
}): string | null {
  const coding = headerOf(headers, "content-encoding");
  const isText = body === null || body.encoding === "utf8" || (body.encoding === "file" && body.isText);
  if (coding !== null && isCodedByName(coding) && !isText) return `the coding ${coding.trim()}`;
  const protocol = headerOf(headers, "sec-websocket-protocol") ?? "";
  if (/^mqtt/i.test(protocol)) return protocol;
  const [type = ""] = (headerOf(headers, "content-type") ?? "").split(";");
  return unreadTypes.test(type) ? type.trim() : null;
}

/**
 * Returns whether a text can be the name of a field, or a method.
 * @see RFC 9110, section 5.6.2
 */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/**
 * What no value of a field can have, and so no message with it.
 * @see RFC 9110, section 5.5
 */
export const fieldControl: RegExp = /[^\t -~\x80-\u{10ffff}]/u;

/** Names a character that is no text: `a control character (U+007F)`. */
export function controlNamed(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `a control character (U+${code})`;
}

/** Returns the value of a cookie in a `cookie` field; null if it is not there. */
export function cookieIn(field: string, name: string): string | null {
  for (const [each, value] of cookiesIn(field)) if (each === name) return value;
  return null;
}

/** Returns the cookies in a `cookie` field. */
export function* cookiesIn(field: string): Iterable<readonly [name: string, value: string]> {
  for (const cookie of field.split(";")) {
    const at = cookie.indexOf("=");
    if (at > 0) yield [cookie.slice(0, at).trim(), cookie.slice(at + 1).trim()];
  }
}

/**
 * Returns a field's value as the bytes that are sent, one character for each. Values off the wire are such already; one
 * with characters beyond U+00FF comes from a file, and is sent as UTF-8, as servers do.
 * @see RFC 9110, section 5.5
 * @example
 * byteString('filename="ключ.txt"'); // 'filename="ÐºÐ»ÑÑ.txt"', of which some are control characters
 */
export function byteString(value: string): string {
  if (!/[^\0-\xff]/.test(value)) return value;
  return Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join("");
}

/**
 * Fields that describe one connection or one transfer, not the message. A recording does not store them and a replay
 * does not send them: that connection is gone.
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
