// Generated from schemas/repository.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { Repository } from "../types.ts";
import { findFlaws, fits } from "../validators/repository.ts";

export type { Repository };

/**
 * Tells whether a value is what `Repository` says.
 * @example
 * if (isRepository(value)) use(value); // a Repository in here
 */
export function isRepository(value: unknown): value is Repository {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `Repository`.
 * @example
 * assertRepository(value); // a Repository from here on
 */
export function assertRepository(value: unknown): asserts value is Repository {
  take("repository", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `Repository` says.
 * @example
 * const value: Repository = parseRepository(await response.text());
 */
export function parseRepository(text: string): Repository {
  return take("repository", findFlaws, readJson("repository", text));
}

/** `Repository` as a Standard Schema, for libraries that take one. */
export const repositorySchema: StandardSchema<Repository> = /* @__PURE__ */ standard(findFlaws);
