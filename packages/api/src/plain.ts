import type { Api } from "./api.ts";
import { routeTable } from "./route/route-table.ts";

/**
 * The API of which nothing is known: it records exactly and replays exactly, and every unknown request is a miss.
 * @example
 * createPlayer({ tapes, api: plain }); // the default
 */
export const plain: Api = {
  name: "plain",
  origins: [],
  routes: routeTable([]),
  base: "",
  prefixes: [],
  slashes: "exact",
  credentials: [],
  rateLimit: null,
  paging: null,
  errors: {},
  headers: [],
  preflight: null,
  requestId: null,
  privateWithCredential: false,
  match: [],
  behaviour: {},
};

/**
 * Returns the API that describes an origin: one that names it; else the first that describes any origin; else the
 * first; {@link plain} if there are none.
 * @example
 * apiFor([service, cityCounts], "https://cyclists.example").name; // "city-counts"
 */
export function apiFor(apis: readonly Api[], origin: string): Api {
  return (
    apis.find(({ origins }) => origins.includes(origin)) ??
    apis.find(({ origins }) => origins.length === 0) ??
    apis[0] ??
    plain
  );
}
