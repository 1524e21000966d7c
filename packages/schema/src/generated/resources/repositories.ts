// Generated from schemas/repositories.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { Repositories } from "../types.ts";
import { findFlaws, fits } from "../validators/repositories.ts";

export type { Repositories };

/**
 * Tells whether a value is what `Repositories` says.
 * @example
 * if (isRepositories(value)) use(value); // a Repositories in here
 */
export function isRepositories(value: unknown): value is Repositories {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `Repositories`.
 * @example
 * assertRepositories(value); // a Repositories from here on
 */
export function assertRepositories(value: unknown): asserts value is Repositories {
  take("repositories", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `Repositories` says.
 * @example
 * const value: Repositories = parseRepositories(await response.text());
 */
export function parseRepositories(text: string): Repositories {
  return take("repositories", findFlaws, readJson("repositories", text));
}

/** `Repositories` as a Standard Schema, for libraries that take one. */
export const repositoriesSchema: StandardSchema<Repositories> = /* @__PURE__ */ standard(findFlaws);
