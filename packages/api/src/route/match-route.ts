import { ExactParameters } from "@tapedeck/tape/internal";
import type { Api, Operation, Paging, Route } from "../api.ts";
import { pageIn } from "./page.ts";
import { normalSegment } from "./path-template.ts";
import { operationOf } from "./route-table.ts";

/** The route of a target. */
export interface RouteMatch {
  /** Null for a path that the description does not list. */
  readonly route: Route | null;
  /** The operation of the method; for HEAD, that of GET. Null if there is none. */
  readonly operation: Operation | null;
  /** The path's parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /**
   * Path and query in the compared form: without prefix, parameters sorted by name, without those that change nothing.
   */
  readonly target: string;
  /** The prefix that the caller put before the path, or "". */
  readonly prefix: string;
}

/**
 * Finds the route of a target, and brings the target into the form in which requests are compared. Under `plain`, that
 * form makes targets equal that are equal by RFC 3986, and sorts parameters by name; a description adds prefixes,
 * defaults of parameters, and the pages of a list.
 * @param target Path and query; of an absolute URL, only these count.
 * @see RFC 3986, section 6.2.2
 * @example
 * matchRoute(github, "GET", "/api/v3/users/ada?per_page=100").target; // "/users/ada"
 */
export function matchRoute(api: Api, method: string, target: string): RouteMatch {
  if (latest?.api === api && latest.method === method && latest.target === target) return latest.match;
  const match = matched(api, method, target);
  latest = { api, method, target, match };
  return match;
}

// A request and the recording that answers it are matched one after the other, mostly with the same target.
let latest: {
  readonly api: Api;
  readonly method: string;
  readonly target: string;
  readonly match: RouteMatch;
} | null = null;

function matched(api: Api, method: string, target: string): RouteMatch {
  const isNormal = normalTarget.test(target);
  const { pathname, search } = isNormal ? { pathname: target, search: "" } : urlOf(target, api.slashes);
  const prefix = api.prefixes.find((each) => pathname === each || pathname.startsWith(`${each}/`)) ?? "";
  const written = prefix === "" ? pathname : pathname.slice(prefix.length);
  const path = isNormal && written !== "" ? written : normalPath(written, api.slashes);
  const found = api.routes.find(path, method);
  const route = found?.route ?? null;
  const operation = route === null ? null : operationOf(route, method);
  const query = isNormal ? "" : queryOf(search, operation, api.paging);
  return {
    route,
    operation,
    parameters: found?.parameters ?? {},
    target: query === "" ? path : `${path}?${query}`,
    prefix,
  };
}

// Most targets already have the compared form: no query, nothing to decode, no empty segment or dots.
const normalTarget = /^(?:\/[\w~-][\w.~-]*)+$/;

/** Returns whether an operation answers with a list in pages. */
export function isList(operation: Operation | null, paging: Paging | null): boolean {
  return (
    paging !== null &&
    (operation?.parameters.some(({ name, in: place }) => place === "query" && name === paging.page) ?? false)
  );
}

// A base that ends with a slash gives targets that begin with two ("//users/ada"): the URL parser would take that for a
// host.
function urlOf(target: string, slashes: Api["slashes"]): URL {
  if (/^https?:\/\//i.test(target)) return URL.parse(target) ?? new URL("http://localhost/");
  const path =
    slashes === "lenient" ? `/${target.replace(/^\/+/, "")}` : target.startsWith("/") ? target : `/${target}`;
  return URL.parse(`http://localhost${path}`) ?? new URL("http://localhost/");
}

function normalPath(path: string, slashes: Api["slashes"]): string {
  const normal = path.split("/").map(normalSegment).join("/");
  return (slashes === "lenient" ? normal.replace(/^\/+/, "/").replace(/\/+$/, "") : normal) || "/";
}

function queryOf(search: string, operation: Operation | null, paging: Paging | null): string {
  const parameters = new ExactParameters(search);
  if (operation !== null && paging !== null) settlePaging(parameters, isList(operation, paging), paging);
  for (const { name, in: place, default: usual } of operation?.parameters ?? []) {
    if (
      place === "query" &&
      usual !== null &&
      parameters.has(name) &&
      parameters.getAll(name).every((each) => each === usual)
    )
      parameters.delete(name);
  }
  parameters.sort();
  return parameters.toString();
}

// Paging changes nothing for anything but a list, nor at its defaults.
function settlePaging(parameters: URLSearchParams, list: boolean, paging: Paging): void {
  const { number, size } = pageIn(parameters, paging);
  parameters.delete(paging.page);
  parameters.delete(paging.size);
  if (!list) return;
  if (number !== 1) parameters.set(paging.page, String(number));
  if (size !== paging.default) parameters.set(paging.size, String(size));
}
