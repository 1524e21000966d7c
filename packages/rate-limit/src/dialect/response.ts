/** Headers as any client holds them: pairs (`Headers`, a list, a map). */
export type AnyHeaders = Iterable<readonly [name: string, value: string]>;

/** A response, as far as a rate limit can be read out of it. */
export interface AnyResponse {
  readonly status: number;
  readonly headers: AnyHeaders;
  /** The decoded body, where it is at hand: a text, or one with how it is encoded; none is read but `utf8`. */
  readonly body?: string | { readonly encoding: string; readonly text?: string | undefined } | null;
}

/** The text of a body; empty where there is none. */
export function bodyText({ body }: AnyResponse): string {
  if (typeof body === "string") return body;
  return body?.encoding === "utf8" ? (body.text ?? "") : "";
}

/** Beyond so many headers a response is not read: no server that tells a limit sends as many. */
export const mostHeaders = 1000;
const longestValue = 8192;

/** The headers of a response by lower-case name; of those that are repeated, one value, as RFC 9110, section 5.3, joins them. */
export function headerMap({ headers }: AnyResponse): ReadonlyMap<string, string> {
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
