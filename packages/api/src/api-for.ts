import type { Api } from "./api.ts";
import { plain } from "./plain.ts";

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
