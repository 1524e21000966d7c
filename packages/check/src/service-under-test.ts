import type { Api } from "@tapedeck/api";
import { targetBelow } from "@tapedeck/tape/internal";

/** What a check needs to know of the service before it sends anything. */
export interface ServiceUnderTest {
  /** Scheme, host, port and path, without a slash at the end. */
  readonly base: string;
  /** Where the service's links lead, if not to the base. */
  readonly publicUrl: string | null;
  /** Description of its API. */
  readonly api: Api;
  /** The environment variable of the token; null without one. */
  readonly variable: string | null;
  /** Values of path parameters, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** A value that no path parameter has. */
  readonly absent: string;
  /** Path and query of a document to ask for, if the description does not lead to one. */
  readonly path: string | null;
}

/**
 * Returns the path and query at the base for a link of the service; null for a link elsewhere.
 * @example
 * targetOn("https://code.example/api/v3/users?page=2", service); // "/users?page=2"
 */
export function targetOn(
  link: string,
  { base, publicUrl }: Pick<ServiceUnderTest, "base" | "publicUrl">,
): string | null {
  for (const start of publicUrl === null ? [base] : [publicUrl, base]) {
    const target = targetBelow(start, link);
    if (target !== null) return target;
  }
  return link.startsWith("/") && !link.startsWith("//") ? link.slice(samePath(link, base)) : null;
}

// A link without a host includes the base's path.
function samePath(link: string, base: string): number {
  const path = new URL(base).pathname.replace(/\/+$/, "");
  return link.startsWith(`${path}/`) ? path.length : 0;
}
