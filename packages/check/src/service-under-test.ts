import type { Api } from "@tapedeck/api";
import { targetBelow } from "@tapedeck/tape/internal";

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
 * The path and query at the base that a link of the service stands for; null for a link to elsewhere.
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

// A link without a host has the base's path in it.
function samePath(link: string, base: string): number {
  const path = new URL(base).pathname.replace(/\/+$/, "");
  return link.startsWith(`${path}/`) ? path.length : 0;
}
