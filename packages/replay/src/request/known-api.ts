import { type Api, matchRoute, type RouteMatch } from "@tapedeck/api";
import type { Principal } from "@tapedeck/tape";
import { createTextMemory, pinSignedUrl, type SecretMemory, unnamedAmong } from "@tapedeck/tape/internal";
import type { IncomingRequest } from "../http/message.ts";
import { scopeAt } from "../index/scopes.ts";
import { type Limits, limitsOf } from "../limit/limits.ts";
import { type Credential, type Identified, identifier } from "./principal.ts";

/** An API, prepared to identify callers and match routes. */
export interface KnownApi {
  readonly api: Api;
  /** Separates its exchanges from those of other APIs; "" for the first. */
  readonly scope: string;
  /** Null if none are simulated. */
  readonly limits: Limits | null;
  readonly identify: (ask: IncomingRequest) => Identified;
  /** The principal of a credential without an alias. */
  readonly unnamed: Principal;
  /** Origin of its tapes; null if it has none. */
  readonly origin: string | null;
  /** Matches a target to a route, with its secrets hidden. */
  readonly match: (method: string, target: string) => RouteMatch;
}

/** Number of different targets whose latest route is cached, and of their characters. */
const [mostRoutes, mostRouteText] = [32_768, 4 * 1024 * 1024];

/** Prepares an API. */
export function knownApi(
  api: Api,
  at: number,
  credentials: readonly Credential[],
  scrubber: SecretMemory,
  origin: string | null,
): KnownApi {
  const routes = createTextMemory<{ readonly method: string; readonly route: RouteMatch }>(mostRoutes, mostRouteText);
  const routeOf = (method: string, target: string): RouteMatch => {
    const latest = routes.get(target);
    if (latest?.method === method) return latest.route;
    const route = matchRoute(api, method, target);
    routes.set(target, { method, route });
    return route;
  };
  return {
    api,
    scope: scopeAt(at),
    limits: limitsOf(api, at === 0),
    identify: identifier(api, credentials),
    unnamed: unnamedAmong(credentials),
    origin,
    match(method, target) {
      const route = routeOf(method, target);
      const clean = pinSignedUrl(scrubber.target(target));
      // Hidden as it was sent, as the recorder does: in the compared form a secret may be read otherwise.
      return clean === target ? route : { ...route, target: routeOf(method, clean).target };
    },
  };
}
