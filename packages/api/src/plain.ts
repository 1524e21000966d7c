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
