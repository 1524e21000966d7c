import { parsedBody } from "../limiter/json-pointer.ts";
import { toldHeader } from "./header-index.ts";
import { type AnyResponse, bodyText, headerMap } from "./response.ts";

/**
 * Why a response refuses: nothing is left of a quota, requests come too fast or too many at once (`secondary`), or it
 * does not say (`unspecified`).
 */
export type RefusalKind = "quota" | "secondary" | "unspecified";

const secondary = /secondary[ -]rate[ -]limit|abuse detection/i;
const worded =
  /rate limit (?:has been )?exceeded|request[ _]limit[ _](?:reached|exceeded)|too many requests|rate[ -]?limited|throttled|banned until/i;
// A longer body is judged by its beginning.
const judgedLength = 65_536;
const statuses: ReadonlySet<number> = new Set([400, 403, 418, 423, 429, 430, 503]);

/**
 * Returns why a response refuses for a rate limit; null if it does not. A 429 always does; another status only with
 * nothing left, or if its body says so, even with a 200 (GraphQL).
 * @example
 * refusalOf({ status: 403, headers: [["x-ratelimit-remaining", "0"]] }); // "quota"
 */
export function refusalOf(response: AnyResponse): RefusalKind | null {
  const { status } = response;
  if (status === 200) return refusalInBody(bodyText(response));
  if (!statuses.has(status)) return null;
  const text = bodyText(response).slice(0, judgedLength);
  if (hasNothingLeft(response)) return "quota";
  if (secondary.test(text)) return "secondary";
  return status === 429 || worded.test(text) ? "unspecified" : null;
}

/** Returns whether a response refuses for a rate limit. */
export function isRefusal(response: AnyResponse): boolean {
  return refusalOf(response) !== null;
}

function hasNothingLeft(response: AnyResponse): boolean {
  for (const [name, value] of headerMap(response)) {
    const told = toldHeader(name)?.value;
    if (told === "remaining" && /^0+(?:\.0+)?$/.test(value)) return true;
    if (told === "standings" && /(?:;\s*r|remaining)=0\b/.test(value.slice(0, 8192))) return true;
  }
  return false;
}

// GraphQL of GitHub and Shopify; Slack's methods.
function refusalInBody(text: string): RefusalKind | null {
  if (!/"(?:RATE_LIMITED|THROTTLED|ratelimited)"|secondary[ -]rate[ -]limit/i.test(text.slice(0, judgedLength)))
    return null;
  const { errors, error } = (parsedBody(text) ?? {}) as { readonly errors?: unknown; readonly error?: unknown };
  if (error === "ratelimited") return "unspecified";
  for (const each of Array.isArray(errors) ? errors.slice(0, 100) : []) {
    const { type, message, extensions } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof message === "string" && secondary.test(message.slice(0, judgedLength))) return "secondary";
    if (type === "RATE_LIMITED" || (extensions as { code?: unknown } | undefined)?.code === "THROTTLED") return "quota";
  }
  return null;
}
