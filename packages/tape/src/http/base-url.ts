import { checkArgument } from "../text/check-options.ts";

/**
 * Parses the base URL of a service.
 * @param deed What cannot be done with an invalid one, as in "Cannot check".
 * @returns Its origin, and its path without a slash at the end.
 * @throws RangeError if it is not an http or https URL, or has a credential, a query or a fragment.
 * @example
 * baseUrl("check", "https://code.example/api/v3/").base; // "https://code.example/api/v3"
 */
export function baseUrl(deed: string, text: string): { readonly origin: string; readonly base: string } {
  checkArgument(deed, "the base URL", text, "string");
  const url = URL.parse(text);
  const wrong =
    url?.username || url?.password
      ? "it holds a credential; take it out of the URL, and name the environment variable that holds it: --token-env"
      : !/^https?:$/.test(url?.protocol ?? "")
        ? "it is no http or https URL"
        : url?.search || url?.hash
          ? "it has a query or a fragment; leave that out"
          : null;
  if (url === null || wrong !== null) throw new RangeError(`Cannot ${deed} "${redactedUrl(text)}": ${wrong}`);
  return { origin: url.origin, base: url.origin + url.pathname.replace(/\/+$/, "") };
}

/**
 * Returns the path and query that a URL has below a base; null for a URL elsewhere.
 * @example
 * targetBelow("https://code.example/api/v3", "https://code.example/api/v3/users?page=2"); // "/users?page=2"
 */
export function targetBelow(base: string, url: string): string | null {
  const rest = url.slice(base.length);
  if (!url.startsWith(base) || !/^(?:[/?]|$)/.test(rest)) return null;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * Returns text that was given as a URL without what may be a credential: user, password, query and fragment.
 * @example
 * redactedUrl("https://ada:s3cr3t@api.service.example/v3?access_token=T"); // "https://api.service.example/v3"
 */
export function redactedUrl(text: string): string {
  return text.replace(/[?#].*$/s, "").replace(/^([a-z][a-z\d+.-]*:)?([/\\]*)[^/\\]*@/i, "$1$2");
}
