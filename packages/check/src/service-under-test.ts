import type { Api } from "@tapedeck/api";

/** Facts about the service that a check needs before it sends anything. */
export interface ServiceUnderTest {
  /** Scheme, host, port and path, without a slash at the end. */
  readonly base: string;
  /** Where the service's links lead, if that is not the base. */
  readonly publicUrl: string | null;
  /** Description of its API. */
  readonly api: Api;
  /** The environment variable that holds the token; null without one. */
  readonly variable: string | null;
  /** Values of path parameters, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** A value that no path parameter has. */
  readonly absent: string;
  /** Path and query of a document to ask for, where the description does not lead to one. */
  readonly path: string | null;
}

/**
 * Brings a base URL into its one form.
 * @throws RangeError if it is no http or https URL, or has a credential, a query or a fragment in it.
 * @example
 * baseOf("https://code.example/api/v3/"); // "https://code.example/api/v3"
 */
export function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.username || url?.password) {
    throw new RangeError(
      `Cannot check "${url.origin}": it holds a credential; put that into an environment variable and name it by --token-env`,
    );
  }
  const wrong = !/^https?:$/.test(url?.protocol ?? "")
    ? "it is no http or https URL"
    : url?.search || url?.hash
      ? "it has a query or a fragment"
      : null;
  if (url === null || wrong !== null) throw new RangeError(`Cannot check "${text}": ${wrong}`);
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/**
 * The path and query at the base that a link of the service stands for; null for a link to elsewhere.
 * @example
 * targetOn("https://code.example/api/v3/users?page=2", service); // "/users?page=2"
 */
export function targetOn(
  link: string,
  { base, publicUrl }: Pick<ServiceUnderTest, "base" | "publicUrl">,
): string | null {
  for (const start of publicUrl === null ? [base] : [publicUrl, base]) {
    const rest = link.slice(start.length);
    if (link.startsWith(start) && /^(?:[/?]|$)/.test(rest)) return rest.startsWith("/") ? rest : `/${rest}`;
  }
  return link.startsWith("/") && !link.startsWith("//") ? link.slice(samePath(link, base)) : null;
}

// A link without a host has the base's path in it.
function samePath(link: string, base: string): number {
  const path = new URL(base).pathname.replace(/\/+$/, "");
  return link.startsWith(`${path}/`) ? path.length : 0;
}
