/** Headers in any client's form: pairs (`Headers`, a list, a map). */
export type AnyHeaders = Iterable<readonly [name: string, value: string]>;

/** A response, as far as its rate limit is concerned. */
export interface AnyResponse {
  readonly status: number;
  readonly headers: AnyHeaders;
  /** The decoded body, if available: text, or text with its encoding; only `utf8` is read. */
  readonly body?: string | { readonly encoding: string; readonly text?: string | undefined } | null;
}

/** Returns the text of a body; "" for none. */
export function bodyText({ body }: AnyResponse): string {
  if (typeof body === "string") return body;
  return body?.encoding === "utf8" ? (body.text ?? "") : "";
}

/** A response with more headers is not read: no server that advertises a limit sends as many. */
export const mostHeaders = 1000;
const longestValue = 8192;

/** Returns the headers of a response by lower-case name, repeated ones joined as in RFC 9110, section 5.3. */
export function headerMap(response: AnyResponse): ReadonlyMap<string, string> {
  const headers = response?.headers;
  if (typeof headers?.[Symbol.iterator] !== "function")
    throw new RangeError(
      "Cannot read rate limits: the response has no list of headers; give { status, headers, body }",
    );
  const map = new Map<string, string>();
  let count = 0;
  for (const [name, value] of headers) {
    if (++count > mostHeaders) break;
    if (typeof value !== "string" || value.length > longestValue || name.length > longestValue) continue;
    const lower = name.toLowerCase();
    const before = map.get(lower);
    if (before === undefined) map.set(lower, value.trim());
    else if (before.length + value.length <= longestValue) map.set(lower, `${before}, ${value.trim()}`);
  }
  return map;
}
