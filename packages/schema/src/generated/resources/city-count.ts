// Generated from schemas/city-count.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { CityCount } from "../types.ts";
import { findFlaws, fits } from "../validators/city-count.ts";

export type { CityCount };

/**
 * Tells whether a value is what `CityCount` says.
 * @example
 * if (isCityCount(value)) use(value); // a CityCount in here
 */
export function isCityCount(value: unknown): value is CityCount {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `CityCount`.
 * @example
 * assertCityCount(value); // a CityCount from here on
 */
export function assertCityCount(value: unknown): asserts value is CityCount {
  take("city-count", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `CityCount` says.
 * @example
 * const value: CityCount = parseCityCount(await response.text());
 */
export function parseCityCount(text: string): CityCount {
  return take("city-count", findFlaws, readJson("city-count", text));
}

/** `CityCount` as a Standard Schema, for libraries that take one. */
export const cityCountSchema: StandardSchema<CityCount> = /* @__PURE__ */ standard(findFlaws);
