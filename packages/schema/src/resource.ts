import type { ResourceName } from "./generated/shapes.ts";

// Contract, section 4. The forms with a number are those that the live service links to ("Pagination" in the decisions).
const routes: ReadonlyArray<readonly [path: RegExp, resource: ResourceName]> = [
  [/^\/zen$/, "zen"],
  [/^\/user$/, "own-user"],
  [/^\/users\/[^/]+$/, "user"],
  [/^\/user\/repos$/, "repositories"],
  [/^\/(?:users|user|orgs|organizations)\/[^/]+\/repos$/, "repositories"],
  [/^\/repos\/[^/]+\/[^/]+$/, "repository"],
  [/^\/repositories\/[^/]+$/, "repository"],
  [/^\/rate_limit$/, "rate-limit"],
  [/^\/bicyclists\/[^/]+$/, "city-count"],
];

/**
 * Tells which schema the answer to a path of the contract must fit; null where no schema speaks of it.
 *
 * Query, origin, trailing slash and the on-premises prefix `/api/v3` make no difference. A status of 400 or more has
 * an error body on any path, provided that the answer is JSON.
 * @example
 * resourceOf("/users/ada?tab=1", 200); // "user"
 * resourceOf("/repos/{owner}/{repo}", 404); // "error"
 * resourceOf("/users/ada", 304); // null
 */
export function resourceOf(path: string, status: number): ResourceName | null {
  if (status >= 400) return "error";
  if (status !== 200) return null;
  const bare = path
    .replace(/^https?:\/\/[^/?#]+/, "")
    .replace(/[?#].*$/s, "")
    .replace(/^\/api\/v3(?=\/)/, "")
    .replace(/\/$/, "");
  return routes.find(([route]) => route.test(bare))?.[1] ?? null;
}
