import { pageIn, usualSize } from "./page.ts";

/** An operation of the API, or `other` for a path outside the contract. */
export type RouteName =
  | "zen"
  | "user"
  | "own-user"
  | "repository"
  | "repositories"
  | "own-repositories"
  | "rate-limit"
  | "city-count"
  | "other";

/** Where a target leads. */
export interface RouteMatch {
  readonly route: RouteName;
  /** Path and query in the one form that is compared: no prefix, no trailing slash, parameters in order. */
  readonly target: string;
  /** The prefix that the caller put before the path, or "". */
  readonly prefix: string;
}

// service-api, section 4; the id forms are those the live service links to (beyond-the-spec, "Pagination").
const routes: ReadonlyArray<readonly [RouteName, RegExp]> = [
  ["zen", /^\/zen$/],
  ["own-user", /^\/user$/],
  ["own-repositories", /^\/user\/repos$/],
  ["user", /^\/users\/[^/]+$/],
  ["repository", /^\/repos\/[^/]+\/[^/]+$|^\/repositories\/\d+$/],
  ["repositories", /^\/(?:users|orgs)\/[^/]+\/repos$|^\/(?:user|organizations)\/\d+\/repos$/],
  ["rate-limit", /^\/rate_limit$/],
  ["city-count", /^\/bicyclists\/[^/]+$/],
];

const cityRoot = "/bicyclists/";

/** The values of `{city}`: service-api, section 4. */
export const cities: readonly string[] = [
  "benalmadena",
  "cordoba",
  "fuengirola",
  "helsinki",
  "malaga",
  "moscow",
  "spb",
];

const lists: ReadonlySet<RouteName> = new Set(["repositories", "own-repositories"]);

/** Whether an operation answers with a list, a page at a time. */
export function isList(route: RouteName): boolean {
  return lists.has(route);
}

/** The city that a place on the city counts asks for; null elsewhere. */
export function cityOf({ route, target }: RouteMatch): string | null {
  return route === "city-count" ? target.slice(cityRoot.length).replace(/\?.*/s, "") : null;
}

/** Whether an operation needs a credential. */
export function needsCredential(route: RouteName): boolean {
  return route === "own-user" || route === "own-repositories";
}

/**
 * The one operation that is the same for everybody, whoever it was recorded for, and another on each call.
 * @see beyond-the-spec, "`/zen`"
 */
const rotating: RouteName = "zen";

/** Whether an operation is the same for everybody, whoever it was recorded for. */
export function ignoresCredential(route: RouteName): boolean {
  return route === rotating;
}

/** Whether the answers of a path, in the compared form, go round and round. */
export function rotates(path: string): boolean {
  return routeOf(path) === rotating;
}

/** Whether an operation belongs to the rate-limited API. The city counts do not. */
export function isMetered(route: RouteName): boolean {
  return route !== "city-count";
}

/**
 * Finds where a target leads, and brings it into the one form in which requests are compared. Of a repeated parameter
 * the last counts; paging parameters are brought within their bounds, and go where they change nothing: on anything but
 * a list, and at their defaults.
 * @param target Path and query as asked; an absolute URL is taken by its path and query.
 * @param prefixes What may stand before every path.
 * @see beyond-the-spec, "What real clients do" and "Pagination"
 * @example
 * locate("/api/v3/users/ada/?per_page=100", ["/api/v3"]); // { route: "user", target: "/users/ada", prefix: "/api/v3" }
 */
export function matchRoute(target: string, prefixes: readonly string[]): RouteMatch {
  const { pathname, searchParams } = urlOf(target);
  const prefix = prefixes.find((candidate) => pathname === candidate || pathname.startsWith(`${candidate}/`)) ?? "";
  const path = pathname.slice(prefix.length).replace(/^\/+/, "/").replace(/\/+$/, "") || "/";
  const route = routeOf(path);
  const parameters = new Map(searchParams);
  if (route !== "other") settlePaging(parameters, isList(route));
  const query = new URLSearchParams([...parameters].sort(([a], [b]) => (a < b ? -1 : 1)))
    .toString()
    // The marks that stand for secrets stay what they are: "?q=[full]".
    .replaceAll("%5B", "[")
    .replaceAll("%5D", "]");
  return { route, target: query === "" ? path : `${path}?${query}`, prefix };
}

function routeOf(path: string): RouteName {
  return routes.find(([, pattern]) => pattern.test(path))?.[0] ?? "other";
}

// A base with a slash at its end gives targets that begin with two ("//users/ada"): to the URL parser, those are hosts.
function urlOf(target: string): URL {
  const absolute = /^https?:\/\//i.test(target) ? target : `http://localhost/${target.replace(/^\/+/, "")}`;
  return URL.parse(absolute) ?? new URL("http://localhost/");
}

function settlePaging(parameters: Map<string, string>, list: boolean): void {
  const { number, size } = pageIn(parameters);
  parameters.delete("page");
  parameters.delete("per_page");
  if (!list) return;
  if (number !== 1) parameters.set("page", String(number));
  if (size !== usualSize) parameters.set("per_page", String(size));
}
